import type { ItemObject } from '../../contract/records.js'
import { looksMisread } from '../check/mojibake.js'
import type { Mapping } from '../mapping.js'
import { cellText, type RawRow } from '../readers/table.js'
import type { WarningKind, Warnings } from '../warnings.js'
import { readMembers, settleItem } from './build-item.js'
import type { DateSettings } from './dates.js'
import { contentId, contentPrint, type IdCell, idPrint, readId } from './ids.js'
import type { MappedRow } from './mapped-row.js'
import { createOccurrenceCounter } from './occurrences.js'
import { findZoneClock } from './zone.js'

export interface MapSettings {
  mapping: Mapping
  /** Width of a sound row, where a row of another width is a fault. */
  columnCount?: number
  dateSystem?: 1900 | 1904
  /** Epoch milliseconds; bounds `occurred_at`. */
  now: number
  warnings: Warnings
}

/** A function from raw rows, in file order, to items and rejections. It counts occurrences, so each pass needs its own. */
export function createRowMapper(settings: MapSettings): (raw: RawRow) => MappedRow {
  const { mapping, warnings } = settings
  const dates = dateSettings(settings)
  const idColumn =
    mapping.externalId === 'column' ? mapping.members.find(({ member }) => member === 'external_id') : undefined
  const countOccurrence = createOccurrenceCounter()
  const countId = createOccurrenceCounter()

  const withId = (item: ItemObject, field: number, id: IdCell | undefined): void => {
    if (id?.kind === 'id') item.external_id = id.id
    else if (mapping.externalId !== 'none') {
      const print = contentPrint(item)
      item.external_id = contentId(print, countOccurrence(print.high, print.low ^ Math.imul(field, 0x9e3779b1)))
    }
  }

  return (raw) => {
    const note = (kind: WarningKind) => warnings.add(kind, raw.row)
    const result: MappedRow = { row: raw.row, cells: raw.cells, items: [], rejections: [] }
    const id = idColumn && readId(raw.cells[idColumn.index])
    const fault = findRowFault(raw, settings.columnCount, id, note)
    const members = fault === undefined ? readMembers(raw.cells, mapping.members, dates, note) : {}
    if (fault === undefined) noteId(id, note)
    if (fault === undefined && id?.kind === 'id' && countId(...idPrint(id.id)) > 1) note('duplicate_ids')
    for (const [field, { index }] of mapping.texts.entries()) {
      const text = textOf(raw, index, note)
      if (text.trim() === '' && !isLastChance(result, field, mapping)) continue
      const item: ItemObject = { text, ...members }
      if (id?.kind === 'id') item.external_id = id.id
      const reason = fault ?? settleItem(item, settings.now, note)
      if (reason !== undefined) result.rejections.push({ field, reason })
      else {
        if (looksMisread(text)) note('mojibake')
        withId(item, field, id)
        result.items.push({ field, item })
      }
    }
    return result
  }
}

/** A blank answer among several is no fault; a row without any text is. */
function isLastChance(result: MappedRow, field: number, mapping: Mapping): boolean {
  return field === mapping.texts.length - 1 && result.items.length + result.rejections.length === 0
}

function dateSettings({ mapping, dateSystem }: MapSettings): DateSettings {
  const clock = mapping.timeZone === 'UTC' ? undefined : findZoneClock(mapping.timeZone)
  return { order: mapping.dates, ...(clock ? { clock } : {}), ...(dateSystem ? { dateSystem } : {}) }
}

function findRowFault(
  raw: RawRow,
  columnCount: number | undefined,
  id: IdCell | undefined,
  note: (kind: WarningKind) => void,
): string | undefined {
  if (raw.fault) {
    note(raw.fault.kind)
    return raw.fault.reason
  }
  const width = columnCount ?? raw.cells.length
  const extra = raw.cells.slice(width).some((cell) => cellText(cell).trim() !== '')
  if (extra || raw.cells.length < width) note('row_width')
  if (extra) return `has ${raw.cells.length} cells where the header has ${columnCount}`
  if (id?.kind !== 'refused') return undefined
  note('invalid_rows')
  return id.reason
}

function noteId(id: IdCell | undefined, note: (kind: WarningKind) => void): void {
  if (id?.kind === 'damaged') note('damaged_ids')
  if (id?.kind === 'missing') note('missing_ids')
}

function textOf(raw: RawRow, index: number, note: (kind: WarningKind) => void): string {
  const cell = raw.cells[index]
  if (typeof cell === 'object' && 'fault' in cell) note('cell_errors')
  return cellText(cell)
}
