import type { Emitted } from '../../src/contract/events.js'
import { deliveriesOf } from '../rules/deliveries.js'
import type { Change } from '../state/change.js'
import type { IdSource } from '../state/ids.js'
import type { PreparedErase } from '../store/index.js'
import type { Decision } from './decision.js'
import type { Organization } from './organization.js'

export interface CommitFrame {
  operation: string
  now: number
  ids: IdSource
  /** Facts of the frame, such as the idempotency record. */
  extra?: Change[]
}

/** An event with the names its members have on the wire. */
export function eventToWire({ contract }: Organization, emitted: Emitted): Emitted {
  const codec = contract.eventCodec(emitted.event)
  return codec ? ({ ...emitted, data: codec.toWire(emitted.data) } as Emitted) : emitted
}

/** Reads without holding up writes; resolves when nothing of what it saw can be lost any more. */
export async function readDurably<Result>(organization: Organization, read: () => Promise<Result>): Promise<Result> {
  const { store } = organization
  const result = await read()
  await store.durable()
  return result
}

/**
 * Decides and commits with nothing else being decided in the organisation; resolves when all of it is on disk. The next
 * decision doesn't wait for the disk, so that those that follow each other closely share a sync.
 */
export async function writeDurably<Result>(organization: Organization, write: () => Promise<Result>): Promise<Result> {
  const { result, store } = await organization.runExclusive(async () => {
    // The store of this decision: the organisation may have another one once this one failed.
    const { store } = organization
    return { result: await write(), store }
  })
  await store.durable()
  return result
}

/**
 * Stores what was decided as one record: facts, items, events and their deliveries, the idempotency record, all or nothing.
 * In memory at once; `store.durable()` resolves when none of it can be lost any more. A decision that changes nothing
 * leaves no record. One that erases needs what was prepared for it.
 */
export async function commitDecision(
  organization: Organization,
  decision: Decision<unknown>,
  frame: CommitFrame,
  prepared?: PreparedErase,
): Promise<void> {
  const { state } = organization.store
  const events = (decision.events ?? []).flatMap((emitted) => {
    return deliveriesOf(state, eventToWire(organization, emitted), frame.now, frame.ids)
  })
  const changes = [...(decision.changes ?? []), ...events, ...frame.ids.changes(), ...(frame.extra ?? [])]
  const { items, blobs, secrets } = decision
  const erase = decision.erase?.length === 0 && !prepared?.foundKept ? undefined : decision.erase
  if (changes.length === 0 && !erase) return
  const summary = decision.summary ?? frame.operation
  const set = { at: frame.now, operation: frame.operation, summary, changes, items, blobs, secrets }
  if (!erase) {
    organization.store.commit(set)
    return
  }
  await organization.store.eraseItems(erase, set, prepared)
  for (const sourceId of new Set(erase.map((each) => each.sourceId))) {
    const itemIds = erase.filter((each) => each.sourceId === sourceId).map((each) => each.id)
    organization.analysis.forget(sourceId, itemIds)
  }
  organization.requests.withholdFeedback()
}
