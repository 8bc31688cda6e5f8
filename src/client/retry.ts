import type { Values } from '../contract/assumptions/values.js'
import type { Contract } from '../contract/facts/contract.js'
import { type Operation, type Route, takesIdempotencyKey } from '../contract/operation.js'
import { OPERATION_IDS } from '../contract/operations/index.js'
import { findRetryAfter, findUntilReset } from './headers.js'

/** What may be done when the answer to a request is lost: no answer came, or a 502 or 504 (cli.md section 1 "Retries"). */
export interface OnLoss {
  /** It may have changed something: while its answer stays lost, it is in doubt. */
  isWrite: boolean
  /** How often it may be sent again. */
  repeats: number
}

const READ: OnLoss = { isWrite: false, repeats: Number.POSITIVE_INFINITY }

/**
 * A write is repeated once with its key, and as often as a read where the interface shows that the service knows the key. Where facts say
 * that it knows the keys of pushes only, no other write is repeated: it might be carried out twice.
 */
export function onLossOf(row: Operation, route: Route, values: Values): OnLoss {
  if (!takesIdempotencyKey(row, route)) return READ
  if (row.idempotencyKey === 'shown') return { isWrite: true, repeats: Number.POSITIVE_INFINITY }
  return { isWrite: true, repeats: isKeyed(row, route, values) ? 1 : 0 }
}

/** Whether the service knows the `Idempotency-Key` of an operation. */
export function isKeyed(row: Operation, route: Pick<Route, 'method'>, values: Values): boolean {
  if (!takesIdempotencyKey(row, route)) return false
  return row.idempotencyKey === 'shown' || values['idempotency-everywhere'].rule === 'every-post'
}

/** The same for any request. `hasKey`: whether it carries an `Idempotency-Key`. */
export function onLossOfRaw(request: RawTarget, hasKey: boolean, contract: Contract): OnLoss {
  const { method, path } = request
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return READ
  // A stream that was partly passed on can't be repeated.
  if (speaksProtocol(path, contract)) return { isWrite: false, repeats: 0 }
  const isKnown = contract.values['idempotency-everywhere'].rule === 'every-post' || isPush(path, contract)
  return { isWrite: true, repeats: hasKey && isKnown ? 1 : 0 }
}

/** A request of any path, after the base URL. */
export interface RawTarget {
  method: string
  path: string
}

/** Whether a request of this method to this path is given an `Idempotency-Key` by the client. */
export function isKeyedRaw({ method, path }: RawTarget, contract: Contract): boolean {
  return method === 'POST' && !speaksProtocol(path, contract)
}

function speaksProtocol(path: string, contract: Contract): boolean {
  return leadsTo(path, contract, ({ protocol }) => protocol !== undefined)
}

function isPush(path: string, contract: Contract): boolean {
  return leadsTo(path, contract, ({ idempotencyKey }) => idempotencyKey === 'shown')
}

/** Whether a path is that of such an operation, where the contract in force has it. */
function leadsTo(path: string, contract: Contract, isMeant: (row: Operation) => boolean): boolean {
  const [address = ''] = path.split('?', 1)
  const rows = OPERATION_IDS.map(contract.rowOf).filter(isMeant)
  return rows.some(({ routes }) => routes.some((route) => address.endsWith(route.path)))
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
