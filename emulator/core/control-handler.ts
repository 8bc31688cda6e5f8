import type {
  CONTROL_OPERATIONS,
  ControlBodyOf,
  ControlId,
  ControlQueryOf,
  ControlResultOf,
} from '../../src/contract/control/index.js'
import type { PathParams } from '../../src/contract/operations/index.js'
import type { Randomness } from '../adapters/randomness.js'
import type { IdSource } from '../state/ids.js'
import type { State } from '../state/state.js'
import type { Decision } from './decision.js'
import type { Organization } from './organization.js'
import type { Backend, Service } from './service.js'

export interface ControlInput<Id extends ControlId> {
  params: PathParams
  query: ControlQueryOf<Id>
  body: ControlBodyOf<Id>
}

/** What a control handler may look at; it decides as the handlers of the API do. */
export interface ControlContext {
  readonly organization: Organization
  readonly state: Readonly<State>
  readonly now: number
  readonly ids: IdSource
  readonly service: Backend
  /** What the organisation draws from. */
  readonly randomness: Randomness
}

type Decide<Id extends ControlId> = (
  input: ControlInput<Id>,
  context: ControlContext,
) => Decision<ControlResultOf<Id>> | Promise<Decision<ControlResultOf<Id>>>

/** The organisation a path starts with, where it starts with one. */
type OrganizationOf<Id extends ControlId> = (typeof CONTROL_OPERATIONS)[Id]['perOrganization'] extends true
  ? Organization
  : undefined

type Act<Id extends ControlId> = (
  input: ControlInput<Id>,
  service: Service,
  organization: OrganizationOf<Id>,
) => ControlResultOf<Id> | Promise<ControlResultOf<Id>>

/** The answer as JSON in UTF-8, if it is too long to be written in one go. */
type Write<Id extends ControlId> = (
  input: ControlInput<Id>,
  service: Service,
  organization: Organization,
) => Promise<Uint8Array>

type Stream<Id extends ControlId> = (
  input: ControlInput<Id>,
  service: Service,
  organization: Organization,
) => AsyncIterable<string>

/**
 * `prepare` does what takes long ahead of `decide`, which then finds it done; nothing waits for it meanwhile, and the
 * state may have changed by then.
 *
 * A control operation either decides on the state of one organisation, or acts on the emulator itself
 * (organisations that come and go, clocks that move): things no single record of a journal can hold;
 * or it writes its answer itself;
 * or it streams for as long as the caller listens.
 */
export type ControlHandler<Id extends ControlId> =
  | { decide: Decide<Id>; prepare?: (input: ControlInput<Id>, context: ControlContext) => Promise<unknown> }
  | { act: Act<Id> }
  | { write: Write<Id> }
  | { stream: Stream<Id> }
