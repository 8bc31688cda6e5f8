import { isObject } from '../../../base/is-object.js'
import { formatApiKey } from '../../../contract/api-key.js'
import { GUESSES } from '../../../contract/assumptions/values.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { Probe } from '../probe/probe.js'
import { requestOf } from '../probe/probe-requests.js'
import { clampOf, type SizedPage } from './clamp.js'
import { type ConductProbe, isRefused, isTaken, type Observed, rule, unclear } from './conduct.js'

/** What harmless requests tell of conduct. */
export const READ_CONDUCT: readonly ConductProbe[] = [
  { behaviour: 'unauthorized-uniform', observe: compareRefusals },
  { behaviour: 'migration-headers', observe: readHeadersOfDescription },
  { behaviour: 'introspection-counts', observe: countIntrospection },
  { behaviour: 'paging-clamp', observe: clampPages },
]

const UNKNOWN_KEY = formatApiKey({
  environment: 'test',
  id: 'nosuchkey0',
  secret: `${'inpkProbe'.repeat(5).slice(0, 43)}=`,
})

/** Without a key twice, which must be answered alike, and with one that nobody has. */
async function compareRefusals(probe: Probe): Promise<Observed | undefined> {
  const { path } = requestOf(probe.contract(), 'getMe', {})
  const ask = (headers?: Record<string, string>) =>
    probe.send({
      method: 'GET',
      path,
      anonymous: true,
      refusedFor: 'UNAUTHORIZED',
      ...(headers && { headers }),
    })
  const [first, second] = [await ask(), await ask()]
  const unknown = await ask({ authorization: `Bearer ${UNKNOWN_KEY}` })
  if ([first, second, unknown].some(({ status }) => status !== first.status) || first.status < 400) {
    return unclear('requests without a valid key are not refused alike')
  }
  const [one, another, other] = [first, second, unknown].map(complaintOf)
  if (one !== another) return unclear('every refusal has a message of its own')
  return rule(one === other ? 'uniform' : 'told-apart')
}

function complaintOf({ responseBody }: SeenExchange): string {
  const { error } = isObject(responseBody) ? responseBody : { error: undefined }
  return isObject(error) ? JSON.stringify([error.code, error.message, error.details]) : JSON.stringify(responseBody)
}

/** Only while other answers announce the wrapper does it tell anything that this one does not. */
async function readHeadersOfDescription(probe: Probe): Promise<Observed | undefined> {
  const control = await probe.trial('getMe', {})
  const description = await probe.trial('getOpenapi', {})
  if (!isTaken(control) || !isTaken(description)) return undefined
  const announces = ({ responseHeaders }: SeenExchange) =>
    responseHeaders.deprecation !== undefined && responseHeaders.sunset !== undefined
  if (announces(description!)) return rule('present')
  return announces(control!) ? rule('absent') : unclear('no response has Deprecation and Sunset')
}

/** How often the key is asked about itself between two requests that count. */
const INTROSPECTIONS = 3

/** Requests of others with the same key count, too: only differences that they can't make tell something. */
async function countIntrospection(probe: Probe): Promise<Observed | undefined> {
  const me = await probe.trial('getMe', {})
  const limits = probe.payload('getMe', me).rate_limits
  const perKey = isObject(limits) ? limits.per_key_per_minute : undefined
  if (typeof perKey !== 'number') return unclear('the limit of the key is not shown')
  const before = windowOf(await probe.trial('listSources', { query: { limit: 1 } }))
  const beside = windowOf(await probe.trial('listSources', { query: { limit: 1 } }))
  for (let count = 0; count < INTROSPECTIONS; count += 1) await probe.trial('getMe', {})
  const after = windowOf(await probe.trial('listSources', { query: { limit: 1 } }))
  const all = [before, beside, after]
  if (all.some(({ limit, reset }) => limit !== perKey || reset !== before.reset)) {
    return unclear('headers show no single window of the key')
  }
  const [one, fell] = [before.left - beside.left, beside.left - after.left]
  if (one !== 1) return unclear("others use the key at the same time, or the service doesn't count its requests")
  if (fell === 1) return rule('free')
  return fell === 1 + INTROSPECTIONS ? rule('counted') : unclear('others use the key at the same time')
}

function windowOf(seen: SeenExchange | undefined): { limit: number; left: number; reset: number } {
  const header = (name: string) => Number(seen?.responseHeaders[`x-ratelimit-${name}`] ?? Number.NaN)
  return { limit: header('limit'), left: header('remaining'), reset: header('reset') }
}

/** Sizes of pages by which the place where an answer repeats them is known, and one that is too large. */
const SIZES = [7, 11, 13, undefined, 1_000_000]

async function clampPages(probe: Probe): Promise<Observed | undefined> {
  const ask = (limit?: number) => probe.trial('listSources', limit === undefined ? {} : { query: { limit } })
  const pages: SizedPage[] = []
  for (const size of SIZES) {
    const seen = await ask(size)
    if (seen) pages.push({ size, seen })
  }
  const clamp = clampOf(pages)
  if (!clamp) return unclear('responses do not repeat the size of a page')
  if (!('values' in clamp) || clamp.values.above !== 'refused') return clamp
  const most = await findMost(pages.at(-1)!.seen, ask)
  return { values: { ...clamp.values, ...(most === undefined ? {} : { most }) } }
}

/** The largest page, where a refusal shows it, or it is the assumed one: it is taken, and one more is not. */
async function findMost(
  refusal: SeenExchange,
  ask: (limit: number) => Promise<SeenExchange | undefined>,
): Promise<number | undefined> {
  const shown = (JSON.stringify(refusal.responseBody).match(/\b\d{1,6}\b/g) ?? []).map(Number)
  const likely = [...shown.filter((each) => each > SIZES[2]!).slice(0, 3), GUESSES['paging-clamp'].most]
  for (const most of new Set(likely)) {
    if (isTaken(await ask(most)) && isRefused(await ask(most + 1))) return most
  }
  return undefined
}
