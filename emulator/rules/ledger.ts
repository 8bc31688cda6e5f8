import { roomFor } from '../../src/contract/caps.js'
import { LIMITS } from '../../src/contract/limits.js'
import { type Change, remove } from '../state/change.js'
import { type LedgerName, oldestFinished, sizeOf } from '../state/ledger-order.js'
import type { State } from '../state/state.js'

/** The oldest finished deliveries beyond those that are kept; what is still due is never dropped. */
export function dropOldDeliveries(state: Readonly<State>, kept: number): Change[] {
  return dropOldest('deliveries', state, kept)
}

/** The oldest finished tasks beyond those that are kept. */
export function dropOldTasks(state: Readonly<State>, kept: number): Change[] {
  return dropOldest('tasks', state, kept)
}

/** The idempotency records that are older than 24 hours (IDM-3), and the oldest beyond those that are kept. */
export function dropOldIdempotencyRecords(state: Readonly<State>, now: number, kept: number): Change[] {
  const isStale = (id: string) => now - state.keptAnswers[id]!.at >= LIMITS.idempotencyMs
  return dropOldest('keptAnswers', state, kept, isStale)
}

/** Costs as much as it drops, however many rows there are. `goes`: also those that go however few there are, the oldest first. */
function dropOldest(
  ledger: LedgerName,
  state: Readonly<State>,
  kept: number,
  goes: (id: string) => boolean = () => false,
): Change[] {
  const size = sizeOf(state, ledger)
  const excess = size < roomFor(kept) ? 0 : size - kept
  const changes: Change[] = []
  for (const id of oldestFinished(state, ledger)) {
    if (changes.length >= excess && !goes(id)) break
    changes.push(remove(ledger, id))
  }
  return changes
}
