import { GUESSES, type Values } from '../assumptions/values.js'
import { ERRORS, type ErrorCode, type FieldMap } from '../errors.js'
import type { DeliveredName } from '../events.js'
import type { Operation, WireWords } from '../operation.js'
import { type OperationId, rowOf } from '../operations/index.js'
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '../service-description.js'
import type { Codec } from './codec.js'
import { detailsFromWire } from './details.js'
import type { Facts, Slot } from './facts.js'
import type { Paging } from './paging.js'

/** The contract in force: each row as assumed, or as facts say. Client and emulator are built from one. */
export interface Contract {
  /** The facts it was made with. */
  readonly facts: Facts
  /** The row of an operation: paths, prefixes, statuses, limits and what is required, in force. */
  rowOf(id: OperationId): Operation
  /** Returns the codec of a slot; undefined if the service has it as our schema does. */
  codecOf(id: OperationId, slot: Slot, words: WireWords): Codec | undefined
  eventCodec(name: DeliveredName): Codec | undefined
  /** The code and status a refusal has on the wire; `status` is the one it has where no fact says otherwise. */
  refusal(code: ErrorCode, status?: number): { code: string; status: number }
  /** Translates the code of an error response to ours, if a fact names it; returns it unchanged otherwise. */
  errorCode(status: number, code: string): string
  /** Returns the status our contract has for an error response, whatever status facts say it is sent with. */
  errorStatus(status: number, code: string): number
  /** Returns how a listing is paged; undefined if by cursor, as in our schema. Otherwise codecs leave out `limit`, `cursor` and `pagination`. */
  pagingOf(id: OperationId): Paging | undefined
  /** The status of a success on the wire: `ours`, unless a fact says otherwise of this kind of answer. */
  statusOf(id: OperationId, ours: number, answer: unknown): number
  /** Details of a validation error; the paths are those of the wire on both sides. */
  detailsToWire(fields: FieldMap): unknown
  /** Returns the codec of error details; undefined if they name no members. */
  detailsFromWire(details: unknown): FieldMap | undefined
  /** Whether facts say that upload tasks have an address of their own. */
  readonly hasUploadTasks: boolean
  /** Numbers, durations and words that this project had to guess. */
  readonly values: Values
  /** How the service describes itself under this contract. */
  readonly description: ServiceDescription
}

/** The contract by all assumptions. Light: every command loads it, and `contractWith` only where there are facts. */
export const DEFAULT_CONTRACT: Contract = {
  facts: {},
  rowOf,
  codecOf: () => undefined,
  eventCodec: () => undefined,
  refusal: (code, status = ERRORS[code].status) => ({ code, status }),
  errorCode: (_status, code) => code,
  errorStatus: (status) => status,
  pagingOf: () => undefined,
  statusOf: (_id, ours) => ours,
  detailsToWire: (fields) => fields,
  detailsFromWire: (details) => detailsFromWire(GUESSES['error-details'], details),
  hasUploadTasks: false,
  values: GUESSES,
  description: DEFAULT_DESCRIPTION,
}
