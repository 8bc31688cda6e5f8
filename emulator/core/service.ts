import type { Caps } from '../../src/contract/caps.js'
import type { ControlId } from '../../src/contract/control/index.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import type { Analyst } from '../adapters/analyst.js'
import type { Outbound } from '../adapters/outbound.js'
import type { ProcessClock } from '../adapters/process-clock.js'
import type { Randomness } from '../adapters/randomness.js'
import type { Window } from '../rules/rate-windows.js'
import type { Clock, StoredOrganization } from '../state/state.js'
import type { Addresses } from './addresses.js'
import type { ControlHandler } from './control-handler.js'
import type { Organization } from './organization.js'
import type { LoggedRequest } from './request-log.js'
import type { Evolution } from './response-mutations.js'

export interface ServiceSettings {
  envelope: 'auto' | 'bare' | 'data'
  /** Epoch milliseconds; undefined: a year after the organisation's creation. */
  sunsetAt: number | undefined
  strict: boolean
  /** What is known instead of assumptions (`--facts`), and all else as assumed. */
  contract: Contract
  caps: Caps
  /** What a future version may do, done now (`--future`). */
  evolution: Evolution | undefined
  /** Initial keys are random, not derived (`--random-keys`). */
  randomKeys: boolean
  /** Makes what every organisation draws at random repeatable (`--random-seed`). */
  randomSeed: number | undefined
  /** Whether new organisations have rate limits on. */
  rateLimits: boolean
  initialClock: Clock
  allowPrivateWebhooks: boolean
  /** What the command lines on the dashboard name this emulator by. */
  dataOption: string | null | undefined
}

/** Settings, and the outside world behind adapters: there before any organisation is opened. */
export interface Platform {
  settings: ServiceSettings
  version: string
  clock: ProcessClock
  /** Of the system; an organisation draws from `randomnessOf`. */
  randomness: Randomness
  outbound: Outbound
  /** What sources of many items are analysed by. */
  analyst: Analyst
  /** For what carries out control operations by their names; importing the table itself would go round in a circle. */
  controlHandlers: { readonly [Id in ControlId]: ControlHandler<Id> }
  /** Receives what a person should know, though nothing is broken. */
  onNotice(text: string): void
  /** Receives what broke outside any request. */
  onFault(error: unknown): void
  /** Is told of every organisation that was created, before whoever created it. */
  onOrganization(orgId: string): Promise<void>
  /** Receives every request that was answered; `fault` is what broke behind a 500. */
  onRequest(entry: LoggedRequest, fault?: unknown): void
}

/** What lists and options of a start need of an organisation; known without opening it. */
export interface OrganizationSummary {
  id: number
  organization: StoredOrganization
  clock: Clock
  /** Whether its initial keys still follow the published rule. */
  hasInitialKeys: boolean
}

/**
 * The organisations of one data directory, isolated from each other. One that was closed and has nothing to do stays closed until
 * someone asks for it.
 */
export interface Organizations {
  /** The default organisation: the one with the lowest number. It is always open. */
  first(): Organization
  /** Those that are open. */
  opened(): Organization[]
  /** Whether this is one of those that are open, and not one that was removed. */
  isOpen(organization: Organization): boolean
  /** Numbers of all, in order. */
  ids(): number[]
  summary(id: number): OrganizationSummary
  /** Those that are not open and have something to do later, and when on the process clock. */
  closedWithWork(): { id: number; dueAt: number }[]
  /** Opens it if need be. */
  find(id: string | number): Promise<Organization | undefined>
  /** The number of the organisation that has a key of this identifier. */
  holderOfKey(keyId: string): number | undefined
  /** The number of the organisation that gave out a token of an AI assistant, by the token's hash. */
  holderOfToken(hash: string): number | undefined
  /** An organisation without any facts yet, under the next free number. */
  create(): Promise<Organization>
  remove(id: number): Promise<void>
  close(): Promise<void>
}

/** What decides on organisations, with or without a request. */
export interface Backend extends Platform {
  organizations: Organizations
}

export interface Fired {
  at: number
  kind: string
  id: string
}

/** Whether the emulator is being closed. */
export interface Stopping {
  /** Whether `stop` was called. */
  readonly stopped: boolean
  /** Aborted when what runs has had its time. */
  readonly stopping: AbortSignal
}

/** Runs what is due, for real time and `clock advance` alike (idea 5). */
export interface Runner extends Stopping {
  /** Starts what is due, and sets a timer for what will be; to be called after every change. */
  wake(organization: Organization): void
  /** The same of every organisation, those included that are not open: they are opened when something is due. */
  wakeAll(): Promise<void>
  /** Resolves when nothing is due and nothing runs. */
  settle(organization: Organization): Promise<void>
  /** Moves an organisation's clock to `target`, and resolves with what fired on the way, in order. */
  advance(organization: Organization, target: number): Promise<Fired[]>
  /** Starts nothing more, and resolves when what runs has ended; webhooks that take long are called off. */
  stop(): Promise<void>
}

/** Passes sent mails on to a local SMTP server, beside everything else: nothing waits for it, and each mail stays in the outbox. */
export interface MailRelay {
  /** Looks for mails of an organisation that are to be passed on. */
  wake(organization: Organization): void
  stop(): Promise<void>
}

/** What jobs work with. */
export interface JobContext extends Backend {
  relay: MailRelay | undefined
  jobs: Stopping
}

/** Everything a request can reach. */
export interface Service extends JobContext {
  jobs: Runner
  /** Where both hosts listen, known only once they do. */
  addresses: Addresses
  /** Windows of the address layer, by address, on the process clock (RAT-4). */
  addressWindows: Map<string, Window>
}
