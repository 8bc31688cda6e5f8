import { GUESSES } from '../../src/contract/assumed-values.js'
import { type Change, remove } from '../state/change.js'
import type { State } from '../state/state.js'

/** How many more than are kept may be there before the oldest go, so that not every request looks for them. */
const SLACK = 1_000

/** The oldest finished deliveries beyond those that are kept; what is still due is never dropped. */
export function dropOldDeliveries({ deliveries }: State, kept = GUESSES.ledgers.rows): Change[] {
  return dropOldest('deliveries', deliveries, kept, ({ state }) => state !== 'pending')
}

/** The oldest finished tasks beyond those that are kept. */
export function dropOldTasks({ tasks }: State, kept = GUESSES.ledgers.rows): Change[] {
  return dropOldest('tasks', tasks, kept, ({ status }) => status === 'completed' || status === 'failed')
}

function dropOldest<Name extends 'deliveries' | 'tasks'>(
  table: Name,
  rows: State[Name],
  kept: number,
  isFinished: (row: State[Name][string]) => boolean,
): Change[] {
  const all = Object.values(rows) as State[Name][string][]
  if (all.length < kept + SLACK) return []
  const finished = all.filter(isFinished).sort((a, b) => a.createdAt - b.createdAt)
  const most = Math.max(0, all.length - kept)
  return finished.slice(0, most).map(({ id }) => remove(table, id))
}
