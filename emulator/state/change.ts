import type { Singles, TableName, Tables } from './state.js'

/** A fact about the state: a row put or removed, or a single value set. Undo, diff and log read these too. */
export type Change =
  | { [Name in TableName]: { type: 'put'; table: Name; id: string; row: Tables[Name] } }[TableName]
  | { type: 'remove'; table: TableName; id: string }
  | { [Name in keyof Singles]: { type: 'set'; single: Name; value: Singles[Name] } }[keyof Singles]

/** The fact that `row` is in `table` from now on. */
export function put<Name extends TableName>(table: Name, id: string | number, row: Tables[Name]): Change {
  return { type: 'put', table, id: String(id), row } as Change
}

/** The fact that `table` has no row `id` any more. */
export function remove(table: TableName, id: string | number): Change {
  return { type: 'remove', table, id: String(id) }
}

/** The fact that a single value is now `value`. */
export function set<Name extends keyof Singles>(single: Name, value: Singles[Name]): Change {
  return { type: 'set', single, value } as Change
}
