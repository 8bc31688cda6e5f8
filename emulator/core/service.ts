import type { Caps } from '../../src/contract/caps.js'
import type { ControlId } from '../../src/contract/control/index.js'
import type { Analyst } from '../adapters/analyst.js'
import type { Outbound } from '../adapters/outbound.js'
import type { ProcessClock } from '../adapters/process-clock.js'
import type { Randomness } from '../adapters/randomness.js'
import type { Window } from '../rules/rate-windows.js'
import type { Clock } from '../state/state.js'
import type { Addresses } from './addresses.js'
import type { ControlHandler } from './control-handler.js'
import type { Future } from './evolutions.js'
import type { Organization } from './organization.js'
import type { Overrides } from './overrides/overrides.js'
import type { LoggedRequest } from './request-log.js'
import type { Routes } from './routes.js'

export interface ServiceSettings {
  envelope: 'auto' | 'bare' | 'data'
  /** Epoch milliseconds; undefined: a year after the organisation's creation. */
  sunsetAt: number | undefined
  strict: boolean
  /** What is known by now in place of guesses. */
  overrides: Overrides
  caps: Caps
  /** The addresses of the API host. */
  routes: Routes
  /** A future version to look like. */
  future: Future | undefined
  /** Keys an organisation is born with are random, not derived (`--random-keys`). */
  randomKeys: boolean
  /** Makes what every organisation draws at random repeatable (`--random-seed`). */
  randomSeed: number | undefined
  /** Whether organisations are born with rate limits on. */
  rateLimits: boolean
  /** How the clocks of new organisations stand. */
  bornClock: Clock
  allowPrivateWebhooks: boolean
}

/** The organisations of one data directory, isolated from each other. */
export interface Organizations {
  /** The default organisation: the one with the lowest number. */
  first(): Organization
  all(): Organization[]
  find(id: string): Organization | undefined
  /** The organisation that has a key of this identifier. */
  findByKey(keyId: string): Organization | undefined
  /** An organisation without any facts yet, under the next free number. */
  create(): Promise<Organization>
  remove(id: number): Promise<void>
  close(): Promise<void>
}

export interface Fired {
  at: number
  kind: string
  id: string
}

/** The one door for what happens later (idea 4). */
export interface Runner {
  /** Starts what is due, and sets a timer for what will be; to be called after every change. */
  wake(organization: Organization): void
  /** Resolves when nothing is due and nothing runs. */
  settle(organization: Organization): Promise<void>
  /** Moves an organisation's clock to `target`; what falls due on the way runs in order, and is told. */
  advance(organization: Organization, target: number): Promise<Fired[]>
  /** Starts nothing more, and resolves when what runs has ended; webhooks that take long are called off. */
  stop(): Promise<void>
  /** Whether it was told to stop. */
  readonly stopped: boolean
  /** Aborted when the runner stops and what runs has had its time. */
  readonly stopping: AbortSignal
}

/** Passes sent mails on to a local SMTP server, beside everything else: nothing waits for it, and each mail stays in the outbox. */
export interface MailRelay {
  /** Looks for mails of an organisation that are to be passed on. */
  wake(organization: Organization): void
  stop(): Promise<void>
}

/** Everything a request can reach: the organisations, and the outside world behind adapters. */
export interface Service {
  settings: ServiceSettings
  addresses: Addresses
  /** Base URL of the API host, as the description names it (VER-17). */
  baseUrl: string
  /** Base URL of the dashboard host. */
  dashboardUrl: string
  /** Version of this package. */
  version: string
  organizations: Organizations
  clock: ProcessClock
  /** Of the system; an organisation draws from `randomnessOf`. */
  randomness: Randomness
  outbound: Outbound
  /** Windows of the address layer, by address, on the process clock (RAT-4). */
  addressWindows: Map<string, Window>
  jobs: Runner
  /** What sources of many items are analysed by. */
  analyst: Analyst
  /** Where mails are passed on to an SMTP server. */
  relay: MailRelay | undefined
  /** Told what a person should know, though nothing is broken. */
  onNotice(text: string): void
  /** For what carries out control operations by their names; importing the table itself would go round in a circle. */
  controlHandlers: { readonly [Id in ControlId]: ControlHandler<Id> }
  /** Told of what broke outside any request. */
  onFault(error: unknown): void
  /** Told of every request that was answered; `fault` is what broke behind a 500. */
  onRequest(entry: LoggedRequest, fault?: unknown): void
}
