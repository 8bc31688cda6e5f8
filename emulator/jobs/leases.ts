import type { State } from '../state/state.js'

/** A subscription that lives only as long as its listener renews it, and when it ends; times of the process clock. */
export interface Lease {
  subscriptionId: number
  endsAt: number
}

/**
 * The leases of an organisation. `heardAt` says when each listener was last heard of; one that was not since this process
 * began is taken to have been heard of now, for nobody could renew anything while the emulator was down.
 */
export function leasesOf(state: State, heardAt: Map<number, number>, processNow: number): Lease[] {
  for (const id of heardAt.keys()) if (!Object.hasOwn(state.subscriptions, id)) heardAt.delete(id)
  return Object.values(state.subscriptions).flatMap(({ id, leaseSeconds }) => {
    if (leaseSeconds == null) return []
    const since = heardAt.get(id) ?? processNow
    heardAt.set(id, since)
    return [{ subscriptionId: id, endsAt: since + leaseSeconds * 1_000 }]
  })
}
