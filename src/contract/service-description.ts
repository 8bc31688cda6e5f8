import { GUESSES } from './assumptions/values.js'
import { ERRORS, type ErrorCode } from './errors.js'
import { DELIVERY_HEADERS, type EventName } from './events.js'
import type { Operation, WireWords } from './operation.js'
import { type OperationId, rowOf } from './operations/index.js'
import type { TSchema } from './schema.js'
import { recommendedSchema } from './vocabulary.js'

/** How a service describes itself: by this project's assumptions, or with some of them overridden. */
export interface ServiceDescription {
  rowOf(id: OperationId): Operation
  /** The row with its schemas as the routes of these words have them. */
  inWords(row: Operation, words: WireWords): Operation
  refusal(code: ErrorCode): { code: string; status: number }
  event(name: EventName | 'test', data: TSchema): TSchema
  /** The data of a delivery as an example has it. */
  eventExample(name: EventName | 'test', data: unknown): unknown
  deliveryHeader: string
  /** The headers that lead to the next page of a list. */
  pageHeaders(id: OperationId): readonly string[]
  /** The version it declares. */
  version: string
  /** An example in these words, as this service would have it; undefined where it can have none such. */
  example(row: Operation, slot: 'body' | 'result', words: WireWords, value: unknown): unknown
}

/** The version of the interface this contract describes (VER-2). */
export const SERVICE_VERSION = GUESSES['info-version'].version

/** By all assumptions. */
export const DEFAULT_DESCRIPTION: ServiceDescription = {
  rowOf,
  inWords: (row, words) => (words === 'classic' ? row : inRecommendedWords(row)),
  refusal: (code) => ({ code, status: ERRORS[code].status }),
  event: (_name, data) => data,
  eventExample: (_name, data) => data,
  deliveryHeader: DELIVERY_HEADERS.delivery,
  pageHeaders: () => [],
  version: SERVICE_VERSION,
  example: (_row, _slot, _words, value) => value,
}

function inRecommendedWords(row: Operation): Operation {
  return {
    ...row,
    ...(row.query && { query: recommendedSchema(row.query) }),
    ...(row.body && { body: recommendedSchema(row.body) }),
    result: recommendedSchema(row.result),
  }
}
