import type { RawRow, Table } from '../read/table.js'
import type { Warnings } from '../warnings.js'
import { createRowMapper } from './map-rows.js'
import type { MappedRow } from './mapped-row.js'
import type { Mapping } from './mapping.js'

/** The chosen rows of a table as items and rejections; `now` (epoch milliseconds) bounds their dates, of each row where it is a function. */
export async function* mapTable(
  table: Table,
  mapping: Mapping,
  now: number | ((row: number) => number),
  warnings: Warnings,
): AsyncGenerator<MappedRow[]> {
  const { columns, dateSystem, cellsCanShift, typed = false, rows } = table
  const width = cellsCanShift ? { columnCount: columns.length } : {}
  const mapRow = createRowMapper({ mapping, now, warnings, typed, ...width, ...(dateSystem ? { dateSystem } : {}) })
  const { skippedRows = [], choice, footer } = mapping
  const isFooter = footer ? createFooterFinder(columns.length, warnings) : undefined
  const mapAll = choice ? chosenOnly(choice, mapRow) : (group: RawRow[]) => group.map((row) => mapRow(row))
  let left = choice?.maxItems ?? Number.POSITIVE_INFINITY
  for await (const group of rows) {
    const table = isFooter ? group.filter((row) => !isFooter(row)) : group
    const mapped = mapAll(skippedRows.length === 0 ? table : table.filter(({ row }) => !skippedRows.includes(row)))
    const fitting = firstItems(mapped, left)
    yield fitting
    if (fitting.length < mapped.length) return
    left -= countItems(mapped)
  }
}

/** Finds the foot of a report among the rows, in order: lines of one cell, from the first one below a blank line on. */
function createFooterFinder(width: number, warnings: Warnings): (row: RawRow) => boolean {
  let last = Number.POSITIVE_INFINITY
  let inFooter = false
  return ({ row, cells }) => {
    inFooter = cells.length === 1 && width > 1 && (inFooter || row > last + 1)
    last = row
    if (inFooter) warnings.add('footer_rows', row)
    return inFooter
  }
}

/** All rows are mapped, for equal ones get their ids by their number in the whole file; those not chosen are then dropped in silence. */
function chosenOnly(choice: RowChoice, mapRow: (row: RawRow, quiet: boolean) => MappedRow) {
  const isChosen = createRowChooser(choice)
  return (group: RawRow[]) =>
    group.flatMap((row) => {
      const chosen = isChosen()
      const mapped = mapRow(row, !chosen)
      return chosen ? [mapped] : []
    })
}

/** The rows from the first on whose items are at most this many. */
function firstItems(rows: MappedRow[], most: number): MappedRow[] {
  if (most === Number.POSITIVE_INFINITY) return rows
  let items = 0
  const beyond = rows.findIndex((row) => {
    items += row.items.length
    return items > most
  })
  return beyond === -1 ? rows : rows.slice(0, beyond)
}

function countItems(rows: readonly MappedRow[]): number {
  return rows.reduce((sum, { items }) => sum + items.length, 0)
}

/** Which rows of a file are pushed, where not all are; by their order in the file, so that every pass chooses the same. */
export interface RowChoice {
  /** This many rows, evenly spread over all rows there are. */
  sample?: { take: number; of: number }
  /** The `index`-th (from 1) of `count` parts; together they are the file, and no row is in two. */
  shard?: { index: number; count: number }
  /** At most this many items. */
  maxItems?: number
}

/** Whether the next row is chosen; to be asked for every row in order. Each pass needs its own. */
function createRowChooser({ sample, shard }: RowChoice): () => boolean {
  let row = -1
  return () => {
    row += 1
    if (shard && row % shard.count !== shard.index - 1) return false
    if (!sample || sample.take >= sample.of) return true
    return Math.floor(((row + 1) * sample.take) / sample.of) > Math.floor((row * sample.take) / sample.of)
  }
}
