import type { Job, State } from '../state/state.js'
import type { World } from '../world.js'

/** Attempts on their way to one subscription: a receiver that is slow holds up its own deliveries, nobody else's. */
const MOST_AT_ONCE = 16

/** Tells of one job after another whether it may start now, next to what runs and to those it said yes to before. */
export function attemptRoom({ store: { state }, running }: World): (job: Job) => boolean {
  const counts = new Map<number, number>()
  const take = (subscriptionId: number, room: number): boolean => {
    const count = counts.get(subscriptionId) ?? 0
    if (count < room) counts.set(subscriptionId, count + 1)
    return count < room
  }
  for (const id of running.keys()) {
    const subscriptionId = subscriptionOf(state.jobs[id], state)
    if (subscriptionId !== undefined) take(subscriptionId, Number.POSITIVE_INFINITY)
  }
  return (job) => {
    const subscriptionId = subscriptionOf(job, state)
    return subscriptionId === undefined || take(subscriptionId, MOST_AT_ONCE)
  }
}

function subscriptionOf(job: Job | undefined, { deliveries }: State): number | undefined {
  return job?.kind === 'attempt' ? deliveries[job.deliveryId]?.subscriptionId : undefined
}
