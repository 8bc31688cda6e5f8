import type { OperationId } from '../contract/operations/index.js'

/** POSTs that leave the same behind when done twice: a group of that name exists, a source is published, feedback is gone. */
const IDEMPOTENT_BY_NATURE: readonly OperationId[] = ['createGroup', 'publishSource', 'eraseFeedback', 'mcp']
/** The operations for which the interface shows `Idempotency-Key`. */
const KEYED: readonly OperationId[] = ['pushContent', 'pushBulk']

/** Whether an operation may be sent again when it is unknown if it was done. */
export function isRepeatable(id: OperationId, method: string, idempotencyKey: string | undefined): boolean {
  return method === 'GET' || IDEMPOTENT_BY_NATURE.includes(id) || (KEYED.includes(id) && idempotencyKey !== undefined)
}
