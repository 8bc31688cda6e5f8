import { isObject } from '../../../base/is-object.js'
import type { Cell, RawRow } from '../table.js'

/** Columns of JSON items: the text, which a string is as well, then the keys of the values. */
export function collectColumns(values: Iterable<unknown>): Set<string> {
  const columns = new Set<string>(['text'])
  for (const value of values) if (isObject(value)) for (const key of Object.keys(value)) columns.add(key)
  return columns
}

/** A JSON value as a row: a string is its text, an object fills the columns it names; `repeated`: one it names more than once. */
export function jsonRow(row: number, value: unknown, columns: readonly string[], repeated?: string): RawRow {
  if (typeof value === 'string') return { row, cells: [value] }
  if (!isObject(value))
    return {
      row,
      cells: [JSON.stringify(value)],
      fault: { kind: 'invalid_rows', reason: 'neither a string nor an object', isWhole: true },
    }
  const cells = columns.map((column) => (Object.hasOwn(value, column) ? toCell(value[column]) : undefined))
  if (repeated === undefined) return { row, cells }
  const reason = `names ${JSON.stringify(repeated)} more than once, and only one of them could be pushed`
  return { row, cells, fault: { kind: 'invalid_rows', reason } }
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return { fault: 'a list or an object, not a value' }
}
