import { LIMITS } from '../contract/limits.js'
import { findRetryAfter, findUntilReset, findWholeNumber } from './headers.js'

const WINDOW_MS = LIMITS.rateWindowSeconds * 1_000
/** A reset further off than this is implausible: the header is ignored. */
const PLAUSIBLE_RESET_MS = 2 * WINDOW_MS

/** What the last answers said about the rate-limit window. Times are monotonic milliseconds. */
export interface Budget {
  limit: number
  remaining: number
  /** The reset as the server wrote it: identifies the window. */
  resetHeader: string
  resetAt: number
  learnedAt: number
  /** Of the request that was answered; higher ones were sent later. */
  sequence: number
}

/** A request that was answered, as the pacer knows it. */
export interface AnsweredRequest {
  sequence: number
  receivedAt: number
  status: number
  headers: Record<string, string>
}

/**
 * The budget after an answer. A 429 says by `Retry-After` when to come again, whatever its reset says (cli.md section 1 "Retries"). Missing or malformed headers teach nothing (the old budget stays). Answers may come out of order: within
 * a window the smaller remainder counts, between windows the request sent later.
 */
export function learnBudget(known: Budget | undefined, answered: AnsweredRequest): Budget | undefined {
  const { status, headers, receivedAt, sequence } = answered
  const limit = findWholeNumber(headers['x-ratelimit-limit'])
  const remaining = findWholeNumber(headers['x-ratelimit-remaining'])
  const untilReset = (status === 429 ? findRetryAfter(headers) : undefined) ?? findUntilReset(headers)
  if (limit === undefined || remaining === undefined || untilReset === undefined) return known
  if (untilReset > PLAUSIBLE_RESET_MS) return known
  // The request that leaves `limit - 1` opened the window: it ends 60 s after the server saw it, which was before now. The header is
  // exact to a second only.
  const resetAt = receivedAt + (remaining === limit - 1 ? Math.min(untilReset, WINDOW_MS) : untilReset)
  const fresh = {
    limit,
    remaining,
    resetHeader: headers['x-ratelimit-reset']!,
    resetAt,
    learnedAt: receivedAt,
    sequence,
  }
  if (!known) return fresh
  if (known.resetHeader === fresh.resetHeader) {
    return {
      ...fresh,
      remaining: Math.min(known.remaining, remaining),
      resetAt: Math.min(known.resetAt, resetAt),
      sequence: Math.max(known.sequence, sequence),
    }
  }
  return sequence > known.sequence ? fresh : known
}
