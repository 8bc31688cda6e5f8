import type { WarningKind } from '../warnings.js'

/** A cell without a value, and why: an error of the spreadsheet, or a formula never calculated. */
export interface CellFault {
  fault: string
}

/** A date of a spreadsheet: local time as ISO-8601 without a zone. */
export interface CellDate {
  date: string
}

export type Cell = string | number | boolean | undefined | CellFault | CellDate

/** A row as its reader found it. `row` counts as a spreadsheet does, headers and blank lines included. */
export interface RawRow {
  row: number
  cells: readonly Cell[]
  /** Its reader has seen that no cell shows signs of a wrong encoding. */
  notMojibake?: boolean
  /** Its workbook does not show it, as where a filter is set. */
  hidden?: true
  /** Why the row can't be used at all. */
  fault?: {
    kind: WarningKind
    reason: string
    /** The only cell is the whole row as it stands in the file, and belongs to no column. */
    isWhole?: true
  }
}

/** The columns of a table, by the names of their headers. */
export type ColumnNames = Pick<Table, 'columns' | 'named'>

/** The rows of a file under their columns; `rows` can be read once. */
export interface Table {
  columns: string[]
  /** How many of them the file names, from the first; others are members that rows may have. All, if absent. */
  named?: number
  /** Visible sheets of its workbook that no one asked for. */
  otherSheets?: string[]
  /** Day zero of numbers in date columns; only spreadsheets store dates so. */
  dateSystem?: 1900 | 1904
  /** A cell too many means that others are in the wrong column: a delimiter separates them, no address. */
  cellsCanShift?: boolean
  /** Cells have JSON types: a number isn't text. */
  typed?: boolean
  rows: AsyncIterable<RawRow[]>
}

/** The text of a cell as a person would write it; '' for none. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (cell === undefined) return ''
  if (typeof cell === 'object') return 'date' in cell ? cell.date : ''
  return String(cell)
}

/** No cell holds anything but white space. */
export function isBlankRow(cells: readonly Cell[]): boolean {
  return cells.every((cell) => cell === undefined || (typeof cell === 'string' && cell.trim() === ''))
}

/** Rows that were read ahead, then the rest, which is closed at the end. */
export async function* startingWith(first: RawRow[], rest: AsyncGenerator<RawRow[]>): AsyncGenerator<RawRow[]> {
  try {
    if (first.length > 0) yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
