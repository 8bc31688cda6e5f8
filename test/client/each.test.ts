import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { createControlClient } from '../../src/client/control.js'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, respond, scriptedTransport } from './scripted-service.js'

const ITEMS = 450

async function withFeedback(facts: Record<string, unknown> = {}) {
  const emulator = await startEmulator({ listen: false, facts, rateLimits: false })
  const { client, control } = await emulator.createOrganization()
  const { survey_series_id } = await client.createGroup({ body: { name: 'Support' } })
  const questions = [{ type: 'long_answer' as const, question_text: 'Why?' }]
  const source = await client.createSource({ body: { survey_series_id, survey_title: 'Tickets', questions } })
  const { survey_id } = source
  await client.publishSource({ body: { survey_id } })
  const content = Array.from({ length: ITEMS }, (_, index) => ({ text: `text ${index}`, external_id: String(index) }))
  const { question_id } = source.questions[0]!
  await client.pushContent({ body: { survey_series_id, survey_id, question: { question_id, content } } })
  return { emulator, client, control, survey_id, survey_series_id }
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('for await over the listings of the service', () => {
  test.each([
    ['cursor, as assumed', {}],
    ['offset', { style: 'offset', at: 'offset' }],
    ['page', { style: 'page', at: 'page', first: 1 }],
    ['another name of the cursor', { style: 'cursor', at: 'after', next: 'meta.next' }],
  ])('every item comes once, in order, however the service pages: %s', async (_, fact) => {
    const facts = Object.keys(fact).length > 0 ? { 'paging:listFeedback': fact } : {}
    const { emulator, client, survey_id } = await withFeedback(facts)
    const items = await collect(client.each.feedback({ query: { survey_id } }))
    expect(items.map((item) => item.external_id)).toEqual(Array.from({ length: ITEMS }, (_, index) => String(index)))
    await emulator.close()
  })

  test('groups and sources, narrowed by the query', async () => {
    const { emulator, client, survey_id, survey_series_id } = await withFeedback()
    await client.createGroup({ body: { name: 'Empty' } })
    expect((await collect(client.each.groups())).map(({ name }) => name)).toEqual(['Support', 'Empty'])
    expect((await collect(client.each.groups({ query: { survey_series_id } }))).length).toBe(1)
    expect((await collect(client.each.sources())).map((source) => source.survey_id)).toEqual([survey_id])
    await emulator.close()
  })

  test('a limit asks for no more than it takes, and break asks for no further page', async () => {
    const { emulator, client, control } = await withFeedback()
    const asked = async () => {
      const { items } = await control.listRequests({ query: { operation: 'listFeedback' } })
      return items.map(({ path }) => path.split('?')[1])
    }
    expect((await collect(client.each.feedback({ limit: 3 }))).length).toBe(3)
    expect(await asked()).toEqual(['limit=3'])
    for await (const item of client.each.feedback()) if (item.external_id === '10') break
    expect(await asked()).toEqual(['limit=200', 'limit=3'])
    expect(await collect(client.each.feedback({ limit: 0 }))).toEqual([])
    expect(await asked()).toHaveLength(2)
    expect(() => client.each.feedback({ limit: -1 })).toThrow('`limit` must be a whole number, not -1')
    await emulator.close()
  })

  test('a signal ends the loop with its reason, and none is asked for after it', async () => {
    const { emulator, client } = await withFeedback()
    const stop = new AbortController()
    const reason = new Error('enough')
    const seen: unknown[] = []
    const loop = async () => {
      for await (const item of client.each.feedback({ signal: stop.signal })) {
        seen.push(item)
        if (seen.length === 5) stop.abort(reason)
      }
    }
    await expect(loop()).rejects.toBe(reason)
    expect(seen).toHaveLength(5)
    await expect(collect(client.each.sources({ signal: stop.signal }))).rejects.toBe(reason)
    await emulator.close()
  })

  test('pages that go round, or do not say how to go on, end with an InpkError that says so', async () => {
    const group = {
      survey_series_id: '1',
      name: 'A',
      tracking: 'none',
      created_at: '2026-01-01T00:00:00.000Z',
      surveys: [],
    }
    const page = (pagination: object) => ({ body: { survey_series: [group], pagination } })
    const eachGroup = (pagination: object) => {
      const { transport } = scriptedTransport(page(pagination))
      return collect(createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, force: true }).each.groups())
    }
    const round = { limit: 1, next_cursor: 'x', has_more: true }
    await expect(eachGroup(round)).rejects.toMatchObject({ name: 'ListingError', code: 'PAGES_GO_ROUND' })
    const silent = { limit: 1, next_cursor: null, has_more: true }
    await expect(eachGroup(silent)).rejects.toMatchObject({ code: 'PAGES_INCOMPLETE', hint: expect.any(String) })
  })
})

describe('for await over the lists of the control API', () => {
  test('every record of every page, narrowed by the query', async () => {
    const { emulator, control, client } = await withFeedback()
    for (let count = 0; count < 60; count += 1) await client.getMe()
    const paths = await collect(control.each.requests({ query: { operation: 'getMe' } }))
    expect(paths.map(({ operation }) => operation)).toEqual(Array.from({ length: 60 }, () => 'getMe'))
    expect(await collect(control.each.requests({ limit: 2 }))).toHaveLength(2)
    expect((await collect(control.each.keys())).length).toBeGreaterThan(5)
    await emulator.close()
  })

  test('a cursor that comes again ends the list with a ListingError', async () => {
    const body = { items: [], pagination: { limit: 1, next_cursor: 'x', has_more: true } }
    const control = createControlClient({ dashboardUrl: BASE_URL, transport: async () => respond({ body }) })
    await expect(collect(control.each.members())).rejects.toMatchObject({ code: 'PAGES_GO_ROUND' })
  })
})
