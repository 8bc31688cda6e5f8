import { printableLine } from '../cli/printable.js'
import type { Column, Row } from './outcome.js'
import type { Style } from './style.js'
import { displayWidth, pad, truncate } from './width.js'

const GAP = 2
const SMALLEST_COLUMN = 4

/** A table whose column widths were settled from the rows seen first. */
export interface TableLayout {
  columns: readonly Column[]
  widths: number[]
}

/** What a cell shows: one line, control characters made visible. */
export function cellText(column: Column, row: Row): string {
  const value = row[column.key]
  if (column.show) return printableLine(column.show(value, row))
  if (value === null || value === undefined) return ''
  return printableLine(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Settles the widths for `width` columns of terminal: what the cells need, then the flexible columns give way, then the widest. */
export function layOut(columns: readonly Column[], rows: readonly Row[], width: number): TableLayout {
  const widths = columns.map((column) =>
    Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(cellText(column, row)))),
  )
  const excess = () => widths.reduce((sum, each) => sum + each, 0) + GAP * (widths.length - 1) - width
  for (const flexibleOnly of [true, false]) {
    while (excess() > 0) {
      const widest = findWidest(columns, widths, flexibleOnly)
      if (widest === undefined) break
      widths[widest] = Math.max(SMALLEST_COLUMN, widths[widest]! - Math.max(1, Math.floor(excess() / 2)))
    }
  }
  return { columns, widths: dropOverflow(widths, width) }
}

/** The titles of the columns. */
export function headerLine({ columns, widths }: TableLayout, style: Style): string {
  return style.bold(joinCells(columns.map((column, index) => cell(column, column.title, widths[index]!))))
}

/** One row, cut and padded to the widths. */
export function rowLine({ columns, widths }: TableLayout, row: Row): string {
  return joinCells(columns.map((column, index) => cell(column, cellText(column, row), widths[index]!)))
}

/** A small table whole: its title line and its rows, for a view. */
export function tableLines(columns: readonly Column[], rows: readonly Row[], style: Style): string[] {
  const layout = layOut(columns, rows, style.tableWidth)
  return [headerLine(layout, style), ...rows.map((row) => rowLine(layout, row))]
}

function cell(column: Column, text: string, width: number): string {
  return pad(truncate(text, width), width, column.numeric ? 'right' : 'left')
}

function joinCells(cells: string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .join(' '.repeat(GAP))
    .trimEnd()
}

function findWidest(columns: readonly Column[], widths: readonly number[], flexibleOnly: boolean): number | undefined {
  const candidates = widths
    .map((width, index) => ({ width, index }))
    .filter(({ width, index }) => width > SMALLEST_COLUMN && (!flexibleOnly || columns[index]!.flexible))
  return candidates.sort((a, b) => b.width - a.width)[0]?.index
}

/** On a terminal too narrow for all of them, columns from the right are left out. */
function dropOverflow(widths: number[], width: number): number[] {
  let used = 0
  return widths.map((each, index) => {
    const needed = each + (index === 0 ? 0 : GAP)
    used += needed
    return used <= width ? each : 0
  })
}
