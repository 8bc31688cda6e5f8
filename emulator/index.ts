import type { ControlClient } from '../src/client/control.js'
import type { Scope } from '../src/contract/scopes.js'
import type { SeedDocument } from '../src/contract/seed.js'
import type { Transport } from '../src/contract/wire.js'
import type { Analyst } from './adapters/analyst.js'
import type { Files } from './adapters/files.js'
import type { SmtpPlace } from './adapters/mail.js'
import type { Outbound } from './adapters/outbound.js'
import type { ProcessClock } from './adapters/process-clock.js'
import type { RunningEmulator } from './connect.js'
import type { Future } from './http/futures.js'
import type { OrganizationNews } from './live-feed.js'
import type { LoggedRequest } from './request-log.js'

export type { SeedDocument } from '../src/contract/seed.js'
export type { SmtpPlace } from './adapters/mail.js'
export type { Outbound, OutboundRequest } from './adapters/outbound.js'
export { manualClock, type ProcessClock } from './adapters/process-clock.js'
export { connectEmulator, type EmulatorAddresses, type RunningEmulator } from './connect.js'
export type { OrganizationNews } from './live-feed.js'
export type { OrganizationHandle, OrganizationSettings } from './organization-handle.js'
export { type LoggedRequest, type RequestLog, requestLog } from './request-log.js'
export { requestOnWire } from './request-on-wire.js'
export { DamagedFileError, DataDirectoryInUseError } from './store/errors.js'

export interface EmulatorOptions {
  /** Where the data lie; in memory where absent. */
  dataDirectory?: string | null
  /** The disk under the data; tests bring their own. */
  files?: Files
  /** False: no sockets, only `handle()`. */
  listen?: boolean
  host?: string
  /** A free one where absent, or 0. */
  port?: number
  dashboardPort?: number
  /** Whether requests are limited, in organisations that are there already, too. */
  rateLimits?: boolean
  /** The same for new organisations where `rateLimits` is not given; off by default. */
  rateLimitsOfNew?: boolean
  envelope?: 'auto' | 'bare' | 'data'
  /** A date; a year after each organisation's creation unless told. */
  sunset?: string
  /** What is known by now in place of what this project had to guess, by the id of the assumption. Rejects with a Refusal. */
  overrides?: Readonly<Record<string, unknown>>
  /** Unknown members are refused. */
  strict?: boolean
  /** Of new organisations, and from this start on of those that are there; a clock never goes backward. */
  clock?: { mode: 'real' } | { mode: 'frozen'; now: number }
  allowHosts?: readonly string[]
  /** Keys nobody can know. Those of existing organisations that anybody can know are replaced. */
  randomKeys?: boolean
  randomSeed?: number
  allowPrivateWebhooks?: boolean
  /** A local server that invite mails are passed on to; they stay in the outbox in any case. */
  smtp?: SmtpPlace
  /** What the default organisation begins with. Rejects with a Refusal, and where the data directory has organisations already. */
  seed?: SeedDocument
  /** What the service may do one day without a new major version, done now. */
  future?: Future
  /** How webhooks leave; over the network unless told. */
  outbound?: Outbound
  /** What sources of many items are analysed by; a thread of its own unless told. */
  analyst?: Analyst
  /** The clock under all organisations' clocks. */
  processClock?: ProcessClock
  onRequest?(entry: LoggedRequest, fault?: unknown): void
  /** Told what happens in any organisation, as the stream of each tells it. */
  onNews?(news: OrganizationNews): void
  onFault?(error: unknown): void
  /** Told what a person should know, though nothing is broken. */
  onNotice?(text: string): void
  /** Called once this emulator has closed itself, for another one took its data directory while this process was stopped. */
  onLost?(): void
}

export interface Emulator extends RunningEmulator {
  /** Keys of the default organisation, by environment and scope. */
  apiKeys: Record<'test' | 'live', Record<Scope, string>>
  /** Whether this start made the default organisation; its keys were told to nobody before. */
  isNew: boolean
  /**
   * Key strings this start made, with an organisation or in the place of published ones, by organisation, environment and scope.
   * They are kept nowhere.
   */
  newKeys: Readonly<Record<string, Record<'test' | 'live', Partial<Record<Scope, string>>>>>
  /** What a start found to repair, a line each. */
  recovered: readonly string[]
  /** The control API of the default organisation: clock, faults, deliveries, and all a person does on the dashboard. */
  control: ControlClient
  /** Takes a request without a socket; API or dashboard by the port of its URL. */
  handle: Transport
  /** Resolves when nothing that is due is left to do, in any organisation. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts an emulator of the whole service. Rejects with DataDirectoryInUseError, DamagedFileError, a TypeError
 * for options that mean nothing, or node's own error for a port that cannot be had; nothing is left running then.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // Tests that share an emulator of another process load none.
  const { assemble } = await import('./assemble.js')
  return assemble(options)
}
