import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, factsFrom, listOf, object, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

const ITEM = object({ item_id: TEXT, text: TEXT })

const feedback = (query: Record<string, object>, beside: Record<string, object>) =>
  factsFrom({
    path: '/api/input/feedback',
    query: { limit: COUNT, ...query } as never,
    answer: object({ items: listOf(ITEM), ...beside } as never),
  })

test('a time in the query filters, and is no cursor or offset by its name', () => {
  const facts = feedback({ after: TIME, before: TIME, page_token: TEXT }, { next_page_token: TEXT })
  expect(facts['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'page_token', next: 'next_page_token' })
  expect(facts['query:listFeedback']).toMatchObject({ names: { occurred_since: 'after', occurred_until: 'before' } })
  const numbered = feedback({ start: TIME, end: TIME, page: { type: 'integer', minimum: 1 } }, { total: COUNT })
  expect(numbered['paging:listFeedback']).toMatchObject({ style: 'page', at: 'page', first: 1 })
})

test('where a member may page a list or filter it, it does neither', () => {
  const facts = feedback({ after: TEXT, before: TEXT }, { next_cursor: TEXT })
  expect(facts['paging:listFeedback']).toBeUndefined()
  expect(JSON.stringify(facts['query:listFeedback'] ?? {})).not.toContain('occurred_since')
  const untold = factsFrom({ path: '/api/input/feedback', query: { limit: COUNT, after: TEXT, occurred_after: TIME } })
  expect(untold['query:listFeedback']).toMatchObject({ names: { occurred_since: 'occurred_after' } })
})

test('a description that lists the header Link pages by it', () => {
  const facts = factsFrom({
    path: '/api/input/feedback',
    query: { per_page: COUNT, after: TEXT },
    headers: { Link: { schema: TEXT } },
    answer: object({ items: listOf(ITEM) }),
  })
  expect(facts['paging:listFeedback']).toEqual({ style: 'link', at: 'after', limit: 'per_page' })
})

test('a number that is a moment is in the unit that its description says, and open without one', () => {
  const since = (description?: string) => {
    const filter = { type: 'integer', ...(description && { description }) }
    return feedback({ cursor: TEXT, from: filter, to: filter }, { next_cursor: TEXT })['query:listFeedback']
  }
  expect(since('Milliseconds since 1970.')).toMatchObject({ types: { occurred_since: 'epoch-milliseconds' } })
  expect(since('Unix timestamp in seconds.')).toMatchObject({ types: { occurred_since: 'epoch-seconds' } })
  expect(since()).toMatchObject({ types: { occurred_since: 'epoch', occurred_until: 'epoch' } })
})

test('a number that is a moment in an answer is read by its size where nothing says its unit', () => {
  const item = object({ item_id: TEXT, text: TEXT, occurred_at: { type: 'integer' } })
  const facts = factsFrom({ path: '/api/input/feedback', answer: object({ items: listOf(item) }) })
  expect(facts['result:listFeedback']).toMatchObject({ types: { 'items[].occurred_at': 'epoch' } })
})

test('the next page is where the answer says next, not where it repeats what was asked', () => {
  const facts = feedback({ cursor: TEXT }, { cursor: TEXT, next_page_token: TEXT })
  expect(facts['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'cursor', next: 'next_page_token' })
  const marked = feedback({ marker: TEXT }, { marker: TEXT, nextMarker: TEXT })
  expect(marked['paging:listFeedback']).toMatchObject({ at: 'marker', next: 'nextMarker' })
})

test('an index of the first entry may begin with 1, and is left open where nothing says', () => {
  const from = (minimum: number) => feedback({ start_index: { type: 'integer', minimum } }, { total: COUNT })
  expect(from(1)['paging:listFeedback']).toMatchObject({ style: 'offset', at: 'start_index', first: 1 })
  expect(from(0)['paging:listFeedback']).toEqual({ style: 'offset', at: 'start_index', limit: 'limit', total: 'total' })
  expect(feedback({ start_index: COUNT }, { total: COUNT })['paging:listFeedback']).toBeUndefined()
  expect(feedback({ offset: COUNT }, { total: COUNT })['paging:listFeedback']).toMatchObject({ style: 'offset' })
})

const NEXT = { type: ['string', 'null'] }
const NEXT_NUMBER = { type: ['integer', 'null'] }

test('a cursor among other members of the query is known by what the answer calls the next one', () => {
  const meta = { meta: object({ next_cursor: NEXT, has_more: { type: 'boolean' } }) }
  const facts = feedback({ cursor: TEXT, start: TEXT, end: TEXT }, meta)
  expect(facts['paging:listFeedback']).toEqual({
    style: 'cursor',
    at: 'cursor',
    limit: 'limit',
    next: 'meta.next_cursor',
    more: 'meta.has_more',
  })
  const unknown = feedback({ pointer: TEXT }, { next_pointer: NEXT })
  expect(unknown['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'pointer', next: 'next_pointer' })
  expect(feedback({ pointer: TEXT }, { next_pointer: TEXT })['paging:listFeedback']).toBeUndefined()
})

test('a page whose number the answer gives needs no first one', () => {
  const pagination = { pagination: object({ limit: COUNT, currentPage: COUNT, nextPage: NEXT_NUMBER }) }
  const facts = feedback({ page: COUNT }, pagination)
  expect(facts['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'page', next: 'pagination.nextPage' })
})

const page = (query: string, beside: object) =>
  seen(`GET /api/input/feedback?limit=2${query}`, { items: [{ item_id: `i${query}`, text: 'Good' }], ...beside })

test('what an answer gives and the next request sends pages the list, whatever it is called', () => {
  const facts = factsSeen([
    page('', { pagination: { limit: 2, currentPage: 1, nextPage: 2 } }),
    page('&page=2', { pagination: { limit: 2, currentPage: 2, nextPage: null } }),
  ])
  expect(facts['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'page', next: 'pagination.nextPage' })
  const told = factsSeen([page('', { further: 'aGk7', size: 2 }), page('&whence=aGk7', { further: null, size: 2 })])
  expect(told['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'whence', next: 'further' })
})

test('what was sent and given by chance pages nothing', () => {
  const other = factsSeen([page('', { further: 'aGk7' }), page('&whence=else', { further: null })])
  expect(other['paging:listFeedback']).toBeUndefined()
  const always = factsSeen([page('', { version: 'v7' }), page('&release=v7', { version: 'v7' })])
  expect(always['paging:listFeedback']).toBeUndefined()
})

test('a member of the answer that is called as the query is may repeat what was asked', () => {
  const pagination = { pagination: object({ cursor: NEXT, on: NEXT, has_more: { type: 'boolean' } }) }
  expect(feedback({ cursor: TEXT }, pagination)['paging:listFeedback']).toBeUndefined()
  const told = factsSeen([
    page('', { pagination: { cursor: 'aGk7' } }),
    page('&cursor=aGk7', { pagination: { cursor: null } }),
  ])
  expect(told['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'cursor', next: 'pagination.cursor' })
})

test('it is the next one where it is all that an answer can continue by', () => {
  const only = { pagination: object({ cursor: NEXT, has_more: { type: 'boolean' } }) }
  const paging = { style: 'cursor', at: 'cursor', next: 'pagination.cursor', more: 'pagination.has_more' }
  expect(feedback({ cursor: TEXT }, only)['paging:listFeedback']).toMatchObject(paging)
  const always = { pagination: object({ cursor: TEXT, has_more: { type: 'boolean' } }) }
  expect(feedback({ cursor: TEXT }, always)['paging:listFeedback']).toBeUndefined()
  const after = { pagination: object({ after: NEXT, has_more: { type: 'boolean' } }) }
  expect(feedback({ after: TEXT }, after)['paging:listFeedback']).toBeUndefined()
  const ends = { paging: object({ cursors: object({ before: NEXT, after: NEXT }) }) }
  const byEnd = { style: 'cursor', at: 'after', next: 'paging.cursors.after' }
  expect(feedback({ after: TEXT }, ends)['paging:listFeedback']).toMatchObject(byEnd)
})

const stripe = (query: string, ids: readonly number[], more: boolean) =>
  seen(`GET /api/input/feedback?limit=2${query}`, {
    object: 'list',
    data: ids.map((id) => ({ id: `f${id}`, external_id: `e${id}`, text: 'Good' })),
    has_more: more,
  })

test('a list continues after its last row, where requests send what that has', () => {
  const pages = factsSeen([stripe('', [1, 2], true), stripe('&starting_after=f2', [3, 4], false)])
  const paging = { style: 'last', at: 'starting_after', limit: 'limit', next: 'data[-1].id', more: 'has_more' }
  expect(pages['paging:listFeedback']).toEqual(paging)
  const others = factsSeen([stripe('', [1, 2], true), stripe('&after=f1', [2, 3], false)])
  expect(others['paging:listFeedback']).toBeUndefined()
  const filtered = factsSeen([stripe('', [1, 2], true), stripe('&external_id=e2', [2], false)])
  expect(filtered['paging:listFeedback']).toBeUndefined()
})

test('a member that a description has and no answer that has more is no next cursor', () => {
  const answer = object({ items: listOf(ITEM), next_cursor: NEXT, has_more: { type: 'boolean' } })
  const described = { path: '/api/input/feedback', query: { limit: COUNT, starting_after: TEXT }, answer }
  expect(factsFrom(described)['paging:listFeedback']).toMatchObject({ style: 'cursor' })
  const pages = [page('', { has_more: true }), page('&starting_after=i', { has_more: false })]
  const facts = factsSeen(pages, [described])
  expect(facts['paging:listFeedback']).toMatchObject({ style: 'last', next: 'items[-1].item_id' })
})

test('a description says so by a name that takes nothing else', () => {
  const answer = { object: TEXT, data: listOf(object({ id: TEXT, text: TEXT })), has_more: { type: 'boolean' } }
  const facts = (at: string) =>
    factsFrom({ path: '/api/input/feedback', query: { limit: COUNT, [at]: TEXT }, answer: object(answer) })
  expect(facts('starting_after')['paging:listFeedback']).toMatchObject({ style: 'last', next: 'data[-1].id' })
  expect(facts('after')['paging:listFeedback']).toBeUndefined()
})

test('the last row is told by its own identifier, and not by those of what it is in', () => {
  const facts = (row: Record<string, JsonObject>, inside = (entry: JsonObject) => entry) => {
    const answer = object({ results: listOf(inside(object({ ...row, body: TEXT }))), has_more: { type: 'boolean' } })
    return factsFrom({ path: '/api/input/feedback', query: { per_page: COUNT, starting_after: TEXT }, answer })
  }
  const ids = { item_id: TEXT, survey_id: TEXT, field_id: TEXT, series_id: TEXT }
  expect(facts(ids)['paging:listFeedback']).toMatchObject({ style: 'last', next: 'results[-1].item_id' })
  expect(facts({ ...ids, feedback_id: TEXT })['paging:listFeedback']).toBeUndefined()
  expect(facts({ survey_id: TEXT, field_id: TEXT, customer_id: TEXT })['paging:listFeedback']).toBeUndefined()
  const edges = (node: JsonObject) => object({ node })
  for (const id of ['_id', 'item_id']) {
    const { next } = facts({ [id]: TEXT, survey_id: TEXT, field_id: TEXT }, edges)['paging:listFeedback']!
    expect(next).toBe(`results[-1].node.${id}`)
  }
})

test('a filter by creation is none by when an item occurred', () => {
  const facts = feedback({ created_after: TIME, created_before: TIME }, {})
  expect(JSON.stringify(facts['query:listFeedback'] ?? {})).not.toMatch(/created_/)
})

test('what takes no time is no half of a filter whose other half does', () => {
  const facts = feedback({ since: TIME, to: TIME, after: TEXT }, { meta: object({ next_cursor: NEXT }) })
  expect(facts['paging:listFeedback']).toMatchObject({ style: 'cursor', at: 'after', next: 'meta.next_cursor' })
  expect(facts['query:listFeedback']).toMatchObject({ names: { occurred_since: 'since', occurred_until: 'to' } })
})

test('an address of the next page is one in any spelling, and a bare `next` is one or a cursor', () => {
  const spelled = feedback({ startingAfter: TEXT }, { _metadata: object({ nextUrl: NEXT }) })
  expect(spelled['paging:listFeedback']).toMatchObject({ style: 'url', next: '_metadata.nextUrl' })
  const bare = { style: 'next', at: 'startingAfter', next: 'next' }
  expect(feedback({ startingAfter: TEXT }, { next: NEXT })['paging:listFeedback']).toMatchObject(bare)
  expect(feedback({ cursor: TEXT }, { next: NEXT })['paging:listFeedback']).toMatchObject({ ...bare, at: 'cursor' })
})

test('no size of pages is denied while a number of unknown meaning may be it', () => {
  const list = (query: object) =>
    factsFrom({
      path: '/api/input/feedback',
      query: query as never,
      answer: object({ items: listOf(ITEM), next_cursor: NEXT } as never),
    })['paging:listFeedback']
  expect(list({ cursor: TEXT, source_id: COUNT })).toMatchObject({ limit: null })
  expect(list({ cursor: TEXT, campaignCount: COUNT })).toBeUndefined()
})

test('of two members that may be the next cursor, neither called so, none is', () => {
  const two = { pagination: object({ cursor: NEXT, continuationToken: NEXT, has_more: { type: 'boolean' } }) }
  expect(feedback({ startingAfter: TEXT }, two)['paging:listFeedback']).toBeUndefined()
  const told = factsSeen([
    page('', { pagination: { cursor: null, continuationToken: 'aGk7' } }),
    page('&starting_after=aGk7', { pagination: { cursor: 'aGk7', continuationToken: null } }),
  ])
  expect(told['paging:listFeedback']).toMatchObject({ next: 'pagination.continuationToken' })
})

test('what is said of pages elsewhere than we have it is a fact, even where the next page is at our place', () => {
  const moved = { hasMore: { type: 'integer' }, pagination: object({ page_size: COUNT, next_cursor: NEXT }) }
  expect(feedback({ cursor: TEXT }, moved)['paging:listFeedback']).toEqual({
    style: 'cursor',
    at: 'cursor',
    limit: 'limit',
    next: 'pagination.next_cursor',
    more: 'hasMore',
    echo: { limit: 'pagination.page_size' },
  })
  const own = { pagination: object({ limit: COUNT, next_cursor: NEXT, has_more: { type: 'boolean' } }) }
  expect(feedback({ cursor: TEXT }, own)['paging:listFeedback']).toBeUndefined()
})

const sized = (limit: number, beside: object) =>
  seen(`GET /api/input/feedback?limit=${limit}`, { items: [{ item_id: `i${limit}`, text: 'Good' }], ...beside })
const next = { pagination: { next_cursor: 'aGk7' } }

test('the size that was asked for is where an answer repeats it, not where it says how many it has', () => {
  const then = seen('GET /api/input/feedback?limit=2&cursor=aGk7', {
    items: [],
    pagination: { next_cursor: null },
    size: 2,
    count: 0,
  })
  const of = (...sizes: number[]) => sizes.map((size) => sized(size, { ...next, size, count: 1 }))
  expect(factsSeen([...of(2, 5), then])['paging:listFeedback']).toMatchObject({ echo: { limit: 'size' } })
  // One size may be anything.
  expect(factsSeen([...of(2), then])['paging:listFeedback'] ?? {}).not.toHaveProperty('echo')
  const capped = sized(900, { ...next, per_page: 200 })
  const asked = sized(2, { ...next, per_page: 2 })
  const last = seen('GET /api/input/feedback?limit=2&cursor=aGk7', {
    items: [],
    pagination: { next_cursor: null },
    per_page: 2,
  })
  expect(factsSeen([asked, capped, last])['paging:listFeedback']).toMatchObject({ echo: { limit: 'per_page' } })
})

const rows = (...ids: string[]) => ({ items: ids.map((id) => ({ item_id: id, text: 'Good' })) })
const asked = (query: string, answer: object) => seen(`GET /api/input/feedback?${query}`, answer)

test('pages begin with 0 where page 1 goes on, and with 1 where it is the last or has all', () => {
  const first = (exchanges: ReturnType<typeof seen>[]) => factsSeen(exchanges)['paging:listFeedback']
  expect(first([asked('limit=2', rows('a', 'b')), asked('limit=2&page=1', rows('c', 'd'))])).toMatchObject({ first: 0 })
  expect(first([asked('page_size=2&page=1', { ...rows('a', 'b'), total: 2 })])).toMatchObject({ first: 1 })
  expect(first([asked('page_size=2&page=3', { ...rows('a'), total_pages: 3 })])).toMatchObject({ first: 1 })
  const counted = [asked('limit=2', { ...rows('a', 'b'), total: 4 })]
  expect(first([...counted, asked('limit=2&page=2', { ...rows('c', 'd'), total: 4 })])).toMatchObject({ first: 1 })
  expect(first([...counted, asked('limit=2&page=2', { ...rows('c', 'd'), total: 5 })])).toBeUndefined()
  const onward = [asked('limit=2', rows('a', 'b')), asked('limit=2&start_index=2', rows('c', 'd'))]
  expect(first(onward)).toMatchObject({ style: 'offset', at: 'start_index' })
})

test('pages begin where their entries stand on a first page of another size, unless others came between', () => {
  const first = (...exchanges: ReturnType<typeof seen>[]) => factsSeen(exchanges)['paging:listFeedback']
  const whole = asked('limit=6', rows('a', 'b', 'c', 'd', 'e', 'f'))
  const start = asked('limit=2', rows('a', 'b'))
  expect(first(whole, start, asked('limit=2&page=2', rows('c', 'd')))).toMatchObject({ first: 1 })
  expect(first(whole, start, asked('limit=2&page=2', rows('e', 'f')))).toMatchObject({ first: 0 })
  expect(first(whole, start, asked('limit=2&page=2', rows('d', 'e')))).toBeUndefined()
  const later = asked('limit=2', rows('y', 'z'))
  expect(first(whole, later, asked('limit=2&page=2', rows('c', 'd')))).toBeUndefined()
})

test('what is called `count` counts all only where a page shows more, or beside `previous`', () => {
  const meta = { next_url: TEXT, count: COUNT }
  expect(feedback({ cursor: TEXT }, { meta: object(meta) })['paging:listFeedback']).not.toHaveProperty('total')
  const django = feedback({ page: COUNT }, { count: COUNT, next: { type: 'string', format: 'uri' }, previous: TEXT })
  expect(django['paging:listFeedback']).toMatchObject({ style: 'url', total: 'count' })
  const page = (count: number) => asked('limit=2', { ...rows('a', 'b'), meta: { count, next: '/feedback?cursor=c' } })
  expect(factsSeen([page(2)])['paging:listFeedback']).not.toHaveProperty('total')
  expect(factsSeen([page(9)])['paging:listFeedback']).toMatchObject({ total: 'meta.count' })
  const named = object({ next_url: TEXT, total_count: COUNT })
  expect(feedback({ cursor: TEXT }, { meta: named })['paging:listFeedback']).toMatchObject({
    total: 'meta.total_count',
  })
})

test('a page that has an entry again, or as many as it says itself, shows no first number', () => {
  const first = (exchanges: ReturnType<typeof seen>[]) => factsSeen(exchanges)['paging:listFeedback']
  const changed = { items: [{ item_id: 'a', text: 'Changed' }] }
  expect(first([asked('limit=2', rows('a')), asked('limit=2&page=1', changed)])).toBeUndefined()
  expect(first([asked('limit=2', rows('a')), asked('limit=3&page=1', rows('c'))])).toBeUndefined()
  expect(first([asked('limit=2&page=1', { ...rows('a', 'b'), count: 2 })])).toBeUndefined()
})

test('the address in an object of links is what the link is called', () => {
  const facts = feedback({ page_token: TEXT }, { _links: object({ next: object({ href: TEXT }) }) } as never)
  expect(facts['paging:listFeedback']).toMatchObject({ style: 'url', next: '_links.next.href' })
})

test('a filter in brackets is called as what it holds', () => {
  const facts = feedback({ 'filter[from]': TIME, 'filter[to]': TIME, page_token: TEXT }, { next_page_token: TEXT })
  expect(facts['query:listFeedback']).toMatchObject({
    names: { occurred_since: 'filter[from]', occurred_until: 'filter[to]' },
  })
})

test('a list of which nothing can be asked is one page, whose total says whether that is all', () => {
  const list = (beside: Record<string, object>) =>
    factsFrom(
      {
        path: '/api/input/invites/{id}/recipients',
        answer: object({ recipients: listOf(object({ email: TEXT, delivery_status: TEXT })), ...beside } as never),
      },
      // This one takes a query, so that the other one is known to take none.
      { path: '/api/input/feedback', query: { cursor: TEXT }, answer: object({ items: listOf(ITEM) }) },
    )['paging:listInviteRecipients']
  expect(list({})).toEqual({ style: 'none', limit: null })
  expect(list({ total: COUNT })).toEqual({ style: 'none', limit: null, total: 'total' })
  expect(list({ has_more: { type: 'boolean' } })).toBeUndefined()
})
