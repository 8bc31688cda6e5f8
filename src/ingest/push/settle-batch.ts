import type { MappedItem } from '../map/mapped-row.js'
import type { SendContext } from './context.js'
import type { Outcome } from './journal/records.js'
import { deliverBatch } from './send-items.js'

/** Told of every part of a batch that is settled. */
export type OnOutcome = (items: readonly MappedItem[], outcome: Outcome) => Promise<void>

/**
 * Brings a batch to its end: what the service refuses is left out and the rest goes again as a batch of its own. What the journal
 * knows is not sent. Each round leaves at least one item less. Resolves to whether anything was sent now.
 */
export async function settleBatch(
  context: SendContext,
  number: number,
  items: readonly MappedItem[],
  onOutcome: OnOutcome,
): Promise<boolean> {
  let left = items
  let sent = false
  for (let round = 0; left.length > 0; round += 1) {
    const label = round === 0 ? String(number) : `${number}.${round}`
    const known = context.journal.find(label).outcome
    const outcome = known ?? (await deliverBatch(context, label, left))
    sent ||= known === undefined
    await onOutcome(left, outcome)
    const refused = new Set(outcome.faults.map(([index]) => index))
    left = left.filter(({ field }, index) => outcome.again.includes(field) && !refused.has(index))
  }
  return sent
}
