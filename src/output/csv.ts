import { stringify } from 'csv-stringify/sync'
import { printable } from '../cli/printable.js'
import type { Column, Row } from './outcome.js'

// What a spreadsheet takes for a formula when a cell begins with it (full-width forms included).
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/
const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/** The header line of a CSV. */
export function csvHeader(columns: readonly Column[]): string {
  return stringify([columns.map(({ key }) => key)])
}

/** Rows as CSV lines; text a spreadsheet would run as a formula gets an apostrophe in front, numbers stay numbers. */
export function csvLines(columns: readonly Column[], rows: readonly Row[]): string {
  return stringify(rows.map((row) => columns.map(({ key }) => csvCell(row[key]))))
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
