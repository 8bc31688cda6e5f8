/** The library `inpk`: a typed client of the service, the exactly-once push of a file, and a client of the emulator's control API. */

import type { Client } from './client/index.js'
import type { CheckFileOptions, PushFileOptions, PushFileResult } from './ingest/push-file-types.js'

export type { ControlClient, ControlInput, ControlSettings } from './client/control.js'
export { createControlClient } from './client/control.js'
export {
  InDoubtError,
  ListingError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
  UnreachableError,
  WrongHostError,
} from './client/errors.js'
export type {
  Answer,
  CallInput,
  CallOptions,
  Client,
  ClientClock,
  ClientSettings,
  Each,
  EachInput,
  EachOptions,
  ExchangeDetail,
  ExchangeEvent,
  RawRequest,
} from './client/index.js'
export { createClient } from './client/index.js'
export type {
  ControlBodyOf,
  ControlId,
  ControlParamsOf,
  ControlQueryOf,
  ControlResultOf,
} from './contract/control/index.js'
export type { ErrorCode } from './contract/errors.js'
export type { EventData, EventName } from './contract/events.js'
export { InpkError } from './contract/inpk-error.js'
export { InputError, type InputErrorCode, type PushErrorCode } from './contract/input-error.js'
export type { BodyOf, OperationId, ParamsOf, PathParams, QueryOf, ResultOf } from './contract/operations/index.js'
export type { Transport, WireRequest, WireResponse } from './contract/wire.js'
export type {
  CheckFileOptions,
  PushFileOptions,
  PushFileProgress,
  PushFileResult,
  PushFileWarning,
} from './ingest/push-file-types.js'

/**
 * Pushes a file (CSV, XLSX, ODS, JSON, NDJSON or text) exactly once, as `inpk push` does. Its progress is kept on the disk: the same call
 * resumes a push that was interrupted, even when the process was killed, and sends nothing if all was sent.
 *
 * Rejects with `InputError` for an invalid file, column or source (`code` says which), with `InDoubtError` if
 * only a person can tell whether rows were stored, with what the client rejects with, or with the reason of `signal`.
 *
 * @example
 * const { inserted, rejected } = await pushFile(client, 'reviews.csv', { source: 'Reviews', create: { group: 'Shop' } })
 */
export async function pushFile(
  client: Client,
  file: string | URL,
  options: PushFileOptions | CheckFileOptions,
): Promise<PushFileResult> {
  // A program that pushes no files does not load what reads them.
  const { pushFile: push } = await import('./ingest/push-file.js')
  return push(client, file, options)
}
