import type { Mapping } from '../mapping.js'
import type { RawRow, Table } from '../readers/table.js'
import type { Warnings } from '../warnings.js'
import { createRowMapper } from './map-rows.js'
import type { MappedRow } from './mapped-row.js'
import { createRowChooser, type RowChoice } from './row-choice.js'

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
  const { skippedRows = [], choice } = mapping
  const mapAll = choice ? chosenOnly(choice, mapRow) : (group: RawRow[]) => group.map((row) => mapRow(row))
  let left = choice?.maxItems ?? Number.POSITIVE_INFINITY
  for await (const group of rows) {
    const mapped = mapAll(skippedRows.length === 0 ? group : group.filter(({ row }) => !skippedRows.includes(row)))
    const fitting = firstItems(mapped, left)
    yield fitting
    if (fitting.length < mapped.length) return
    left -= countItems(mapped)
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

/** The rows from the first on whose items are at most so many. */
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
