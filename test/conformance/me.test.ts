import { describe, expect, it } from 'vitest'
import { manualClock } from '../../emulator/index.js'
import { EVENT_NAMES } from '../../src/contract/events.js'
import type { Json } from './exchange.js'
import { API, type Organization, openOrganization } from './organization.js'
import { SCOPE_NAMES } from './routes.js'
import { rule } from './rule.js'
import { expectRefusal, openScene, payloadOf, push } from './scene.js'
import { emulatorTarget, START } from './target.js'

const me = async (org: Organization) => payloadOf(await org.get('/me'))
const isNumberOrNull = (value: unknown) => value === null || value === undefined || typeof value === 'number'
const isTimeOrNull = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value)))

const CREDITS: [string, (credits: Json) => boolean][] = [
  ['[ME-7] credits never carries plan_key', (credits) => credits.plan_key === undefined],
  ['[ME-8] credits.limit is a number or null', ({ limit }) => isNumberOrNull(limit)],
  ['[ME-9] credits.used is a number or null', ({ used }) => isNumberOrNull(used)],
  ['[ME-10] credits.remaining is a number or null', ({ remaining }) => isNumberOrNull(remaining)],
  ['[ME-11] credits.period_start is an ISO-8601 string or null', (credits) => isTimeOrNull(credits.period_start)],
  ['[ME-12] credits.period_end is an ISO-8601 string or null', (credits) => isTimeOrNull(credits.period_end)],
  [
    '[ME-14] credits.rate_tokens_per_aps is an integer or null',
    ({ rate_tokens_per_aps: rate }) => rate === null || rate === undefined || Number.isInteger(rate),
  ],
]

describe('introspection', () => {
  rule('[ME-15] GET /api/input/me answers 200 with the key self-information', async (org) => {
    const payload = payloadOf(await org.get('/me', { mount: API }))
    for (const member of ['key', 'org_id', 'rate_limits']) expect(payload).toHaveProperty(member)
  })

  rule('[ME-16] introspection is also reachable as GET /me', async (org) => {
    expect(payloadOf(await org.get('/me', { mount: '' }))).toEqual(await me(org))
  })

  rule('[ME-1] key is an object with id, name, environment and permissions, and no secret', async (org) => {
    const answer = await org.get('/me')
    const { key } = payloadOf(answer)
    const [, environment, id, secret] = org.keyOf('all').split('_')
    expect(key).toMatchObject({ id, environment, name: expect.any(String) })
    expect(key.permissions).toContain('all')
    expect(answer.text).not.toContain(secret)
  })

  rule('[ME-2, ME-3] org_id is an integer and org_name a string', async (org) => {
    const { org_id, org_name } = await me(org)
    expect(Number.isInteger(org_id)).toBe(true)
    expect(['string', 'undefined']).toContain(typeof org_name)
  })

  rule('[ME-4, RAT-15] rate_limits holds four integers, and the window is 60 seconds', async (org) => {
    const { rate_limits } = await me(org)
    for (const member of ['per_key_per_minute', 'per_org_per_minute', 'per_ip_per_minute', 'window_seconds']) {
      expect(Number.isInteger(rate_limits[member]), member).toBe(true)
    }
    expect(rate_limits.window_seconds).toBe(60)
  })

  rule('[ME-5] credits is an object, null or absent', async (org) => {
    const { credits } = await me(org)
    expect(credits === null || credits === undefined || (typeof credits === 'object' && !Array.isArray(credits))).toBe(
      true,
    )
  })

  for (const [title, holds] of CREDITS) {
    rule(title, async (org) => {
      const { credits } = await me(org)
      if (credits === null || credits === undefined) org.skip('this organisation has no credits')
      expect(holds(credits), JSON.stringify(credits)).toBe(true)
    })
  }

  rule('[ME-6] webhook_events is an array of strings, the nine names among them', async (org) => {
    const { webhook_events: events } = await me(org)
    if (events === undefined) org.skip('not sent by this service')
    expect(events.every((event: unknown) => typeof event === 'string')).toBe(true)
    if (org.target.kind === 'remote') return
    const shown = [
      ...['analysis.completed', 'content.pushed', 'flag.raised', 'invite.bounced', 'invites.completed'],
      ...['report.ready', 'series.created', 'survey.created', 'survey.published'],
    ]
    expect(events).toEqual(expect.arrayContaining(shown))
    expect(events).toEqual(EVENT_NAMES)
  })

  rule(
    '[ME-13] on the free plan credits has no period and no limit',
    async (org) => {
      payloadOf(await org.control('GET', '/keys'))
      expect((await me(org)).credits).toMatchObject({ limit: null, period_start: null, period_end: null })
    },
    { organization: { plan: 'free' } },
  )

  rule('an organisation begins with 10,000 APS for the calendar month', async (org) => {
    const at = new Date(START)
    const month = (offset: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset)).toISOString()
    expect((await me(org)).credits).toEqual({
      limit: 10_000,
      used: 0,
      remaining: 10_000,
      period_start: month(0),
      period_end: month(1),
      rate_tokens_per_aps: 1_000,
    })
  })

  for (const scope of SCOPE_NAMES) {
    rule(`[ME-17] introspection is open to a ${scope} key`, async (org) => {
      expect(payloadOf(await org.get('/me', { key: scope })).key.permissions).toEqual([scope])
    })
  }

  rule('[ME-18] introspection charges nothing, not even fractions', async (org) => {
    if (!org.target.readOnly && org.target.kind === 'emulator') {
      await push(org, await openScene(org), ['a text that costs a little'], { key: 'live.all' })
    }
    const before = (await me(org)).credits
    for (let count = 0; count < 5; count += 1) await me(org)
    expect((await me(org)).credits).toEqual(before)
  })

  it('[ME-19] introspection is under the rate limits too', async (context) => {
    if (process.env.INPK_CONFORMANCE_URL) context.skip('would use up a minute of a service others use')
    const processClock = manualClock(START)
    const target = await emulatorTarget({ rateLimits: true, processClock })
    const org = await openOrganization(target, context.skip as never, { organization: { rate_limits: true } })
    const { rate_limits } = await me(org)
    for (let count = 1; count < rate_limits.per_ip_per_minute; count += 1) {
      expect((await org.get('/me')).headers['x-ratelimit-remaining']).toBe(String(rate_limits.per_key_per_minute))
    }
    expectRefusal(await org.get('/me'), 429, 'RATE_LIMITED')
    payloadOf(await org.get('/surveys/list'))
  })

  rule('[AUT-5] introspection without credentials is refused', async (org) => {
    expectRefusal(await org.get('/me', { key: null }), 401, 'UNAUTHORIZED')
  })
})
