import { isObject, type JsonObject } from '../../../base/is-object.js'
import { parseApiKey } from '../../../contract/api-key.js'
import type { Exchange } from '../probe.js'
import { must, NotLooked, type Rule, rule } from '../rule.js'

const LIMITS = ['per_key_per_minute', 'per_org_per_minute', 'per_ip_per_minute', 'window_seconds']

const key = ({ payload }: Exchange): JsonObject => (isObject(payload.key) ? payload.key : {})
const limits = ({ payload }: Exchange): JsonObject => (isObject(payload.rate_limits) ? payload.rate_limits : {})

function credits({ payload }: Exchange): JsonObject {
  if (isObject(payload.credits)) return payload.credits
  throw new NotLooked('the organisation has no credits to check')
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'absent'
}

function isIsoTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))
}

/** A rule about one member of `credits`, which may be null or absent. */
function creditsRule(id: Rule['id'], member: string, isFine: (value: unknown) => boolean): Rule {
  return meRule(id, (me) => {
    const value = credits(me)[member] ?? null
    must(value === null || isFine(value), `credits.${member} is ${show(value)}`)
  })
}

function meRule(id: Rule['id'], look: (me: Exchange, apiKey: string) => void): Rule {
  return rule(id, async (probe) => look(await probe.seen('/me'), probe.settings.apiKey))
}

const isNumber = (value: unknown) => typeof value === 'number'

/** Introspection: the key, its organisation, limits and credits. */
export const INTROSPECTION_RULES: Rule[] = [
  meRule('ADR-1', () => {}),
  meRule('ME-15', () => {}),
  meRule('ME-17', () => {}),
  rule('ME-16', async (probe) => {
    must((await probe.get('/me', { mount: '' })).status === 200, 'GET /me does not answer 200')
  }),
  meRule('KEY-2', (me) =>
    must(key(me).environment === 'live' || key(me).environment === 'test', show(key(me).environment)),
  ),
  meRule('KEY-10', (_me, apiKey) => must(parseApiKey(apiKey) !== undefined, 'the key has another form')),
  meRule('KEY-11', (me, apiKey) => {
    const word = parseApiKey(apiKey)?.environment
    must(word === key(me).environment, `the key reads ${word}, introspection says ${show(key(me).environment)}`)
  }),
  meRule('ME-1', (me, apiKey) => {
    for (const member of ['id', 'name', 'environment', 'permissions']) must(member in key(me), `key has no ${member}`)
    must(!me.text.includes(apiKey.slice(-44)), 'the response contains the secret')
  }),
  meRule('ME-2', ({ payload }) => must(Number.isInteger(payload.org_id), `org_id is ${show(payload.org_id)}`)),
  meRule('ME-3', ({ payload }) => {
    must(
      payload.org_name === undefined || typeof payload.org_name === 'string',
      `org_name is ${show(payload.org_name)}`,
    )
  }),
  meRule('ME-4', (me) => {
    for (const member of LIMITS) must(Number.isInteger(limits(me)[member]), `${member} is ${show(limits(me)[member])}`)
  }),
  meRule('ME-5', ({ payload }) => {
    must(payload.credits == null || isObject(payload.credits), `credits is ${show(payload.credits)}`)
  }),
  meRule('ME-6', ({ payload: { webhook_events: events } }) => {
    must(
      events === undefined || (Array.isArray(events) && events.every((each) => typeof each === 'string')),
      show(events),
    )
  }),
  meRule('ME-7', (me) => must(!('plan_key' in credits(me)), 'credits carries plan_key')),
  creditsRule('ME-8', 'limit', isNumber),
  creditsRule('ME-9', 'used', isNumber),
  creditsRule('ME-10', 'remaining', isNumber),
  creditsRule('ME-11', 'period_start', isIsoTime),
  creditsRule('ME-12', 'period_end', isIsoTime),
  creditsRule('ME-14', 'rate_tokens_per_aps', Number.isInteger),
  rule('ME-18', async (probe) => {
    const [before, after] = [await probe.get('/me'), await probe.get('/me')]
    must(
      credits(before).used === credits(after).used,
      `used went from ${show(credits(before).used)} to ${show(credits(after).used)}`,
    )
  }),
  meRule('RAT-14', (me) => {
    const said = Number(me.headers['x-ratelimit-limit'])
    const known = LIMITS.slice(0, 3).map((member) => limits(me)[member])
    must(known.includes(said), `responses say ${said}, introspection ${known.join(', ')}`)
  }),
  meRule('RAT-15', (me) =>
    must(limits(me).window_seconds === 60, `window_seconds is ${show(limits(me).window_seconds)}`),
  ),
]
