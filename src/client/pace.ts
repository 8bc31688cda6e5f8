import type { Budget } from './budget.js'

/** A request sent so long before an answer came has been counted in that answer's remainder. */
const SURELY_COUNTED_MS = 2_000

/** What the pacer knows; times are monotonic milliseconds. */
export interface PaceState {
  /** Whether any answer has come yet. */
  answered: boolean
  budget: Budget | undefined
  blockedUntil: number
  /** When each unanswered request was sent. */
  inFlight: ReadonlyMap<number, number>
}

/**
 * Milliseconds until one more request may be sent without risking a 429; 0: now; Infinity: not before an answer comes.
 */
export function paceWaitMs(state: PaceState, at: number): number {
  const { answered, budget, blockedUntil, inFlight } = state
  if (at < blockedUntil) return blockedUntil - at
  const sent = [...inFlight.values()]
  if (!answered) return sent.length === 0 ? 0 : Number.POSITIVE_INFINITY
  if (!budget) return 0
  if (at >= budget.resetAt) return probeWaitMs(budget, sent, at)
  const uncounted = sent.filter((sentAt) => sentAt > budget.learnedAt - SURELY_COUNTED_MS).length
  return budget.remaining > uncounted ? 0 : budget.resetAt - at
}

/**
 * A new window nothing is known about yet is tried with one request; where its answer is slow to come, as a synchronous push may be,
 * with one more from time to time.
 */
function probeWaitMs(budget: Budget, sent: readonly number[], at: number): number {
  const probes = sent.filter((sentAt) => sentAt >= budget.resetAt)
  // A limit of 0 would mean never; such a header must not stop the client for ever.
  if (probes.length >= Math.max(1, budget.limit)) return Number.POSITIVE_INFINITY
  return Math.max(0, ...probes.map((sentAt) => sentAt + SURELY_COUNTED_MS - at))
}
