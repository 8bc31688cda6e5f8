import { GUESSES } from '../../src/contract/assumed-values.js'
import { type Change, remove } from '../state/change.js'
import { type Ledger, oldestFinished, sizeOf } from '../state/ledger-order.js'
import type { State } from '../state/state.js'

/** How many more than are kept may be there before the oldest go, so that not every request looks for them. */
const SLACK = 1_000

/** The oldest finished deliveries beyond those that are kept; what is still due is never dropped. */
export function dropOldDeliveries(state: Readonly<State>, kept = GUESSES.ledgers.rows): Change[] {
  return dropOldest('deliveries', state, kept)
}

/** The oldest finished tasks beyond those that are kept. */
export function dropOldTasks(state: Readonly<State>, kept = GUESSES.ledgers.rows): Change[] {
  return dropOldest('tasks', state, kept)
}

/** Costs as much as it drops, however many rows there are. */
function dropOldest(ledger: Ledger, state: Readonly<State>, kept: number): Change[] {
  const size = sizeOf(state, ledger)
  if (size < kept + SLACK) return []
  return oldestFinished(state, ledger, size - kept).map((id) => remove(ledger, id))
}
