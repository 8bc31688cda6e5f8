import type { ControlClient } from '../src/client/control.js'
import type { Scope } from '../src/contract/scopes.js'
import type { Transport } from '../src/contract/wire.js'
import type { RunningEmulator } from './client/connect.js'
import type { EmulatorOptions } from './core/options.js'

export type { SeedDocument } from '../src/contract/seed.js'
export type { SmtpPlace } from './adapters/mail.js'
export type { Outbound, OutboundRequest } from './adapters/outbound.js'
export { manualClock, type ProcessClock } from './adapters/process-clock.js'
export { connectEmulator, type EmulatorAddresses, type RunningEmulator } from './client/connect.js'
export type { OrganizationHandle, OrganizationSettings } from './client/organization-handle.js'
export type { OrganizationEvent } from './core/event-stream.js'
export type { EmulatorOptions } from './core/options.js'
export { type LoggedRequest, type RequestLog, requestLog, requestOnWire } from './core/request-log.js'
export { DamagedFileError, DataDirectoryInUseError } from './store/errors.js'

/** An emulator in this process, started by `startEmulator`. */
export interface Emulator extends RunningEmulator {
  /** Keys of the default organisation, by environment and scope. */
  apiKeys: Record<'test' | 'live', Record<Scope, string>>
  /** The certificate of both hosts with `https` (PEM), for a client of your own to trust. */
  certificate?: string
  /** Whether this start created the default organisation: no one has seen its keys yet. */
  isNew: boolean
  /**
   * Key strings this start created, with an organisation or instead of published ones, by organisation, environment and scope.
   * They are stored nowhere.
   */
  newKeys: Readonly<Record<string, Record<'test' | 'live', Partial<Record<Scope, string>>>>>
  /** What this start repaired, one line each. */
  recovered: readonly string[]
  /** The control API of the default organisation: clock, faults, deliveries, and everything a person does on the dashboard. */
  control: ControlClient
  /** Takes a request without a socket; API or dashboard by the port of its URL. */
  handle: Transport
  /** Resolves when no work is due any more, in any organisation. */
  idle(): Promise<void>
  /** Stops the emulator and frees its ports and files. */
  close(): Promise<void>
  /** Stops it as killing its process would: nothing more is written, not even what is in progress. */
  kill(): Promise<void>
}

/**
 * Starts an emulator of the whole service. Rejects with `InputError` for invalid options, with another `InpkError` for a seed, facts
 * or a data directory it can't use, or with Node's own error for a port or folder it can't open; nothing is left running then.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // Tests that share an emulator of another process load none.
  const { assemble } = await import('./assemble.js')
  return assemble(options)
}
