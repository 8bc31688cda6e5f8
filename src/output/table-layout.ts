import { displayWidth } from '../terminal/width.js'
import { shownCell } from './cells.js'
import type { Column, Row } from './outcome.js'
import { quantity } from './show.js'

/** Columns of the terminal between those of a table. */
export const GAP = 2
const SMALLEST_COLUMN = 4
/** Narrower ones cut a text beyond recognition. */
export const READABLE_COLUMN = 16
/** Cells in narrower columns can't be read even when folded. */
const FOLDED_COLUMN = 10
/** Where nothing limits the width, cells are padded to no more than this: one long text would fill every other row with spaces. */
const WIDEST_PADDING = 48
/** This many of the first columns are never left out for the sake of others. */
const COLUMNS_KEPT = 2

/** A table whose column widths were settled from the rows seen first. */
export interface TableLayout {
  columns: readonly Column[]
  widths: number[]
  /** Nothing limits the width: what is wider than the rows seen first is not cut. */
  whole?: true
}

/** Settles the widths for `width` columns of terminal: what the cells need, then the flexible columns give way, then the widest. */
export function layOut(given: readonly Column[], rows: readonly Row[], width: number): TableLayout {
  const columns = Number.isFinite(width) ? given.map(separated) : given
  const needed = columns.map((column) =>
    Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(shownCell(column, row)))),
  )
  const widths = dropFromTheRight(columns, needed, width)
  narrow(columns, widths, width, { only: 'flexible', least: FOLDED_COLUMN })
  narrow(columns, widths, width, { only: 'all', least: FOLDED_COLUMN })
  narrow(columns, widths, width, { only: 'all', least: SMALLEST_COLUMN })
  if (!Number.isFinite(width))
    return { columns, widths: widths.map((each) => Math.min(each, WIDEST_PADDING)), whole: true }
  return { columns, widths: dropOverflow(widths, width) }
}

/** The layout for more rows: what they need beyond the rows before, as far as the lines have room. */
export function widen(layout: TableLayout, rows: readonly Row[], width: number): TableLayout {
  const { columns, widths, whole } = layout
  if (whole) return layout
  let room = -excessOf(widths, width)
  const wider = widths.map((known, index) => {
    if (room <= 0 || known === 0) return known
    const needed = Math.max(known, ...rows.map((row) => displayWidth(shownCell(columns[index]!, row))))
    const given = Math.min(needed - known, room)
    room -= given
    return known + given
  })
  return { ...layout, widths: wider }
}

/** Leaves out columns while the flexible ones could not be read: a few whole ones say more than all of them cut to their first letters. */
function dropFromTheRight(columns: readonly Column[], needed: readonly number[], width: number): number[] {
  const kept = [...needed]
  for (let last = columns.length - 1; ; last -= 1) {
    const widths = [...kept]
    narrow(columns, widths, width, { only: 'flexible', least: READABLE_COLUMN })
    if (excessOf(widths, width) <= 0 || last < COLUMNS_KEPT) return widths
    if (!columns[last]!.flexible) kept[last] = 0
  }
}

/** A count as a person reads it. */
const separated = (column: Column): Column =>
  column.quantity && !column.show
    ? { ...column, show: (value) => (value === undefined || value === null ? '' : quantity(value)) }
    : column

/** By how many columns of the terminal the shown ones are too wide. */
function excessOf(widths: readonly number[], width: number): number {
  const shown = widths.filter((each) => each > 0)
  return shown.reduce((sum, each) => sum + each, 0) + GAP * (shown.length - 1) - width
}

/** Takes from the widest until they fit, or none can give more. */
function narrow(
  columns: readonly Column[],
  widths: number[],
  width: number,
  { only, least }: { only: 'flexible' | 'all'; least: number },
): void {
  for (let excess = excessOf(widths, width); excess > 0; excess = excessOf(widths, width)) {
    const widest = findWidest(columns, widths, only === 'flexible', least)
    if (widest === undefined) return
    widths[widest] = Math.max(least, widths[widest]! - Math.max(1, Math.floor(excess / 2)))
  }
}

function findWidest(
  columns: readonly Column[],
  widths: readonly number[],
  flexibleOnly: boolean,
  least: number,
): number | undefined {
  const candidates = widths
    .map((width, index) => ({ width, index }))
    .filter(({ width, index }) => width > least && (!flexibleOnly || columns[index]!.flexible))
  return candidates.sort((a, b) => b.width - a.width)[0]?.index
}

/** On a terminal too narrow for all of them, columns from the right are left out. */
function dropOverflow(widths: number[], width: number): number[] {
  let used = 0
  return widths.map((each, index) => {
    if (each === 0) return 0
    used += each + (index === 0 ? 0 : GAP)
    return used <= width ? each : 0
  })
}
