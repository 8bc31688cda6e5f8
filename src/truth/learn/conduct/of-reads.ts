import { isObject } from '../../../base/is-object.js'
import { formatApiKey } from '../../../contract/api-key.js'
import type { SeenExchange } from '../evidence.js'
import type { Probe } from '../probe.js'
import { requestOf } from '../probe-requests.js'
import { type ConductProbe, codeOf, isRefused, isTaken, rule, type Told, unclear } from './conduct.js'

/** What harmless requests tell of conduct. */
export const READ_CONDUCT: readonly ConductProbe[] = [
  { behaviour: 'unauthorized-uniform', tell: tellRefusalsApart },
  { behaviour: 'migration-headers', tell: readHeadersOfDescription },
  { behaviour: 'introspection-counts', tell: countIntrospection },
  { behaviour: 'paging-clamp', tell: clampPages },
]

const UNKNOWN_KEY = formatApiKey({
  environment: 'test',
  id: 'nosuchkey0',
  secret: `${'inpkProbe'.repeat(5).slice(0, 43)}=`,
})

/** Without a key twice, which must be answered alike, and with one that nobody has. */
async function tellRefusalsApart(probe: Probe): Promise<Told | undefined> {
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
async function readHeadersOfDescription(probe: Probe): Promise<Told | undefined> {
  const control = await probe.aside('getMe', {})
  const description = await probe.aside('getOpenapi', {})
  if (!isTaken(control) || !isTaken(description)) return undefined
  const announces = ({ responseHeaders }: SeenExchange) =>
    responseHeaders.deprecation !== undefined && responseHeaders.sunset !== undefined
  if (announces(description!)) return rule('present')
  return announces(control!) ? rule('absent') : unclear('no answer has Deprecation and Sunset')
}

/** How often the key is asked about itself between two requests that count. */
const INTROSPECTIONS = 3

/** Requests of others with the same key count, too: only differences that they can't make tell something. */
async function countIntrospection(probe: Probe): Promise<Told | undefined> {
  const me = await probe.aside('getMe', {})
  const limits = probe.payload('getMe', me).rate_limits
  const perKey = isObject(limits) ? limits.per_key_per_minute : undefined
  if (typeof perKey !== 'number') return unclear('the limit of the key is not shown')
  const before = windowOf(await probe.aside('listSources', { query: { limit: 1 } }))
  const beside = windowOf(await probe.aside('listSources', { query: { limit: 1 } }))
  for (let count = 0; count < INTROSPECTIONS; count += 1) await probe.aside('getMe', {})
  const after = windowOf(await probe.aside('listSources', { query: { limit: 1 } }))
  const all = [before, beside, after]
  if (all.some(({ limit, reset }) => limit !== perKey || reset !== before.reset)) {
    return unclear('headers show no single window of the key')
  }
  const [one, fell] = [before.left - beside.left, beside.left - after.left]
  if (one !== 1) return unclear('the window of the key is used by others, or does not count')
  if (fell === 1) return rule('free')
  return fell === 1 + INTROSPECTIONS ? rule('counted') : unclear('the window of the key is used by others')
}

function windowOf(seen: SeenExchange | undefined): { limit: number; left: number; reset: number } {
  const header = (name: string) => Number(seen?.responseHeaders[`x-ratelimit-${name}`] ?? Number.NaN)
  return { limit: header('limit'), left: header('remaining'), reset: header('reset') }
}

/** Sizes of pages by which the place where an answer repeats them is known. */
const SIZES = [7, 11, 13]
const FAR_ABOVE = 1_000_000

/** The size of a page is read where the answer repeats what was asked for. */
async function clampPages(probe: Probe): Promise<Told | undefined> {
  const ask = (limit?: number) => probe.aside('listSources', limit === undefined ? {} : { query: { limit } })
  const sized: [number, SeenExchange | undefined][] = []
  for (const size of SIZES) sized.push([size, await ask(size)])
  if (!sized.every(([, seen]) => isTaken(seen))) return unclear('a page of a few is refused')
  const place = [...numbersIn(sized[0]![1]!.responseBody)].find(([path]) =>
    sized.every(([size, seen]) => numbersIn(seen!.responseBody).get(path) === size),
  )?.[0]
  const repeated = (seen: SeenExchange | undefined) =>
    place === undefined ? undefined : numbersIn(seen?.responseBody).get(place)
  const usual = repeated(await ask())
  const standard = usual === undefined ? {} : { default: usual }
  const above = await ask(FAR_ABOVE)
  if (isTaken(above)) {
    const most = repeated(above)
    if (place === undefined) return unclear('answers do not repeat the size of a page')
    if (most === undefined || most === FAR_ABOVE) return unclear('no page is too large')
    return { values: { ...standard, most, above: 'clamped' } }
  }
  if (!isRefused(above)) return unclear(`a page of ${FAR_ABOVE} is answered with ${above?.status} ${codeOf(above)}`)
  const most = await findMost(above!, ask)
  return { values: { ...standard, ...(most === undefined ? {} : { most }), above: 'refused' } }
}

/** The largest page, where a refusal shows it, or it is the usual one: it is taken, and one more is not. */
async function findMost(
  refusal: SeenExchange,
  ask: (limit: number) => Promise<SeenExchange | undefined>,
): Promise<number | undefined> {
  const shown = (JSON.stringify(refusal.responseBody).match(/\b\d{1,6}\b/g) ?? []).map(Number)
  for (const most of new Set([...shown.filter((each) => each >= Math.max(...SIZES)).slice(0, 3), USUAL_MOST])) {
    if (isTaken(await ask(most)) && isRefused(await ask(most + 1))) return most
  }
  return undefined
}

const USUAL_MOST = 200

/** The whole numbers of an answer outside its lists, by where they stand. */
function numbersIn(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]])
  if (!isObject(value)) return new Map()
  return new Map(Object.entries(value).flatMap(([name, each]) => [...numbersIn(each, `${path}/${name}`)]))
}
