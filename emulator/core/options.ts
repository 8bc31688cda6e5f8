import { isObject } from '../../src/base/is-object.js'
import { mustBeOneOf, orNearest } from '../../src/base/nearest.js'
import { CAPS, type Caps } from '../../src/contract/caps.js'
import { InputError } from '../../src/contract/input-error.js'
import { requireKnownNames } from '../../src/contract/known-options.js'
import type { SeedDocument } from '../../src/contract/seed.js'
import { parseTime } from '../../src/contract/times.js'
import type { Analyst } from '../adapters/analyst.js'
import type { Files } from '../adapters/files.js'
import type { SmtpPlace } from '../adapters/mail.js'
import type { Outbound } from '../adapters/outbound.js'
import type { ProcessClock } from '../adapters/process-clock.js'
import type { OrganizationEvent } from './event-stream.js'
import type { LoggedRequest } from './request-log.js'
import { EVOLUTIONS, type Evolution } from './response-mutations.js'

/** How an emulator is started; everything has a default. */
export interface EmulatorOptions {
  /** Folder for the data (default: in memory). */
  dataDirectory?: string | null
  /** Data folder that command lines on the dashboard name with `--data`; null if they need none (default: they use its address). */
  dataOption?: string | null
  /** The disk under the data; tests bring their own. */
  files?: Files
  /** Whether to open sockets (default: true); without them there is `handle()`. */
  listen?: boolean
  /** Address to listen on (default: `127.0.0.1`). */
  host?: string
  /** Port of the API (default: 0, a free one). */
  port?: number
  /** Port of the dashboard and the control API (default: the one after `port`, or a free one). */
  dashboardPort?: number
  /** Whether both hosts speak HTTPS, with a certificate made at this start: `emulator.certificate`. */
  https?: boolean
  /** Whether rate limits apply, in existing organisations too. */
  rateLimits?: boolean
  /**
   * Whether rate limits apply in organisations that are created from now on; those that exist keep theirs (default: false). Has no
   * effect if `rateLimits` is given.
   */
  rateLimitsOfNew?: boolean
  /** How success payloads are sent: bare, in `data`, or bare until `sunset` (default: `auto`, the last). */
  envelope?: 'auto' | 'bare' | 'data'
  /** Date from which `auto` sends payloads in `data` (default: a year after each organisation's creation). */
  sunset?: string
  /** Facts that replace assumptions, by assumption id, as in `inpk.facts.yaml`. Rejects with an `InpkError` for an invalid one. */
  facts?: Readonly<Record<string, unknown>>
  /** Another name of `facts`. */
  overrides?: Readonly<Record<string, unknown>>
  /** How much to keep of what grows with use (default: what `inpk help caps` says). */
  caps?: Partial<Caps>
  /** Whether unknown members are refused (default: false). */
  strict?: boolean
  /** The clock of every organisation, new or existing, from this start on; it never goes backward. */
  clock?: { mode: 'real' } | { mode: 'frozen'; now: number }
  /** Host names that requests may use, besides those of this machine. */
  allowHosts?: readonly string[]
  /** Whether keys are random instead of well known; those of existing organisations are replaced too (default: false). */
  randomKeys?: boolean
  /** Seed of identifiers and random choices, so that a run can be repeated: a whole number from 0. */
  randomSeed?: number
  /** Whether webhooks may go to private networks, and over plain HTTP (default: false). */
  allowPrivateWebhooks?: boolean
  /** A local server that invite emails are passed on to; they stay in the outbox in any case. */
  smtp?: SmtpPlace
  /**
   * What the default organisation starts with. Rejects with an `InpkError` for an invalid one, and if the data directory already has
   * organisations.
   */
  seed?: SeedDocument
  /**
   * Tests how a client copes with a later version of the service: responses have unknown members (`unknown_fields`) or unknown words
   * (`unknown_values`), or webhooks are of unknown events (`unknown_events`) (default: none of these).
   */
  future?: Evolution
  /** Sends the webhooks (default: over the network). */
  outbound?: Outbound
  /** Analyses items (default: a thread that all emulators of this process share). */
  analyst?: Analyst
  /** The clock under all organisations' clocks. */
  processClock?: ProcessClock
  /** Called after each request to the API. */
  onRequest?(entry: LoggedRequest, fault?: unknown): void
  /** Called with the id of each organisation that the control API creates, which is answered once the promise is fulfilled. */
  onOrganization?(orgId: string): void | Promise<void>
  /** Called with each event of any organisation, as its stream has it. */
  onEvent?(event: OrganizationEvent): void
  /** Called for an internal error of the emulator, such as one in a job. */
  onFault?(error: unknown): void
  /** Called with a message for a person, such as that the `smtp` server rejected an email. The emulator keeps running. */
  onNotice?(text: string): void
  /** Called once this emulator has closed itself because another one took its data directory while this process was stopped. */
  onLost?(): void
}

/** What a value must be; undefined if it is that. */
type Check = (value: never) => string | undefined

const flag: Check = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false')
const text: Check = (value: unknown) => (typeof value === 'string' && value !== '' ? undefined : 'must be a string')
const work: Check = (value: unknown) => (typeof value === 'function' ? undefined : 'must be a function')
const object: Check = (value: unknown) => (isObject(value) ? undefined : 'must be an object')
const wholeUpTo =
  (most: number): Check =>
  (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
      ? undefined
      : `must be a whole number from 0 to ${most}`
const textOrNull: Check = (value: unknown) => (value === null ? undefined : text(value as never))
const oneOf =
  (words: readonly string[]): Check =>
  (value: string) =>
    words.includes(value) ? undefined : mustBeOneOf(words, value)

/** The latest time a date can have. */
const LAST_DATE = 8.64e15
const port = wholeUpTo(65_535)

const CHECKS: Record<keyof EmulatorOptions, Check> = {
  dataDirectory: textOrNull,
  dataOption: textOrNull,
  files: object,
  listen: flag,
  host: text,
  port,
  dashboardPort: port,
  https: flag,
  rateLimits: flag,
  rateLimitsOfNew: flag,
  envelope: oneOf(['auto', 'bare', 'data']),
  sunset: (value: string) => (parseTime(value) === undefined ? 'must be a date such as 2026-12-31' : undefined),
  facts: object,
  overrides: object,
  caps: findCapFault,
  strict: flag,
  clock: findClockFault,
  allowHosts: (value: unknown) => (isHostNames(value) ? undefined : 'must be host names without scheme or port'),
  randomKeys: flag,
  randomSeed: wholeUpTo(Number.MAX_SAFE_INTEGER),
  allowPrivateWebhooks: flag,
  smtp: (place: { host?: never; port?: never } | null) =>
    text(place?.host as never) || port(place?.port as never) ? 'must be { host, port }' : undefined,
  seed: object,
  future: oneOf(EVOLUTIONS),
  outbound: work,
  analyst: object,
  processClock: object,
  onRequest: work,
  onOrganization: work,
  onEvent: work,
  onFault: work,
  onNotice: work,
  onLost: work,
}

/** Names or addresses as they are in a Host header, without a port. */
function isHostNames(value: unknown): boolean {
  const isHostName = (name: unknown) => typeof name === 'string' && /^([\w.-]+|\[[\da-f:.]+\])$/i.test(name)
  return Array.isArray(value) && value.every(isHostName)
}

/** Refuses invalid options: an `InputError` with the name and what it must be. */
export function requireOptions(options: EmulatorOptions): void {
  requireKnownNames(options, Object.keys(CHECKS), 'startEmulator')
  for (const [name, value] of Object.entries(options)) {
    const fault = value === undefined ? undefined : CHECKS[name as keyof EmulatorOptions](value as never)
    if (fault !== undefined) throw invalidOption(`${name} ${fault}`)
  }
}

/** The fault of an option, as thrown to the caller of `startEmulator`; `fault` starts with the option's name. */
export function invalidOption(fault: string, hint?: string): InputError {
  return new InputError('ARGUMENT_INVALID', `startEmulator: ${fault}`, hint)
}

function findCapFault(caps: Record<string, unknown> | null): string | undefined {
  const fault = object(caps as never)
  if (fault !== undefined) return fault
  const names = Object.keys(CAPS)
  const unknown = Object.keys(caps!).find((name) => !names.includes(name))
  if (unknown !== undefined) return `has no ${unknown}${orNearest(unknown, names) || `; it has ${names.join(', ')}`}`
  const isWhole = (most: unknown) => Number.isInteger(most) && Number(most) > 0
  return Object.values(caps!).every(isWhole) ? undefined : 'must have whole numbers above 0'
}

function findClockFault(clock: { mode?: unknown; now?: unknown } | null): string | undefined {
  if (clock?.mode === 'real') return undefined
  const isFrozen = clock?.mode === 'frozen' && Number.isInteger(clock.now) && Math.abs(Number(clock.now)) <= LAST_DATE
  return isFrozen ? undefined : "must be { mode: 'real' } or { mode: 'frozen', now } with epoch milliseconds"
}
