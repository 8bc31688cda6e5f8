import type { Emitted } from '../../src/contract/events.js'
import { deliveriesOf } from '../rules/deliveries.js'
import type { Change } from '../state/change.js'
import type { IdSource } from '../state/ids.js'
import type { Decision } from './decision.js'
import type { Organization } from './organization.js'
import { outward } from './overrides/names.js'

export interface CommitFrame {
  operation: string
  now: number
  ids: IdSource
  /** Facts of the frame, such as the kept answer. */
  extra?: Change[]
}

/** An event with the names its members have on the wire. */
export function asTold({ overrides }: Organization, emitted: Emitted): Emitted {
  return { ...emitted, data: outward(overrides.eventNames(emitted.event), emitted.data) } as Emitted
}

/**
 * Stores what was decided as one record: facts, items, events and their deliveries, the kept answer, all or nothing.
 * In memory at once; `store.durable()` tells when nothing of it can be lost any more. A decision that changes nothing
 * leaves no record.
 */
export async function commitDecision(
  organization: Organization,
  decision: Decision<unknown>,
  frame: CommitFrame,
): Promise<void> {
  const { state } = organization.store
  const events = (decision.events ?? []).flatMap((emitted) => {
    return deliveriesOf(state, asTold(organization, emitted), frame.now, frame.ids)
  })
  const changes = [...(decision.changes ?? []), ...events, ...frame.ids.changes(), ...(frame.extra ?? [])]
  const { items, blobs, secrets, eraseQuery } = decision
  const isKept = decision.erase?.length === 0 && eraseQuery && (await organization.store.hasKeptMatches(eraseQuery))
  const erase = decision.erase?.length === 0 && !isKept ? undefined : decision.erase
  if (changes.length === 0 && !erase) return
  const summary = decision.summary ?? frame.operation
  const set = { at: frame.now, operation: frame.operation, summary, changes, items, blobs, secrets }
  if (!erase) {
    organization.store.commit(set)
    return
  }
  await organization.store.eraseItems(erase, set, eraseQuery)
  for (const sourceId of new Set(erase.map((each) => each.sourceId))) {
    const itemIds = erase.filter((each) => each.sourceId === sourceId).map((each) => each.id)
    organization.analysis.forget(sourceId, itemIds)
  }
  organization.requests.withholdFeedback()
}
