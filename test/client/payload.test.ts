import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, ME, PUSH, PUSHED, type Reply, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

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

  test('[CLI-6] a thousand mutated answers in both envelopes are read or refused, and nothing else (A19)', async () => {
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
        expect(
          await open({ body, headers: { 'content-type': 'application/json' } }).pushContent({ body: PUSH }),
        ).toEqual(payload)
      }),
      { numRuns: 1_000 },
    )
  })

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
          expect(['answer', 'ServiceError', 'WrongHostError']).toContain(name)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
