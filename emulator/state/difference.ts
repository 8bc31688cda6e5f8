import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../src/base/is-object.js'
import { type Change, put, remove, set } from './change.js'
import { emptyState } from './initial.js'
import type { Singles, State, TableName } from './state.js'

type Rows = Record<string, unknown>

/** The facts that make `to` of `from`: a walk over whatever tables and single values there are. */
export function changesBetween(from: Readonly<State>, to: Readonly<State>): Change[] {
  return differencesBetween(from, to).map(({ table, id, after }) => {
    if (id === null) return set(table as keyof Singles, after as never)
    return after === undefined ? remove(table as TableName, id) : put(table as TableName, id, after as never)
  })
}

/** A row, or with `id` null a single value, that differs; undefined stands for none. */
export interface Difference {
  table: keyof State
  id: string | null
  before: unknown
  after: unknown
}

/** What differs between two states: single values first, then rows by table. */
export function differencesBetween(from: Readonly<State>, to: Readonly<State>): Difference[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])] as (keyof State)[]
  const singles = names.filter((name) => !isTable(name))
  const tables = names.filter(isTable)
  return [
    ...singles
      .filter((name) => !isDeepStrictEqual(from[name], to[name]))
      .map((name) => ({ table: name, id: null, before: from[name], after: to[name] })),
    ...tables.flatMap((name) => rowDifferences(name, (from[name] ?? {}) as Rows, (to[name] ?? {}) as Rows)),
  ]
}

function rowDifferences(table: keyof State, from: Rows, to: Rows): Difference[] {
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return ids
    .filter((id) => !isDeepStrictEqual(from[id], to[id]))
    .map((id) => ({ table, id, before: from[id], after: to[id] }))
}

const EMPTY: Readonly<Record<string, unknown>> = { ...emptyState() }

/** Tables start without rows; so do the counters, which are one value anyway. */
function isTable(name: keyof State): boolean {
  const first = EMPTY[name]
  if (name === 'counters' || !isObject(first)) return false
  return Object.keys(first).length === 0
}
