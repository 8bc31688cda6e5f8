import { LIMITS } from '../../src/contract/limits.js'
import type { Delivery, Job, State } from '../state/state.js'
import type { World } from '../world.js'

/** Attempts on their way to one subscription: a receiver that is slow holds up its own deliveries, nobody else's. */
const MOST_AT_ONCE = 16

interface Busy {
  all: number
  ofEvents: number
}

/**
 * Says of one job after another whether it may start now, next to what runs and to those it said yes to before. Attempts
 * of events never outnumber the failures left before the one that deactivates, so that none can fail after it (SUB-8).
 */
export function attemptRoom({ store: { state }, running }: World): (job: Job) => boolean {
  const counts = new Map<number, Busy>()
  const busyOf = ({ subscriptionId }: Delivery): Busy => {
    const busy = counts.get(subscriptionId) ?? { all: 0, ofEvents: 0 }
    counts.set(subscriptionId, busy)
    return busy
  }
  const take = (delivery: Delivery): void => {
    const busy = busyOf(delivery)
    busy.all += 1
    if (delivery.kind === 'event') busy.ofEvents += 1
  }
  for (const id of running.keys()) {
    const delivery = deliveryOf(state.jobs[id], state)
    if (delivery) take(delivery)
  }
  return (job) => {
    const delivery = deliveryOf(job, state)
    if (!delivery) return true
    const { all, ofEvents } = busyOf(delivery)
    const hasRoom = all < MOST_AT_ONCE && (delivery.kind !== 'event' || ofEvents < failuresLeft(state, delivery))
    if (hasRoom) take(delivery)
    return hasRoom
  }
}

function failuresLeft({ subscriptions }: State, { subscriptionId }: Delivery): number {
  const failures = subscriptions[subscriptionId]?.failureCount ?? 0
  return Math.max(1, LIMITS.failuresBeforeDeactivation - failures)
}

function deliveryOf(job: Job | undefined, { deliveries }: State): Delivery | undefined {
  return job?.kind === 'attempt' ? deliveries[job.deliveryId] : undefined
}
