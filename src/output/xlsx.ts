import { cellValue } from './cells.js'
import type { Column, Row } from './outcome.js'

/** Rows a sheet holds beside its header. */
export const SHEET_ROWS = 1_048_575

/** A workbook with one sheet. Texts are text cells, which a spreadsheet never takes for formulas. */
export async function workbookOf(name: string, columns: readonly Column[], rows: readonly Row[]): Promise<Uint8Array> {
  const { utils, write } = await import('xlsx')
  const cells = rows.map((row) => columns.map((column) => sheetCell(cellValue(column, row))))
  const sheet = utils.aoa_to_sheet([columns.map(({ title }) => title), ...cells])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, name)
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array
}

function sheetCell(value: unknown): unknown {
  if (value === undefined) return null
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}
