import { type Operation, type Route, takesIdempotencyKey } from '../contract/operation.js'
import { OPERATIONS } from '../contract/operations/index.js'

/** What may be done when the answer to a request is lost: no answer came, or a 502 or 504 (cli.md section 1 "Retries"). */
export interface OnLoss {
  /** It may have changed something: while its answer stays lost, it is in doubt. */
  isWrite: boolean
  /** How often it may be sent again. */
  repeats: number
}

const READ: OnLoss = { isWrite: false, repeats: Number.POSITIVE_INFINITY }

/** A write is repeated once with its key, and as often as a read where the interface shows that the service knows the key. */
export function onLossOf(row: Operation, route: Route): OnLoss {
  if (!takesIdempotencyKey(row, route)) return READ
  return { isWrite: true, repeats: row.idempotencyKey === 'shown' ? Number.POSITIVE_INFINITY : 1 }
}

/** The same for any request. `isKeyed`: whether it carries an `Idempotency-Key`. */
export function onLossOfRaw(method: string, path: string, isKeyed: boolean): OnLoss {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return READ
  // A stream that was passed on in part cannot be begun again.
  if (isMcp(path)) return { isWrite: false, repeats: 0 }
  return { isWrite: true, repeats: isKeyed ? 1 : 0 }
}

/** Whether a request of this method to this path is given an `Idempotency-Key` by the client. */
export function isKeyedRaw(method: string, path: string): boolean {
  return method === 'POST' && !isMcp(path)
}

function isMcp(path: string): boolean {
  return path.split('?', 1)[0]!.endsWith(OPERATIONS.mcp.routes[0].path)
}
