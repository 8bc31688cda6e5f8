import type { Mapping } from '../mapping.js'
import type { Table } from '../readers/table.js'
import type { Warnings } from '../warnings.js'
import { createRowMapper } from './map-rows.js'
import type { MappedRow } from './mapped-row.js'

/** All rows of a table as items and rejections; `now` (epoch milliseconds) bounds their dates. */
export async function* mapTable(
  table: Table,
  mapping: Mapping,
  now: number,
  warnings: Warnings,
): AsyncGenerator<MappedRow[]> {
  const { columns, dateSystem, cellsCanShift, typed = false, rows } = table
  const width = cellsCanShift ? { columnCount: columns.length } : {}
  const mapRow = createRowMapper({ mapping, now, warnings, typed, ...width, ...(dateSystem ? { dateSystem } : {}) })
  for await (const group of rows) yield group.map(mapRow)
}
