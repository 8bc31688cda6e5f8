import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { OPTIONAL_MEMBERS } from '../../src/contract/items/members.js'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import {
  allFeedback,
  expectInvalid,
  expectRefusal,
  items,
  openScene,
  payloadOf,
  push,
  pushBody,
  type Scene,
} from './scene.js'

/** Some items to list, except on a service that must not be changed. */
async function someItems(org: Organization, count = 5): Promise<Scene | undefined> {
  if (org.target.readOnly) return undefined
  const scene = await openScene(org)
  payloadOf(
    await push(
      org,
      scene,
      items(count).map((item, index) => ({ ...item, rating: index + 0.5 })),
    ),
  )
  return scene
}

describe('feedback listing', () => {
  rule('[FBK-1] it lists the items that were pushed, in order of arrival', async (org) => {
    const scene = await someItems(org)
    const page = payloadOf(await org.get('/feedback'))
    expect(Array.isArray(page.items)).toBe(true)
    if (org.target.kind === 'remote') return
    expect(page.items.map((item: Json) => item.external_id)).toEqual(items(5).map((item) => item.external_id))
    expect(page.items[0]).toEqual({
      ...Object.fromEntries(OPTIONAL_MEMBERS.map((member) => [member, null])),
      item_id: expect.stringMatching(/^[1-9]\d*$/),
      feedback_group_id: scene!.groupId,
      source_id: scene!.sourceId,
      field_id: scene!.textId,
      text: 'item number 1',
      external_id: 'item-1',
      customer_id: null,
      channel: null,
      language: null,
      rating: 0.5,
      occurred_at: null,
      created_at: '2026-03-02T09:00:00.000Z',
      source_reference: null,
    })
  })

  rule('[FBK-2] following the cursor to the end shows every item once', async (org) => {
    const scene = await someItems(org, 7)
    const query = scene ? `?limit=3&source_id=${scene.sourceId}` : '?limit=200'
    const seen: string[] = []
    let place = ''
    for (let more = true, pages = 0; more; pages += 1) {
      if (pages === 200) org.skip('more items here than a test should page through')
      const page = payloadOf(await org.get(`/feedback${query}${place}`))
      seen.push(...page.items.map((item: Json) => item.item_id))
      more = page.pagination.has_more
      expect(page.pagination.next_cursor === null).toBe(!more)
      place = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`
    }
    expect(new Set(seen).size).toBe(seen.length)
    if (scene) expect(seen).toHaveLength(7)
  })

  rule('a last page that is full says there is no more', async (org) => {
    await someItems(org, 6)
    const first = payloadOf(await org.get('/feedback?limit=3'))
    const last = payloadOf(
      await org.get(`/feedback?limit=3&cursor=${encodeURIComponent(first.pagination.next_cursor)}`),
    )
    expect([first.pagination.has_more, last.items.length]).toEqual([true, 3])
    expect(last.pagination).toEqual({ limit: 3, next_cursor: null, has_more: false })
  })

  rule('[FBK-3] numeric values are JSON numbers', async (org) => {
    await someItems(org)
    const answer = await org.get('/feedback')
    for (const { rating } of payloadOf(answer).items) expect(rating === null || typeof rating === 'number').toBe(true)
    if (org.target.kind === 'emulator') expect(answer.text).toContain('"rating":4.5')
  })

  for (const key of ['push', 'create', 'all'] as const) {
    rule(
      `[FBK-4, AUT-10] it is open to a ${key} key`,
      async (org) => void payloadOf(await org.get('/feedback', { key })),
      { readsOnly: true },
    )
  }
  for (const key of ['send', 'mcp_read'] as const) {
    rule(`[FBK-5] it refuses a ${key} key`, async (org) => {
      expectRefusal(await org.get('/feedback', { key }), 403, 'INSUFFICIENT_PERMISSION')
    })
  }

  rule('[LIM-3] a page holds 50 by default and at most 200', async (org) => {
    await someItems(org, 201)
    for (const [query, limit] of [
      ['', 50],
      ['?limit=200', 200],
      ['?limit=500', 200],
      ['?limit=1', 1],
    ] as const) {
      const page = payloadOf(await org.get(`/feedback${query}`))
      expect(page.pagination.limit).toBe(limit)
      expect(page.items.length).toBeLessThanOrEqual(limit)
      if (org.target.kind === 'emulator') expect(page.items).toHaveLength(limit)
    }
  })
  for (const limit of ['0', '-5', '2.5', 'ten', '']) {
    rule(`[LIM-3] limit is a positive integer: "${limit}" is refused`, async (org) => {
      expectInvalid(await org.get(`/feedback?limit=${limit}`), 'limit')
    })
  }
  for (const cursor of ['nonsense', '%00', 'eyJhIjoxfQ==', '1', 'null']) {
    rule(`a cursor that was never given is refused: ${cursor}`, async (org) => {
      await someItems(org)
      expectInvalid(await org.get(`/feedback?cursor=${cursor}`), 'cursor')
    })
  }

  rule('it can be narrowed by group, source, field, external_id and customer_id, in both words', async (org) => {
    const scene = await openScene(org)
    payloadOf(
      await push(org, scene, [
        { text: 'a', external_id: 'x', customer_id: 'kim' },
        { text: 'b', external_id: 'y & z' },
      ]),
    )
    payloadOf(
      await push(org, { ...scene, textId: scene.longId }, [{ text: 'c', external_id: 'x', customer_id: 'lee' }]),
    )
    const texts = async (query: string) =>
      payloadOf(await org.get(`/feedback?${query}`))
        .items.map((item: Json) => item.text)
        .join('')
    expect(await texts(`feedback_group_id=${scene.groupId}`)).toBe('abc')
    expect(await texts(`survey_series_id=${scene.groupId}`)).toBe('abc')
    expect(await texts('feedback_group_id=987654321')).toBe('')
    expect(await texts(`source_id=${scene.sourceId}`)).toBe('abc')
    expect(await texts(`source_id=${scene.draftId}`)).toBe('')
    expect(await texts(`field_id=${scene.longId}`)).toBe('c')
    expect(await texts(`question_id=${scene.textId}`)).toBe('ab')
    expect(await texts('external_id=x')).toBe('ac')
    expect(await texts(`external_id=${encodeURIComponent('y & z')}`)).toBe('b')
    expect(await texts('external_id=X')).toBe('')
    expect(await texts('customer_id=lee')).toBe('c')
    expect(await texts(`external_id=x&field_id=${scene.textId}&customer_id=kim`)).toBe('a')
  })

  rule('occurred_since is inclusive, occurred_until exclusive', async (org) => {
    const scene = await openScene(org)
    const at = (occurred_at: string) => ({ text: occurred_at.slice(8, 10), occurred_at })
    payloadOf(await push(org, scene, ['2026-01-01', '2026-01-02', '2026-01-03'].map(at)))
    const texts = async (query: string) =>
      payloadOf(await org.get(`/feedback?${query}`))
        .items.map((item: Json) => item.text)
        .join()
    expect(await texts('occurred_since=2026-01-02')).toBe('02,03')
    expect(await texts('occurred_until=2026-01-02')).toBe('01')
    expect(await texts('occurred_since=2026-01-01T00:00:00.001Z&occurred_until=2026-01-03T01:00:00%2B01:00')).toBe('02')
  })
  for (const wrong of ['yesterday', '2026-02-30', '2026-01-01T00:00:00', '5']) {
    rule(`occurred_since is a time: ${wrong} is refused`, async (org) => {
      expectInvalid(await org.get(`/feedback?occurred_since=${wrong}`), 'occurred_since')
    })
  }

  rule('both words of a pair with different values are refused in a query too', async (org) => {
    expectInvalid(await org.get('/feedback?source_id=1&survey_id=2'))
    payloadOf(await org.get('/feedback?source_id=1&survey_id=1'))
  })

  rule(
    'a cursor stays valid while items arrive or are erased: nothing twice, nothing left out',
    async (org) => {
      const scene = await openScene(org)
      const step = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({ kind: fc.constant('turn' as const), limit: fc.integer({ min: 1, max: 4 }) }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ kind: fc.constant('push' as const), count: fc.integer({ min: 1, max: 3 }) }),
        },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), pick: fc.nat() }) },
      )
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          run += 1
          const reference = `run ${run}`
          let made = 0
          const alive = new Set<string>()
          const doomed = new Set<string>()
          const nextId = () => {
            made += 1
            return `${run}-${made}`
          }
          const add = async (count: number) => {
            const content = Array.from({ length: count }, () => ({
              text: 'x',
              external_id: nextId(),
              customer_id: reference,
            }))
            payloadOf(await org.post('/content/push', pushBody(scene, content)))
            for (const { external_id } of content) alive.add(external_id)
          }
          await add(4)
          const seen: string[] = []
          let cursor = ''
          const turn = async (limit: number) => {
            const page = payloadOf(
              await org.get(`/feedback?customer_id=${encodeURIComponent(reference)}&limit=${limit}${cursor}`),
            )
            seen.push(...page.items.map((item: Json) => item.external_id))
            if (page.pagination.next_cursor !== null)
              cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`
            return page.pagination.has_more as boolean
          }
          let more = true
          for (const each of steps) {
            if (each.kind === 'turn') more = more && (await turn(each.limit))
            else if (each.kind === 'push' && more) await add(each.count)
            else if (each.kind === 'erase') {
              const id = [...alive][each.pick % Math.max(1, alive.size)]
              if (id === undefined) continue
              payloadOf(await org.post('/feedback/erase', { external_ids: [id] }))
              alive.delete(id)
              doomed.add(id)
            }
          }
          while (more) more = await turn(3)
          expect(new Set(seen).size, 'nothing twice').toBe(seen.length)
          expect(seen, 'in order').toEqual([...seen].sort((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1])))
          for (const id of alive) expect(seen, 'nothing left out').toContain(id)
          for (const id of seen) expect(alive.has(id) || doomed.has(id)).toBe(true)
        }),
        { numRuns: process.env.INPK_SOAK ? 500 : 25 },
      )
    },
    { observe: false, timeoutMs: 120_000 },
  )

  rule('the whole listing is the pushes one after another', async (org) => {
    const scene = await openScene(org)
    for (let batch = 0; batch < 3; batch += 1) payloadOf(await push(org, scene, items(150, `batch${batch}`)))
    const ids = (await allFeedback(org)).map((item) => item.external_id)
    expect(ids).toEqual([0, 1, 2].flatMap((batch) => items(150, `batch${batch}`).map((item) => item.external_id)))
  })
})
