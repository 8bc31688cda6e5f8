import { commitDecision } from '../core/commit.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { withoutSubscription } from '../rules/deliveries.js'
import { idSource } from '../state/ids.js'
import type { State } from '../state/state.js'
import { secretName } from './deliver-webhook.js'

/** A subscription that ends unless its listener renews it, and when; times of the process clock. */
export interface Lease {
  subscriptionId: number
  endsAt: number
}

/**
 * The leases of an organisation. `heardAt` says when each listener last renewed its lease; one that has not since this process
 * started counts as renewed now, since no one could renew while the emulator was down.
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

/** Deletes a subscription whose lease has run out, unless it was renewed just now. */
export function dropListener(organization: Organization, subscriptionId: number, service: JobContext): Promise<void> {
  return organization.runExclusive(async () => {
    const { state } = organization.store
    const processNow = service.clock.now()
    const lease = leasesOf(state, organization.counters.heardAt, processNow).find(
      (each) => each.subscriptionId === subscriptionId,
    )
    if (!lease || lease.endsAt > processNow) return
    const decision = {
      answer: null,
      summary: `subscription ${subscriptionId} ended: its listener stopped`,
      changes: withoutSubscription(state, subscriptionId),
      secrets: { remove: [secretName(subscriptionId)] },
    }
    const frame = { operation: 'dropListener', now: timeOf(state.clock, processNow), ids: idSource(state) }
    await commitDecision(organization, decision, frame)
    await organization.store.durable()
  })
}
