import type { Change } from './change.js'
import type { State } from './state.js'

/** Tables that grow with use and are cut at their oldest rows. */
export type LedgerName = 'deliveries' | 'tasks' | 'keptAnswers'

/**
 * The rows of a ledger by age. Follows from the table, so it is never stored: kept up with each change, made again if it is
 * missing.
 */
interface Order {
  size: number
  /** Rows nothing more is due for, in the order they came to that. */
  finished: Set<string>
  /** The oldest first; some may be gone. */
  ids: string[]
  lastAt: number
}

const orders = new WeakMap<object, Order>()

/** Whether nothing more is due for a row of a ledger; nothing ever is for an idempotency record. */
export function isFinished(row: State[LedgerName][string]): boolean {
  if ('payloadHash' in row) return true
  return 'status' in row ? row.status === 'completed' || row.status === 'failed' : row.state !== 'pending'
}

function isLedger(table: string): table is LedgerName {
  return table === 'deliveries' || table === 'tasks' || table === 'keptAnswers'
}

function timeOfRow(row: State[LedgerName][string]): number {
  return 'createdAt' in row ? row.createdAt : row.at
}

/** How many rows a ledger has. */
export function sizeOf(state: Readonly<State>, ledger: LedgerName): number {
  return orderOf(state, ledger).size
}

/** Names of the finished rows, the oldest first; as many are looked at as are taken. */
export function oldestFinished(state: Readonly<State>, ledger: LedgerName): Iterable<string> {
  return orderOf(state, ledger).finished
}

/** The rows of a ledger, the newest first; as many are looked at as are taken. */
export function* newestFirst<Name extends LedgerName>(
  state: Readonly<State>,
  ledger: Name,
): Generator<State[Name][string]> {
  const { ids } = orderOf(state, ledger)
  const rows = state[ledger] as State[Name]
  for (let at = ids.length - 1; at >= 0; at--) {
    const row = rows[ids[at]!] as State[Name][string] | undefined
    if (row) yield row
  }
}

/** Notes a change that is about to be applied. */
export function noteChange(state: State, change: Change): void {
  if (change.type === 'set' || !isLedger(change.table)) return
  const rows = state[change.table]
  const order = orders.get(rows)
  if (!order) return
  const id = String(change.id)
  const isKnown = Object.hasOwn(rows, id)
  if (change.type === 'put') notePut(rows, order, id, isKnown, change.row as State[LedgerName][string])
  else if (isKnown) noteRemoval(rows, order, id)
}

function notePut(rows: object, order: Order, id: string, isKnown: boolean, row: State[LedgerName][string]): void {
  // A row that comes back (an undo, a restore) belongs somewhere in between.
  if (!isKnown && timeOfRow(row) < order.lastAt) {
    orders.delete(rows)
    return
  }
  if (!isKnown) {
    order.size += 1
    order.ids.push(id)
    order.lastAt = timeOfRow(row)
  }
  if (!isFinished(row)) order.finished.delete(id)
  else if (!order.finished.has(id)) order.finished.add(id)
}

function noteRemoval(rows: object, order: Order, id: string): void {
  order.size -= 1
  order.finished.delete(id)
  // Names of rows that no longer exist are let go now and then, which costs each removal as much as one step.
  if (order.ids.length > 2 * order.size + 1_000) {
    order.ids = order.ids.filter((each) => each !== id && Object.hasOwn(rows, each))
  }
}

function orderOf(state: Readonly<State>, ledger: LedgerName): Order {
  const rows = state[ledger]
  const known = orders.get(rows)
  if (known) return known
  const sorted = Object.entries<State[LedgerName][string]>(rows).sort(
    ([a, row], [b, other]) => timeOfRow(row) - timeOfRow(other) || numberOf(a) - numberOf(b),
  )
  const ids = sorted.map(([id]) => id)
  const finished = new Set(sorted.filter(([, row]) => isFinished(row)).map(([id]) => id))
  const last = sorted.at(-1)?.[1]
  const order = { size: ids.length, finished, ids, lastAt: last ? timeOfRow(last) : 0 }
  orders.set(rows, order)
  return order
}

/** A snapshot orders its rows by name, so after a restart dlv_10 comes before dlv_9. */
function numberOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0)
}
