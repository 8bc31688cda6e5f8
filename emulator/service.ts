import type { ControlId } from '../src/contract/control/index.js'
import type { Analyst } from './adapters/analyst.js'
import type { Outbound } from './adapters/outbound.js'
import type { ProcessClock } from './adapters/process-clock.js'
import type { Randomness } from './adapters/randomness.js'
import type { ControlHandler } from './control/handler.js'
import type { Future } from './http/futures.js'
import type { Addresses } from './http/origin.js'
import type { Routes } from './http/routes.js'
import type { Runner } from './jobs/runner.js'
import type { MailRelay } from './mail-relay.js'
import type { Organizations } from './organizations.js'
import type { Overrides } from './overrides/overrides.js'
import type { LoggedRequest } from './request-log.js'
import type { Window } from './rules/rate-windows.js'
import type { Clock } from './state/state.js'

export interface ServiceSettings {
  envelope: 'auto' | 'bare' | 'data'
  /** Epoch milliseconds; undefined: a year after the organisation's creation. */
  sunsetAt: number | undefined
  strict: boolean
  /** What is known by now in place of guesses. */
  overrides: Overrides
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
