import { type Operation, type Route, takesIdempotencyKey } from '../contract/operation.js'
import { OPERATION_IDS, rowOf } from '../contract/operations/index.js'
import { findRetryAfter, findUntilReset } from './headers.js'

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
  // A stream that was partly passed on can't be repeated.
  if (speaksProtocol(path)) return { isWrite: false, repeats: 0 }
  return { isWrite: true, repeats: isKeyed ? 1 : 0 }
}

/** Whether a request of this method to this path is given an `Idempotency-Key` by the client. */
export function isKeyedRaw(method: string, path: string): boolean {
  return method === 'POST' && !speaksProtocol(path)
}

const PROTOCOL_PATHS = OPERATION_IDS.map(rowOf)
  .filter(({ protocol }) => protocol !== undefined)
  .flatMap(({ routes }) => routes.map((route) => route.path))

function speaksProtocol(path: string): boolean {
  const [address = ''] = path.split('?', 1)
  return PROTOCOL_PATHS.some((each) => address.endsWith(each))
}

/** Waits that a server asks for are kept between these, whatever it says. */
export const SHORTEST_WAIT_MS = 1_000
export const LONGEST_WAIT_MS = 120_000

const BACKOFF_FIRST_MS = 500
const BACKOFF_LONGEST_MS = 30_000
/** Added to a wait the server asked for, so that many clients do not come back in the same instant. */
const JITTER_MS = 100

/** What a try ended with: the status of the answer, or none where no answer came. */
export interface FailedTry {
  status?: number
  headers?: Record<string, string>
  /** 1 for the first. */
  attempt: number
}

/**
 * Whether a failed try may be repeated (cli.md section 1 "Retries"). 429 and 503 always, for nothing was done; a lost answer where the
 * request may be sent again (`mayRepeat`); 409 and all else never.
 */
export function mayRetry(status: number | undefined, mayRepeat: boolean): boolean {
  return status === 429 || status === 503 || (mayRepeat && isLost(status))
}

/** Whether the service gave no answer: none came, or a gateway answered for it. */
export function isLost(status: number | undefined): boolean {
  return status === undefined || status === 502 || status === 504
}

/**
 * Milliseconds to wait before the next try: as the server asks on 429 and 503, else exponential backoff with full jitter.
 * `random` gives numbers in [0, 1).
 */
export function retryWaitMs(failed: FailedTry, random: () => number): number {
  if (failed.status !== 429 && failed.status !== 503) return backoffMs(failed.attempt, random)
  const headers = failed.headers ?? {}
  const asked = findRetryAfter(headers) ?? findUntilReset(headers)
  if (asked === undefined) return clamp(backoffMs(failed.attempt, random))
  return clamp(asked) + random() * JITTER_MS
}

function backoffMs(attempt: number, random: () => number): number {
  return random() * Math.min(BACKOFF_LONGEST_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempt, 16))
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
}
