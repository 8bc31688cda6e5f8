import { parseTime } from '../src/contract/times.js'
import { FUTURE_CHANGES } from './http/futures.js'
import type { EmulatorOptions } from './index.js'
import { distance } from './rules/distance.js'

/** What a value must be, where it is not. */
type Check = (value: never) => string | undefined

const flag: Check = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false')
const text: Check = (value: unknown) => (typeof value === 'string' && value !== '' ? undefined : 'must be a text')
const work: Check = (value: unknown) => (typeof value === 'function' ? undefined : 'must be a function')
const object: Check = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? undefined : 'must be an object'
const wholeUpTo =
  (most: number): Check =>
  (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
      ? undefined
      : `must be a whole number from 0 to ${most}`
const oneOf =
  (words: readonly string[]): Check =>
  (value: string) =>
    words.includes(value) ? undefined : `must be one of ${words.join(', ')}`

/** The last moment a date can be. */
const LAST_DATE = 8.64e15
const port = wholeUpTo(65_535)

const CHECKS: Record<keyof EmulatorOptions, Check> = {
  dataDirectory: (value: unknown) => (value === null ? undefined : text(value as never)),
  files: object,
  listen: flag,
  host: text,
  port,
  dashboardPort: port,
  rateLimits: flag,
  rateLimitsOfNew: flag,
  envelope: oneOf(['auto', 'bare', 'data']),
  sunset: (value: string) => (parseTime(value) === undefined ? 'must be a date such as 2026-12-31' : undefined),
  overrides: object,
  strict: flag,
  clock: findClockFault,
  allowHosts: (value: unknown) => (Array.isArray(value) ? undefined : 'must be a list of names'),
  randomKeys: flag,
  randomSeed: wholeUpTo(Number.MAX_SAFE_INTEGER),
  allowPrivateWebhooks: flag,
  smtp: (place: { host?: never; port?: never } | null) =>
    text(place?.host as never) || port(place?.port as never) ? 'must be { host, port }' : undefined,
  seed: object,
  future: oneOf(FUTURE_CHANGES),
  outbound: work,
  analyst: object,
  processClock: object,
  onRequest: work,
  onNews: work,
  onFault: work,
  onNotice: work,
  onLost: work,
}

/** Refuses options that mean nothing, as the command line does: a TypeError (OPTION_INVALID) with the name and what it must be. */
export function requireOptions(options: EmulatorOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, name)) {
      throw wrongOption(`startEmulator knows no option "${name}"; did you mean "${nearestTo(name)}"?`)
    }
    const fault = value === undefined ? undefined : CHECKS[name as keyof EmulatorOptions](value as never)
    if (fault !== undefined) throw invalidOption(`${name} ${fault}`)
  }
}

/** The fault of an option, as thrown to the caller of `startEmulator`; `fault` begins with the option's name. */
export function invalidOption(fault: string): TypeError {
  return wrongOption(`startEmulator: ${fault}`)
}

function wrongOption(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'OPTION_INVALID' })
}

function findClockFault(clock: { mode?: unknown; now?: unknown } | null): string | undefined {
  if (clock?.mode === 'real') return undefined
  const isFrozen = clock?.mode === 'frozen' && Number.isInteger(clock.now) && Math.abs(Number(clock.now)) <= LAST_DATE
  return isFrozen ? undefined : "must be { mode: 'real' } or { mode: 'frozen', now } with epoch milliseconds"
}

function nearestTo(name: string): string {
  const far = (each: string) => distance(name.slice(0, 200), each)
  return Object.keys(CHECKS).reduce((best, each) => (far(each) < far(best) ? each : best))
}
