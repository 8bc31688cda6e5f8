import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../emulator/index.js'
import { controlRequest, openOrganization } from './organization.js'
import { payloadOf } from './scene.js'
import { emulatorTarget, START } from './target.js'

interface Layer {
  limit: number
  count: number
  startedAt: number
}

const LIMITS = { a: 2, b: 4, organization: 5 }
const WINDOW_MS = 60_000

/** Fixed windows in layers: a request counts in all of its layers, or, where one is used up, in none. */
function takeTurn(layers: Layer[], now: number) {
  const live = (layer: Layer) => now < layer.startedAt + WINDOW_MS && layer.count > 0
  const full = layers.filter((layer) => live(layer) && layer.count >= layer.limit)
  if (full.length > 0) {
    const last = full.reduce((one, other) => (other.startedAt > one.startedAt ? other : one))
    const endsAt = last.startedAt + WINDOW_MS
    return {
      limited: true,
      limit: last.limit,
      remaining: 0,
      reset: Math.ceil(endsAt / 1_000),
      retry: Math.ceil((endsAt - now) / 1_000),
    }
  }
  for (const layer of layers) {
    if (!live(layer)) Object.assign(layer, { startedAt: now, count: 0 })
    layer.count += 1
  }
  const left = (layer: Layer) => layer.limit - layer.count
  const tightest = layers.reduce((one, other) => (left(other) < left(one) ? other : one))
  return {
    limited: false,
    limit: tightest.limit,
    remaining: left(tightest),
    reset: Math.ceil((tightest.startedAt + WINDOW_MS) / 1_000),
    retry: undefined,
  }
}

const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a' as const, 'b' as const, 'nobody' as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 45_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 999, 59_999, 60_000, 60_001) },
)

describe('rate limits against a model', () => {
  it(
    '[RAT-5, RAT-6, RAT-7, RAT-8] any schedule of requests gets what fixed windows in three layers say',
    async (context) => {
      if (process.env.INPK_CONFORMANCE_URL) context.skip('needs an emulator of its own')
      const processClock = manualClock(START)
      const target = await emulatorTarget({ rateLimits: true, processClock })
      await fc.assert(
        fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 40 }), async (steps) => {
          // The windows of the address are the emulator's: an idle minute ends the ones of the run before.
          processClock.set(processClock.now() + WINDOW_MS)
          let now = processClock.now()
          const clock = { mode: 'frozen', now: new Date(now).toISOString() }
          const organization = { clock, rate_limits: true, per_org_per_minute: LIMITS.organization }
          const org = await openOrganization(target, context.skip as never, { organization })
          const keyOf = async (limit: number) =>
            payloadOf(
              await org.control('POST', '/keys', {
                label: 'k',
                environment: 'test',
                scope: 'all',
                rate_limit_per_minute: limit,
              }),
            ).api_key
          const keys = { a: await keyOf(LIMITS.a), b: await keyOf(LIMITS.b), nobody: null }
          const layer = (limit: number): Layer => ({ limit, count: 0, startedAt: 0 })
          const organizationLayer = layer(LIMITS.organization)
          const layers = {
            a: [layer(LIMITS.a), organizationLayer],
            b: [layer(LIMITS.b), organizationLayer],
            nobody: [layer(600)],
          }
          for (const step of steps) {
            if (typeof step === 'number') {
              now += step
              processClock.set(now)
              await org.advance(`${step}ms`)
              continue
            }
            const { status, headers } = await org.get('/surveys/list', { key: keys[step] })
            const tightest = takeTurn(layers[step], now)
            expect({
              limited: status === 429,
              limit: Number(headers['x-ratelimit-limit']),
              remaining: Number(headers['x-ratelimit-remaining']),
              reset: Number(headers['x-ratelimit-reset']),
              retry: headers['retry-after'] === undefined ? undefined : Number(headers['retry-after']),
            }).toEqual(tightest)
          }
          expect((await controlRequest(target, 'DELETE', `/orgs/${org.orgId}`)).status).toBe(204)
        }),
        { numRuns: process.env.INPK_SOAK ? 10_000 : 50 },
      )
    },
    process.env.INPK_SOAK ? 3_600_000 : 120_000,
  )
})
