import { LIMITS } from '../../src/contract/limits.js'
import { jobOrder, type Lane } from '../state/job-order.js'
import type { State } from '../state/state.js'

/** Attempts on their way to one subscription: a receiver that is slow holds up its own deliveries, nobody else's. */
const MOST_AT_ONCE = 16

/**
 * Whether a job of a lane may start now, next to what runs. Attempts of events never outnumber the failures left before
 * the one that deactivates, so that none can fail after it (SUB-8).
 */
export function hasAttemptRoom(state: Readonly<State>, { subscriptionId, isOfEvents, running }: Lane): boolean {
  if (subscriptionId === undefined) return true
  const all = jobOrder(state).running((lane) => lane.subscriptionId === subscriptionId)
  return all < MOST_AT_ONCE && (!isOfEvents || running < failuresLeft(state, subscriptionId))
}

function failuresLeft({ subscriptions }: Readonly<State>, subscriptionId: number): number {
  const failures = subscriptions[subscriptionId]?.failureCount ?? 0
  return Math.max(1, LIMITS.failuresBeforeDeactivation - failures)
}
