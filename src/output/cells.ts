import { findMember } from '../client/checked-payload.js'
import { findGap, isKnownToLack, isMissing } from '../client/gaps.js'
import { printableLine } from '../terminal/printable.js'
import type { Column, Row } from './outcome.js'

/** What a cell shows: one line, control characters made visible. */
export function shownCell(column: Column, row: Row): string {
  const value = cellValue(column, row)
  const isBlank = value === undefined && isMissing(row, column.key)
  if (isBlank && !column.nullable) return '-'
  if (column.show) return printableLine(column.show(value, row))
  if (isBlank) return '-'
  if (value === null || value === undefined) return ''
  return printableLine(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** The value of a cell; undefined if the row lacks it. Throws if the row makes no sense without it, unless no row of this service has it. */
export function cellValue({ key, required, nullable }: Column, row: Row): unknown {
  const isNeeded = required && !isKnownToLack(row, key) && (!nullable || findGap(row, key) !== undefined)
  return isNeeded ? row[key] : findMember(row, key)
}
