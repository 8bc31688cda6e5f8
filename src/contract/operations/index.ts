import type { Operation } from '../operation.js'
import type { StaticOf } from '../schema.js'
import { getAnalysis } from './analysis.js'
import { getTask, pushBulk, pushContent } from './content.js'
import { getOpenapi, mcp } from './description.js'
import { eraseFeedback, listFeedback, uploadFeedback } from './feedback.js'
import { createGroup, listSources } from './groups.js'
import { getInvite, getInviteTemplate, listInviteRecipients, sendInvites } from './invites.js'
import { getMe } from './keys.js'
import { createSource, publishSource } from './sources.js'

/** THE table: every operation of the service (contract.md section 2). Client, routes, checks and description are walks over it. */
export const OPERATIONS = {
  getMe,
  listSources,
  createGroup,
  createSource,
  publishSource,
  pushContent,
  pushBulk,
  getTask,
  listFeedback,
  eraseFeedback,
  uploadFeedback,
  getAnalysis,
  getInviteTemplate,
  sendInvites,
  getInvite,
  listInviteRecipients,
  getOpenapi,
  mcp,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof OPERATIONS
export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[]

type Row<Id extends OperationId> = (typeof OPERATIONS)[Id]
type Slot<Id extends OperationId, S extends 'query' | 'body'> =
  Row<Id> extends Record<S, infer T> ? StaticOf<T> : undefined

/** Values of the `{name}` parts of the path, by name. */
export type PathParams = Readonly<Record<string, string>>
export type QueryOf<Id extends OperationId> = Slot<Id, 'query'>
export type BodyOf<Id extends OperationId> = Slot<Id, 'body'>
export type ResultOf<Id extends OperationId> = StaticOf<Row<Id>['result']>

/** The row of an operation, as the general type. */
export function rowOf(id: OperationId): Operation {
  return OPERATIONS[id]
}
