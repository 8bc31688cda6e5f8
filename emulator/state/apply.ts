import type { Change } from './change.js'
import { noteJob } from './job-order.js'
import { noteChange } from './ledger-order.js'
import type { State } from './state.js'

/** The only writer of the state (idea 3). Rows are replaced whole, so that what a reader holds never changes under it. */
export function apply(state: State, change: Change): void {
  noteChange(state, change)
  if (change.type === 'set') {
    Object.assign(state, { [change.single]: change.value })
    return
  }
  const table = state[change.table] as Record<string, unknown>
  if (change.type === 'put') table[change.id] = change.row
  else delete table[change.id]
  noteJob(state, change)
}
