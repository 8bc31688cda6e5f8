import type { Operation } from '../operation.js'
import type { ServiceTypes } from '../types/service/index.js'
import * as analysis from './analysis.js'
import * as content from './content.js'
import * as description from './description.js'
import * as feedback from './feedback.js'
import * as groups from './groups.js'
import * as invites from './invites.js'
import * as keys from './keys.js'
import * as sources from './sources.js'

/** THE table: every operation of the service (contract.md section 2). Client, routes, checks and description are walks over it. */
export const OPERATIONS = {
  ...keys.ROWS,
  ...groups.ROWS,
  ...sources.ROWS,
  ...content.ROWS,
  ...feedback.ROWS,
  ...analysis.ROWS,
  ...invites.ROWS,
  ...description.ROWS,
} as const satisfies Record<OperationId, Operation>

export type OperationId = keyof ServiceTypes
export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[]

/** Values of the `{name}` parts of the path, by name. */
export type PathParams = Readonly<Record<string, string>>
/** The `{name}` parts of the path of an operation. */
export type ParamsOf<Id extends OperationId> = ServiceTypes[Id]['params']
export type QueryOf<Id extends OperationId> = ServiceTypes[Id]['query']
export type BodyOf<Id extends OperationId> = ServiceTypes[Id]['body']
export type ResultOf<Id extends OperationId> = ServiceTypes[Id]['result']

/** The operation that an operation answers a kind of, or itself. */
export function familyOf(id: OperationId): OperationId {
  return rowOf(id).kindOf ?? id
}

/** The row of an operation, as the general type. */
export function rowOf(id: OperationId): Operation {
  return OPERATIONS[id]
}
