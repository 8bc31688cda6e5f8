import { describe, expect, it } from 'vitest'
import { manualClock } from '../../emulator/index.js'
import type { Answer } from './exchange.js'
import { type Organization, openOrganization } from './organization.js'
import { rule } from './rule.js'
import { allFeedback, expectRefusal, openScene, payloadOf, push } from './scene.js'
import { emulatorTarget, START } from './target.js'

/** Introspection counts towards no window of its key. */
const COUNTED = '/surveys/list'

const LIMITED = { organization: { rate_limits: true } }

async function limitedKey(org: Organization, rate_limit_per_minute?: number, scope = 'all'): Promise<`inpk_${string}`> {
  const setting = {
    label: 'Limited',
    environment: 'test',
    scope,
    ...(rate_limit_per_minute === undefined ? {} : { rate_limit_per_minute }),
  }
  return payloadOf(await org.control('POST', '/keys', setting)).api_key
}

const limits = ({ headers }: Answer) => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: Number(headers['x-ratelimit-reset']),
})

describe('rate limits', () => {
  rule(
    '[RAT-1, RAT-12] a request over the limit answers 429 with Retry-After and the three headers',
    async (org) => {
      const key = await limitedKey(org, 2)
      for (let count = 0; count < 2; count += 1) payloadOf(await org.get(COUNTED, { key }))
      const answer = await org.get(COUNTED, { key })
      expectRefusal(answer, 429, 'RATE_LIMITED')
      expect(limits(answer)).toEqual({ limit: 2, remaining: 0, reset: START / 1_000 + 60 })
      expect(answer.headers['retry-after']).toBe('60')
    },
    LIMITED,
  )

  rule(
    '[RAT-2] a key gets as many requests per minute as its limit says, 60 by default',
    async (org) => {
      for (const [limit, key] of [
        [60, org.keyOf('push')],
        [60, await limitedKey(org)],
        [7, await limitedKey(org, 7)],
      ] as const) {
        for (let count = 1; count <= limit; count += 1) {
          expect(limits(await org.get(COUNTED, { key: key as `inpk_${string}` })).remaining).toBe(limit - count)
        }
        expectRefusal(await org.get(COUNTED, { key: key as `inpk_${string}` }), 429, 'RATE_LIMITED')
      }
    },
    LIMITED,
  )

  rule(
    '[RAT-3] all keys of an organisation together get 300 requests per minute by default',
    async (org) => {
      const keys = await Promise.all(Array.from({ length: 4 }, () => limitedKey(org, 100)))
      for (let count = 0; count < 300; count += 1) payloadOf(await org.get(COUNTED, { key: keys[count % 4]! }))
      for (const key of keys) {
        const answer = await org.get(COUNTED, { key })
        expectRefusal(answer, 429, 'RATE_LIMITED')
        expect(limits(answer)).toMatchObject({ limit: 300, remaining: 0 })
      }
      payloadOf(await (await openOrganization(org.target, org.skip, LIMITED)).get('/me'))
    },
    LIMITED,
  )

  it('[RAT-4] an address gets 600 requests per minute by default, counted where no valid key identifies the caller', async (context) => {
    if (process.env.INPK_CONFORMANCE_URL) context.skip('needs an emulator of its own')
    const processClock = manualClock(START)
    const org = await openOrganization(
      await emulatorTarget({ rateLimits: true, processClock }),
      context.skip as never,
      LIMITED,
    )
    for (let count = 1; count <= 600; count += 1) {
      const answer = await org.get('/me', { key: null })
      expect([answer.status, limits(answer)]).toEqual([
        401,
        { limit: 600, remaining: 600 - count, reset: START / 1_000 + 60 },
      ])
    }
    for (const path of ['/me', '/nowhere', '/openapi.json']) {
      expectRefusal(await org.get(path, { key: null, mount: '' }), 429, 'RATE_LIMITED')
    }
    payloadOf(await org.get(COUNTED))
    processClock.set(START + 59_999)
    expect((await org.get('/me', { key: null })).headers['retry-after']).toBe('1')
    processClock.set(START + 60_000)
    expect((await org.get('/me', { key: null })).status).toBe(401)
  })

  rule(
    '[RAT-5] a window is fixed at 60 seconds and starts with the first request in it',
    async (org) => {
      const key = await limitedKey(org, 3)
      await org.advance('17s')
      const start = START / 1_000 + 17
      for (const wait of ['0s', '30s', '29s']) {
        if (wait !== '0s') await org.advance(wait)
        expect(limits(await org.get(COUNTED, { key })).reset).toBe(start + 60)
      }
      expect((await org.get(COUNTED, { key })).status).toBe(429)
      await org.advance('1s')
      expect(limits(await org.get(COUNTED, { key }))).toEqual({ limit: 3, remaining: 2, reset: start + 120 })
    },
    LIMITED,
  )

  rule(
    '[RAT-6] a rejected request does not extend the window',
    async (org) => {
      const key = await limitedKey(org, 1)
      payloadOf(await org.get(COUNTED, { key }))
      for (let second = 1; second < 60; second += 1) {
        await org.advance('1s')
        const answer = await org.get(COUNTED, { key })
        expectRefusal(answer, 429, 'RATE_LIMITED')
        expect([answer.headers['retry-after'], limits(answer).reset]).toEqual([String(60 - second), START / 1_000 + 60])
      }
      await org.advance('1s')
      payloadOf(await org.get(COUNTED, { key }))
    },
    LIMITED,
  )

  rule(
    '[RAT-6] a rejected request counts in no layer',
    async (org) => {
      const [spent, other] = [await limitedKey(org, 1), await limitedKey(org, 300)]
      payloadOf(await org.get(COUNTED, { key: spent }))
      for (let count = 0; count < 50; count += 1) await org.get(COUNTED, { key: spent })
      for (let count = 0; count < 299; count += 1) payloadOf(await org.get(COUNTED, { key: other }))
      expectRefusal(await org.get(COUNTED, { key: other }), 429, 'RATE_LIMITED')
    },
    LIMITED,
  )

  rule(
    '[RAT-7, RAT-8] Retry-After and X-RateLimit-Reset are exact: a request then is let through, one just before is not',
    async (org) => {
      for (const lead of ['0ms', '1ms', '250ms', '999ms']) {
        const key = await limitedKey(org, 1)
        if (lead !== '0ms') await org.advance(lead)
        payloadOf(await org.get(COUNTED, { key }))
        const now = async () => Date.parse(payloadOf(await org.control('GET', '/clock')).now)
        const answer = await org.get(COUNTED, { key })
        const reset = limits(answer).reset * 1_000
        const retryAt = (await now()) + Number(answer.headers['retry-after']) * 1_000
        expect(Number.isInteger(Number(answer.headers['retry-after']))).toBe(true)
        expect(retryAt - (await now())).toBeLessThanOrEqual(60_000)
        expect(Math.abs(reset - retryAt)).toBeLessThan(1_000)
        await org.advance('59s')
        expect((await org.get(COUNTED, { key })).status, lead).toBe(429)
        payloadOf(await org.control('POST', '/clock/advance', { to: new Date(Math.max(reset, retryAt)).toISOString() }))
        expect((await org.get(COUNTED, { key })).status, lead).toBe(200)
      }
    },
    LIMITED,
  )

  rule('[RAT-9, RAT-10, RAT-11] every response carries the three headers, errors included', async (org) => {
    const answers = [
      await org.get('/me'),
      await org.get('/me', { key: null }),
      await org.get('/feedback', { key: 'send' }),
      await org.get('/nowhere'),
      await org.get('/content/push'),
      await org.post('/content/push', {}),
      await org.request('POST', '/content/push', { rawBody: '{' }),
      await org.get('/openapi.json', { mount: '/api/v1', key: null }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([200, 401, 403, 404, 405, 400, 400, 200])
    for (const answer of answers) {
      expect(answer.headers['x-ratelimit-limit']).toMatch(/^[1-9]\d*$/)
      expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
      expect(answer.headers['x-ratelimit-reset']).toMatch(/^\d{10}$/)
    }
  })

  rule(
    '[RAT-14] introspection shows the limits in force',
    async (org) => {
      const { rate_limits } = payloadOf(await org.get('/me'))
      const { limit } = limits(await org.get('/me'))
      expect(Object.values(rate_limits)).toContain(limit)
      if (org.target.kind === 'emulator') {
        expect(rate_limits).toEqual({
          per_key_per_minute: 60,
          per_org_per_minute: 250,
          per_ip_per_minute: 600,
          window_seconds: 60,
        })
        const key = await limitedKey(org, 5)
        expect(payloadOf(await org.get('/me', { key })).rate_limits.per_key_per_minute).toBe(5)
        expect(limits(await org.get(COUNTED, { key })).limit).toBe(5)
      }
    },
    { organization: { per_org_per_minute: 250 } },
  )

  rule('while the limits are off, Remaining stays at the limit and nothing is refused', async (org) => {
    const key = await limitedKey(org, 2)
    for (let count = 0; count < 10; count += 1) {
      expect(limits(await org.get(COUNTED, { key }))).toMatchObject({ limit: 2, remaining: 2 })
    }
  })

  rule(
    'headers report the layer with the fewest left, and of equal ones the key',
    async (org) => {
      const [a, b] = [await limitedKey(org, 4), await limitedKey(org, 4)]
      const seen: Answer[] = []
      for (const key of [a, a, b, b]) seen.push(await org.get(COUNTED, { key }))
      expect(seen.map((answer) => [limits(answer).limit, limits(answer).remaining])).toEqual([
        [4, 3],
        [4, 2],
        [5, 2],
        [5, 1],
      ])
      expect(limits(await org.get(COUNTED, { key: b }))).toMatchObject({ limit: 5, remaining: 0 })
      expectRefusal(await org.get(COUNTED, { key: a }), 429, 'RATE_LIMITED')
    },
    { organization: { rate_limits: true, per_org_per_minute: 5 } },
  )

  rule(
    'a 429 reports the exhausted layer whose window ends last',
    async (org) => {
      const [first, second] = [await limitedKey(org, 2), await limitedKey(org, 1)]
      payloadOf(await org.get(COUNTED, { key: first }))
      await org.advance('10s')
      payloadOf(await org.get(COUNTED, { key: second }))
      // The organisation's window (2) ends at 60 s, the second key's (1) at 70 s.
      const answer = await org.get(COUNTED, { key: second })
      expectRefusal(answer, 429, 'RATE_LIMITED')
      expect([limits(answer).limit, answer.headers['retry-after']]).toEqual([1, '60'])
      const organization = await org.get(COUNTED, { key: first })
      expect([organization.status, organization.headers['retry-after']]).toEqual([429, '50'])
    },
    { organization: { rate_limits: true, per_org_per_minute: 2 } },
  )

  rule(
    "a valid key's 404s, 405s, 403s and 400s count against that key",
    async (org) => {
      const key = await limitedKey(org, 4, 'push')
      await org.get('/nowhere', { key })
      await org.get('/content/push', { key })
      await org.post('/survey/create', {}, { key })
      await org.post('/content/push', {}, { key })
      expectRefusal(await org.get('/nowhere', { key }), 429, 'RATE_LIMITED')
    },
    LIMITED,
  )

  rule(
    'a push refused with 429 stores nothing and keeps nothing for its idempotency key',
    async (org) => {
      const scene = await openScene(org)
      const key = await limitedKey(org, 1)
      payloadOf(await org.get(COUNTED, { key }))
      expectRefusal(await push(org, scene, ['a'], { key, idempotencyKey: 'later' }), 429, 'RATE_LIMITED')
      expect(await allFeedback(org)).toEqual([])
      await org.advance('60s')
      const answer = await push(org, scene, ['a'], { key, idempotencyKey: 'later' })
      expect(payloadOf(answer).inserted).toBe(1)
      expect(answer.headers['idempotent-replayed']).toBeUndefined()
    },
    LIMITED,
  )

  rule(
    'under a frozen clock the hint of a 429 says to advance it',
    async (org) => {
      const key = await limitedKey(org, 1)
      payloadOf(await org.get(COUNTED, { key }))
      expect((await org.get(COUNTED, { key })).headers['x-emulator-hint']).toMatch(/advance/)
    },
    LIMITED,
  )

  rule("Date is the organisation's clock", async (org) => {
    expect((await org.get('/me')).headers.date).toBe(new Date(START).toUTCString())
    await org.advance('36h')
    expect((await org.get('/me')).headers.date).toBe(new Date(START + 36 * 3_600_000).toUTCString())
  })
})
