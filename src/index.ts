/** The library `inpk`: a typed client of the service, and one of the emulator's control API. */

export type { ControlClient, ControlInput, ControlSettings } from './client/control.js'
export { createControlClient } from './client/control.js'
export {
  InDoubtError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
  UnreachableError,
  WrongHostError,
} from './client/errors.js'
export type {
  Answer,
  CallInput,
  Client,
  ClientClock,
  ClientSettings,
  ExchangeDetail,
  ExchangeEvent,
  RawRequest,
} from './client/index.js'
export { createClient } from './client/index.js'
export type { ControlBodyOf, ControlId, ControlQueryOf, ControlResultOf } from './contract/control/index.js'
export type { EventData, EventName } from './contract/events.js'
export { InputError, type InputFault } from './contract/input-error.js'
export type { BodyOf, OperationId, PathParams, QueryOf, ResultOf } from './contract/operations/index.js'
export type { Transport, WireRequest, WireResponse } from './contract/wire.js'
