import type { Style } from '../terminal/style.js'
import { displayWidth, foldLine, pad, truncate, wrapWhole } from '../terminal/width.js'
import { shownCell } from './cells.js'
import type { Column, Row } from './outcome.js'
import { GAP, layOut, READABLE_COLUMN, type TableLayout } from './table-layout.js'

/** Lines that a folded cell may take. */
const MOST_LINES = 8

/** The titles of the columns. */
export function headerLine({ columns, widths }: TableLayout, style: Style): string {
  return style.bold(joinCells(columns.map((column, index) => cell(column, column.title, widths[index]!))))
}

/** Says which columns had no room, and how to see them; undefined if all are shown. */
export function hiddenText({ columns, widths }: TableLayout): string | undefined {
  const hidden = columns.filter((_, index) => widths[index] === 0).map(({ title }) => title)
  return hidden.length === 0 ? undefined : `Not shown at this width: ${hidden.join(', ')}. \`--output json\` has all.`
}

/**
 * One row, padded to the widths. What doesn't fit is cut in a flexible column wide enough to be read, such as that of a text; elsewhere,
 * as in an id, it is folded over several lines, for its beginning alone says little.
 */
export function rowLine({ columns, widths, whole }: TableLayout, row: Row): string {
  const shown = columns.map((column) => shownCell(column, row))
  if (whole)
    return joinCells(shown.map((text, at) => cell(columns[at]!, text, Math.max(widths[at]!, displayWidth(text)))))
  const folded = shown.map((text, at) => foldCell(columns[at]!, text, widths[at]!))
  const height = Math.max(...folded.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    joinCells(folded.map((lines, at) => cell(columns[at]!, lines[line] ?? '', widths[at]!))),
  ).join('\n')
}

function foldCell({ flexible, whole }: Column, text: string, width: number): string[] {
  if (width === 0 || displayWidth(text) <= width) return [text]
  if (!whole && flexible && width >= READABLE_COLUMN) return [text]
  const lines = wrapWhole(text, width).flatMap((line) => foldLine(line, width))
  return whole || lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES - 1), truncate(`${lines[MOST_LINES - 1]}…`, width)]
}

/** A small table whole: its title line and its rows, for a view. */
export function tableLines(columns: readonly Column[], rows: readonly Row[], style: Style): string[] {
  const layout = layOut(columns, rows, style.tableWidth)
  const hidden = hiddenText(layout)
  const note = hidden === undefined ? [] : wrapWhole(hidden, style.width).map((line) => style.dim(line))
  return [headerLine(layout, style), ...rows.flatMap((row) => rowLine(layout, row).split('\n')), ...note]
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
