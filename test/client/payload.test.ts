import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { routeOf } from '../../src/client/route.js'
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import { recommendedSchema } from '../../src/contract/vocabulary.js'
import { BASE_URL, KEY, ME, PUSH, PUSHED, type Reply, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

const ANSWERS = process.env.INPK_SOAK ? 1_000 : 300

type Json = Record<string, unknown>
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** A value of a schema, with all the members it names. */
function sampleOf({ type, properties = {}, items, anyOf, enum: words, ...schema }: Schema): unknown {
  if ('const' in schema) return schema.const
  if (words) return words[0]
  if (anyOf) return sampleOf(anyOf.find((each) => each.type !== 'null') ?? anyOf[0]!)
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, sampleOf(each)]))
  if (type === 'array') return [sampleOf(items ?? {})]
  return { string: '1', integer: 1, number: 0.5, boolean: true }[type ?? ''] ?? null
}

/** With members nobody knows, in every object there is. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, each]) => [name, withMore(each)])
  return Object.fromEntries([['a_new_one', { deep: [1] }], ...members, ['another', null]])
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, each]) => [name, reversed(each)])
  return Object.fromEntries(members.reverse())
}

function open(reply: Reply) {
  const { transport } = scriptedTransport(reply)
  return createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock(), retries: 0 })
}

describe('the envelope', () => {
  test('[CLI-9] the payload is read from data when that key is there', async () => {
    expect(await open({ body: { data: ME } }).getMe()).toEqual(ME)
  })

  test('[CLI-10] the payload is read from the root when there is no key data', async () => {
    expect(await open({ body: ME }).getMe()).toEqual(ME)
  })

  test('[CLI-9] a data that cannot be the payload is an unknown field of a bare one', async () => {
    const bare = { ...ME, data: { new: true } }
    expect(await open({ body: bare }).getMe()).toEqual(bare)
  })

  test('[CLI-9] beside data other members do not matter', async () => {
    expect(await open({ body: { data: PUSHED, meta: 1 } }).pushContent({ body: PUSH })).toEqual(PUSHED)
  })

  test('[CLI-8] Deprecation and Sunset change nothing about an answer', async () => {
    const headers = { deprecation: 'true', sunset: 'Sat, 01 Aug 2026 00:00:00 GMT' }
    expect(await open({ headers, body: ME }).getMe()).toEqual(ME)
  })

  test('the description is never looked for in data', async () => {
    const body = { openapi: '3.1.0', data: { key: 1 } }
    expect(await open({ body }).getOpenapi()).toEqual(body)
  })
})

describe('what the service may add', () => {
  test('[CLI-2] credits and key may have more members, nulls and gaps', async () => {
    const mutations = [
      null,
      {},
      { limit: null, used: null, remaining: null, period_start: null, period_end: null },
      { more: 1 },
    ]
    for (const credits of mutations) {
      const me = { ...ME, key: { ...ME.key, colour: 'red' }, credits }
      expect(await open({ body: me }).getMe()).toEqual(me)
    }
  })

  test('[CLI-6] unknown fields are kept and do no harm, on recommended routes too', async () => {
    const body = {
      analysis_status: 'brand_new',
      analysis_id: null,
      feedback_group_id: '1',
      source_id: '2',
      mood: { field_id: '7' },
    }
    const client = open({ body })
    expect(await client.getAnalysis({ params: { id: '2' } })).toEqual({
      analysis_status: 'brand_new',
      analysis_id: null,
      survey_series_id: '1',
      survey_id: '2',
      mood: { field_id: '7' },
    })
    expect((await client.call('getAnalysis', { params: { id: '2' } })).raw).toEqual(body)
  })

  test(`[CLI-6] ${ANSWERS} mutated answers in both envelopes are read or refused, and nothing else (A19)`, async () => {
    const mutated = fc.record({
      wrapped: fc.boolean(),
      extra: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
      nulls: fc.subarray(Object.keys(PUSHED)),
      reversed: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(mutated, async ({ wrapped, extra, nulls, reversed }) => {
        const members = Object.entries({ ...extra, ...PUSHED }).map(([key, value]) => [
          key,
          nulls.includes(key) ? null : value,
        ])
        // Through JSON once, for it knows no -0.
        const payload = JSON.parse(JSON.stringify(Object.fromEntries(reversed ? members.reverse() : members)))
        const body = JSON.stringify(wrapped ? { data: payload } : payload)
        const read = await open({ body, headers: { 'content-type': 'application/json' } }).pushContent({ body: PUSH })
        expect(JSON.parse(JSON.stringify(read))).toEqual(payload)
        for (const name of Object.keys(PUSHED) as (keyof typeof PUSHED)[]) {
          if (nulls.includes(name)) expect(() => read[name]).toThrow(`\`${name}\` is null`)
          else expect(read[name]).toBe(PUSHED[name])
        }
      }),
      { numRuns: ANSWERS },
    )
  })

  test.each(OPERATION_IDS.filter((id) => id !== 'mcp' && id !== 'getOpenapi'))(
    '[CLI-6] an answer of %s in both envelopes, with more members, in another order or with nulls, is read, or refused (A19)',
    async (id) => {
      const row = rowOf(id)
      const schema = routeOf(row).words === 'recommended' ? recommendedSchema(row.result) : row.result
      const whole = sampleOf(schema as Schema) as Json
      const params = Object.fromEntries([...routeOf(row).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '1']))
      const ask = async (payload: unknown, wrapped: boolean) => {
        const body = JSON.stringify(wrapped ? { data: payload } : payload)
        const client = open({ body, headers: { 'content-type': 'application/json' } })
        return (await client.call(id, { params, idempotencyKey: 'k' } as never)).raw
      }
      for (const wrapped of [false, true]) {
        for (const mutate of [withMore, reversed]) {
          const payload = mutate(whole) as Json
          const raw = await ask(payload, wrapped)
          expect(Object.keys(raw as Json)).toEqual(Object.keys(payload))
          expect(raw).toEqual(payload)
        }
        for (const name of Object.keys(whole)) {
          const answer = await ask({ ...whole, [name]: null }, wrapped).catch((error: Error) => error.name)
          expect(typeof answer === 'object' || answer === 'UnexpectedResponseError', `${name}: ${answer}`).toBe(true)
        }
      }
    },
  )

  test('any bytes at all give an answer or one of our errors', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.json()),
        fc.constantFrom(200, 202, 301, 400, 404, 500, 599),
        async (body, status) => {
          const call = open({ status, body, headers: {} }).getMe()
          const name = await call.then(
            () => 'answer',
            (error: Error) => error.name,
          )
          expect(['answer', 'ServiceError', 'UnexpectedResponseError', 'WrongHostError']).toContain(name)
        },
      ),
      { numRuns: ANSWERS },
    )
  })
})

describe('a number that means nothing where it stands is refused when it is read', () => {
  const { result } = rowOf('getAnalysis')
  const whole = sampleOf(result as Schema) as Json

  test.each([
    ['item_count', -7, '`item_count` is -7, less than 0'],
    ['item_count', 2.5, '`item_count` is 2.5, not a whole number'],
    ['sentiment', { score: 40 }, '`sentiment.score` is 40, more than 1'],
  ])('%s %j', async (name, value, message) => {
    const payload = { ...whole, [name]: typeof value === 'object' ? { ...(whole[name] as Json), ...value } : value }
    const client = open({ body: JSON.stringify(payload), headers: { 'content-type': 'application/json' } })
    const answer = await client.getAnalysis({ params: { id: '1' } })
    expect(() => JSON.stringify([answer.item_count, answer.sentiment.score])).toThrow(message)
  })
})
