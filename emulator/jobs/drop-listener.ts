import { commitDecision } from '../core/commit.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { withoutSubscription } from '../rules/deliveries.js'
import { idSource } from '../state/ids.js'
import { secretName } from './deliver-webhook.js'
import { leasesOf } from './leases.js'

/** A subscription whose listener was not heard of for the length of its lease is deleted, unless it was renewed just now. */
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
      summary: `subscription ${subscriptionId} ended: its listener is gone`,
      changes: withoutSubscription(state, subscriptionId),
      secrets: { remove: [secretName(subscriptionId)] },
    }
    const frame = { operation: 'dropListener', now: timeOf(state.clock, processNow), ids: idSource(state) }
    await commitDecision(organization, decision, frame)
    await organization.store.durable()
  })
}
