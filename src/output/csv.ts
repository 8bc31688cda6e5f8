import { guardCell } from '../contract/items/exported.js'
import { csvText } from '../ingest/csv-text.js'
import { printable } from '../terminal/printable.js'
import { cellValue } from './cells.js'
import type { Column, Row } from './outcome.js'

/** The header line of a CSV. */
export function csvHeader(columns: readonly Column[]): string {
  return csvText([columns.map(({ key }) => csvCell(key))])
}

/** The header line of a CSV whose texts are as they are. */
export function exactCsvHeader(columns: readonly Column[]): string {
  return csvText([columns.map(({ key }) => key)], { quoted_string: true })
}

/** Rows as CSV lines; text a spreadsheet would run as a formula gets an apostrophe in front, numbers stay numbers. */
export function csvLines(columns: readonly Column[], rows: readonly Row[]): string {
  return csvText(rows.map((row) => columns.map((column) => csvCell(cellValue(column, row)))))
}

/** Rows as CSV lines, every text as it is and in quotation marks. */
export function exactCsvLines(columns: readonly Column[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map((column) => exactCell(cellValue(column, row))))
  return csvText(cells, { quoted_string: true })
}

function exactCell(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return guardCell(printable(typeof value === 'object' ? JSON.stringify(value) : String(value)))
}
