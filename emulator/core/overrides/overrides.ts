import type { Values } from '../../../src/contract/assumptions/values.js'
import type { ErrorCode } from '../../../src/contract/errors.js'
import type { Operation, WireWords } from '../../../src/contract/operation.js'
import type { OperationId } from '../../../src/contract/operations/index.js'
import type { ServiceDescription } from '../../../src/contract/service-description.js'
import type { Names } from './names.js'

/** Where members of an operation stand. */
export type Slot = 'query' | 'body' | 'result'

/** Overrides of assumed behaviour (`--overrides`). */
export interface Overrides {
  /** As they were given, by the id of their assumption. */
  given: Readonly<Record<string, unknown>>
  values: Values
  refusals: Readonly<Partial<Record<ErrorCode, { code?: string; status?: number }>>>
  /** The row of an operation, with other limits and paths. */
  rowOf(id: OperationId): Operation
  /** The names members have on the routes of these words; undefined where none is renamed. */
  namesOf(id: OperationId, slot: Slot, words: WireWords): Names | undefined
  /** The names members have in the data of an event. */
  eventNames(event: string): Names | undefined
  /** How the service describes itself under them. */
  description: ServiceDescription
}

/** Status and code of a refusal on the wire. */
export function refusalOnWire(
  { code, status }: { code: ErrorCode; status: number },
  { refusals }: Pick<Overrides, 'refusals'>,
): { code: string; status: number } {
  const known = refusals[code]
  return { code: known?.code ?? code, status: known?.status ?? status }
}
