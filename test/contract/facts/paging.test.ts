import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { askPage, PAGING_STYLES, type Paging, pagingOf } from '../../../src/contract/facts/paging.js'
import { readPage } from '../../../src/contract/facts/read-page.js'
import { parsePlace, putAt } from '../../../src/contract/facts/wire-path.js'
import { entriesBefore, readAsked, writePage } from '../../../src/contract/facts/write-page.js'

const TOTAL = 7
const STYLES: Record<string, Paging> = {
  'a cursor elsewhere': pagingOf({ style: 'cursor', at: 'after', limit: 'n', next: 'meta.after' }),
  'offsets with a total': pagingOf({ style: 'offset', at: 'skip', total: 'meta.total' }),
  'offsets that say nothing': pagingOf({ style: 'offset', at: 'skip' }),
  'pages from 1 with their number': pagingOf({ style: 'page', limit: 'per_page', pages: 'pages' }),
  'pages from 0 that say whether there are more': pagingOf({ style: 'page', first: 0, more: 'more' }),
  'pages with a total': pagingOf({ style: 'page', total: 'total' }),
  'a header': pagingOf({ style: 'link', at: 'after' }),
  'a cursor in a header': pagingOf({ style: 'cursor', headers: { next: 'X-Next-Cursor', total: 'X-Total-Count' } }),
  'pages from 0 that headers count': pagingOf({ style: 'page', first: 0, headers: { pages: 'X-Total-Pages' } }),
  'offsets that a header counts': pagingOf({ style: 'offset', headers: { total: 'X-Total' } }),
  'pages with the next number in a header': pagingOf({
    style: 'page',
    headers: { next: 'X-Next-Page', more: 'X-More' },
  }),
  'an address in a header': pagingOf({ style: 'url', headers: { next: 'X-Next' } }),
  'an address': pagingOf({ style: 'url', at: 'after', next: 'links.next' }),
  'a cursor or an address': pagingOf({ style: 'next', at: 'after', next: 'links.next' }),
  'the last row': pagingOf({ style: 'last', next: 'rows[-1].id', more: 'more' }),
  'the last row, without a word': pagingOf({ style: 'last', next: 'rows[-1].id' }),
}

/** A service that pages so, by the other half of the functions. */
function serve(paging: Paging, query: Record<string, string>) {
  const asked = readAsked(paging, query)
  const limit = Number(asked.limit ?? 3)
  const before = asked.cursor === undefined ? entriesBefore(paging, asked.at, limit)! : Number(asked.cursor.slice(1))
  const entries = Array.from({ length: TOTAL }, (_, index) => index).slice(before, before + limit)
  const next = before + entries.length < TOTAL ? `c${before + entries.length}` : null
  const url = `https://x.test/feedback?${new URLSearchParams(query)}`
  const { put, headers } = writePage(paging, { limit, before, count: entries.length, total: TOTAL, next, url })
  const wire = { rows: entries.map((index) => ({ id: `c${index + 1}` })) }
  for (const [place, value] of put) putAt(wire, parsePlace(place)!.steps, value)
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { wire, entries, headers: lower }
}

describe('each style of paging reads all entries once', () => {
  test('every style but none is here', () => {
    const here = new Set(Object.values(STYLES).map(({ style }) => style))
    expect(PAGING_STYLES.filter((style) => !here.has(style))).toEqual(['none'])
  })

  test.each(Object.entries(STYLES))('%s', (_name, paging) => {
    const seen: number[] = []
    let cursor: string | undefined
    for (let round = 0; round < 10; round += 1) {
      const asked = { limit: 3, ...(cursor === undefined ? {} : { cursor }) }
      const { wire, entries, headers } = serve(paging, askPage(paging, asked))
      seen.push(...entries)
      const page = readPage(paging, { wire, headers, asked, count: entries.length })
      expect(page.limit).toBe(3)
      if (!page.has_more) break
      cursor = page.next_cursor!
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('a full page that says nothing has a next one, and no style has none', () => {
    const none = { wire: {}, headers: {}, asked: { limit: 3 }, count: 3 }
    expect(readPage(pagingOf({ style: 'offset' }), none)).toMatchObject({ has_more: true, next_cursor: '3' })
    expect(readPage(pagingOf({ style: 'none' }), none)).toMatchObject({ has_more: false, next_cursor: null })
  })
})

test('a page that has more and does not say where is no end (P2)', () => {
  const paging = pagingOf({ style: 'cursor', next: 'next', more: 'more' })
  const said = (more: boolean) => readPage(paging, { wire: { more }, headers: {}, asked: { limit: 3 }, count: 3 })
  expect(said(true)).toMatchObject({ has_more: true, next_cursor: null })
  expect(said(false)).toMatchObject({ has_more: false, next_cursor: null })
})

test('a next page that may be a cursor or an address is read as an address where it is one', () => {
  const [open, address] = [
    pagingOf({ style: 'next', at: 'after', next: 'next' }),
    pagingOf({ style: 'url', at: 'after', next: 'next' }),
  ]
  const { wire, headers } = serve(address, askPage(address, { limit: 3 }))
  const { next_cursor: cursor } = readPage(open, { wire, headers, asked: { limit: 3 }, count: 3 })
  expect(askPage(open, { limit: 3, cursor: cursor! })).toEqual({ limit: '3', after: 'c3' })
})

test('a fact about paging is checked', () => {
  const messages = (fact: object) => checkFacts({ 'paging:listFeedback': fact }).faults.map(({ path }) => path)
  expect(messages({ style: 'page', limit: null, pages: 'meta.pages', echo: { at: 'meta.page' } })).toEqual([])
  expect(messages({ style: 'offset', at: 'external_id' })).toEqual(['at'])
  expect(messages({ style: 'book' })).toEqual(['style'])
  expect(messages({ style: 'cursor' })).toEqual(['next'])
  expect(messages({ style: 'last' })).toEqual(['next'])
  expect(messages({ style: 'last', headers: { next: 'X-Next' } })).toEqual(['next'])
  expect(messages({ style: 'last', next: 'data.id' })).toEqual(['next'])
  expect(messages({ style: 'cursor', next: 'data[-1].id' })).toEqual(['next'])
  // A place in all entries of a list has no one value.
  expect(messages({ style: 'cursor', next: 'pages[].next' })).toEqual(['next'])
  expect(messages({ style: 'last', next: 'groups[].data[-1].id' })).toEqual(['next'])
  expect(messages({ style: 'page', pages: 'meta[].pages', echo: { at: 'meta[].page' } })).toEqual(['pages', 'at'])
  expect(messages({ style: 'last', next: '[-1].id' })).toEqual([])
  expect(messages({ style: 'cursor', headers: { next: 'X-Next-Cursor' } })).toEqual([])
  expect(messages({ style: 'page', headers: { limit: 'X-Limit', total: 'X Total' } })).toEqual(['headers', 'headers'])
  expect(messages({ style: 'offset', total: 7, echo: { size: 'x' } })).toEqual(
    expect.arrayContaining(['total', 'echo']),
  )
})
