import { MUST_BE } from '../../contract/items/check-item.js'
import { DROPPED_MEMBERS, ITEM_MEMBERS, type MemberKind } from '../../contract/items/members.js'
import type { ItemObject } from '../../contract/items/schemas.js'
import { looksLikeMojibake } from '../read/decode/mojibake.js'
import { type Cell, cellText, type RawRow } from '../read/table.js'
import type { WarningKind, Warnings } from '../warnings.js'
import { type Note, readItemMembers, settleItem } from './build-item.js'
import type { DateSettings } from './dates.js'
import { contentId, contentPrint, countId, type IdCell, readId } from './ids.js'
import type { MappedItem, MappedRow, Rejection } from './mapped-row.js'
import type { Mapping } from './mapping.js'
import { type CountOccurrence, createOccurrenceCounter } from './occurrences.js'
import { findZoneClock } from './time-zone.js'

const NEEDED = {
  ...MUST_BE,
  text: "can't be used",
  time: 'must be an ISO-8601 time or a plain date, at most a day ahead',
} as const satisfies Partial<Record<MemberKind, string>>

/** Why a row is rejected where nothing may be left out; kinds that are not here lose nothing. */
const STRICT_REASONS: Partial<Record<WarningKind, string>> = {
  damaged_ids: 'external_id was damaged by a spreadsheet, or is a formula without a value; format its column as text',
  cell_errors: 'a cell holds an error, or a formula without a value',
  future_dates: `occurred_at ${NEEDED.time}`,
  ...Object.fromEntries(
    DROPPED_MEMBERS.map((member) => [`dropped_${member}`, `${member} ${NEEDED[ITEM_MEMBERS[member].kind]}`]),
  ),
}

export interface MapSettings {
  mapping: Mapping
  /** Width of a sound row, where a row of another width is a fault. */
  columnCount?: number
  dateSystem?: 1900 | 1904
  /** A number in the text column is a fault, as the contract has it. */
  typed: boolean
  /** Epoch milliseconds, of each row where it is a function; bounds `occurred_at`. */
  now: number | ((row: number) => number)
  warnings: Warnings
}

/** Rows without a fault are the rule, and share it. */
const NONE: readonly Rejection[] = []
const NO_ITEMS: MappedItem[] = []

/** A function from raw rows, in file order, to items and rejections; `quiet`: without warnings. It counts occurrences, so each pass needs its own. */
export function createRowMapper(settings: MapSettings): (raw: RawRow, quiet?: boolean) => MappedRow {
  const { mapping, warnings } = settings
  const dates = dateSettings(settings)
  const readRowId = createIdReader(mapping)
  const addContentId = createContentIds(mapping)
  const isRepeated = createRepeatFinder()
  const several = mapping.texts.length > 1
  const { now } = settings
  const nowOf = typeof now === 'number' ? () => now : now
  let row = 0
  let silent = false
  let strictFault: string | undefined
  const note: Note = (kind, seen) => {
    if (mapping.strict) strictFault ??= STRICT_REASONS[kind]
    if (!silent) warnings.add(kind, row, seen)
  }
  return (raw, quiet = false) => {
    row = raw.row
    silent = quiet
    strictFault = undefined
    const id = readRowId(raw)
    let repeated = false
    const fault = findRowFault(raw, settings.columnCount, id, note)
    const members = fault === undefined ? readItemMembers(raw.cells, mapping.members, dates, note) : { text: '' }
    if (id?.kind === 'id') members.external_id = id.id
    if (fault === undefined) noteId(id, note)
    if (raw.hidden) note('hidden_rows')
    const result: MappedRow = { row, cells: raw.cells, items: NO_ITEMS, rejections: NONE }
    if (raw.fault?.isWhole) result.isWhole = true
    for (let field = 0; field < mapping.texts.length; field += 1) {
      const cell = raw.cells[mapping.texts[field]!.index]
      const text = textOf(cell, note)
      if (text.trim() === '' && !isLastChance(result, field, mapping)) continue
      const item = several ? { ...members } : members
      item.text = text
      const ownFault =
        fault ??
        findTypeFault(cell, settings.typed, note) ??
        settleItem(item, members, { now: nowOf(row), limits: mapping.itemLimits }, note)
      const reason = ownFault ?? strictFault
      if (reason !== undefined) {
        result.rejections = [...result.rejections, { field, reason }]
        continue
      }
      if (raw.notMojibake !== true && looksLikeMojibake(text)) note('mojibake')
      if (id?.kind === 'id' && !quiet && isRepeated(id.id, field)) repeated = true
      addContentId(item, field)
      // A literal takes as much memory as it needs, the first push() seventeen places.
      if (result.items.length === 0) result.items = [{ row: result, field, item }]
      else result.items.push({ row: result, field, item })
    }
    if (repeated) note('duplicate_ids')
    return result
  }
}

function createIdReader({ externalId, members }: Mapping): (raw: RawRow) => IdCell | undefined {
  const column = externalId === 'column' ? members.find(({ member }) => member === 'external_id') : undefined
  if (!column) return () => undefined
  return ({ cells }) => {
    const id = readId(cells[column.index])
    return column.unseen && id.kind === 'missing' ? undefined : id
  }
}

/** Whether an id came before in its field; only that of an item that is pushed counts. */
function createRepeatFinder(): (id: string, field: number) => boolean {
  const counts: CountOccurrence[] = []
  return (id, field) => {
    counts[field] ??= createOccurrenceCounter()
    return countId(counts[field], id) > 1
  }
}

/** Gives an item without an id one from its content, unless ids are not wanted. Fields count apart. */
function createContentIds({ externalId, strict }: Mapping): (item: ItemObject, field: number) => void {
  const count = createOccurrenceCounter()
  return (item, field) => {
    if (item.external_id !== undefined || externalId === 'none' || strict) return
    const print = contentPrint(item)
    item.external_id = contentId(print, count(print.high, print.low ^ Math.imul(field, 0x9e3779b1)))
  }
}

/** A blank answer among several is not a fault; a row without any text is. */
function isLastChance(result: MappedRow, field: number, mapping: Mapping): boolean {
  return field === mapping.texts.length - 1 && result.items.length + result.rejections.length === 0
}

function dateSettings({ mapping, dateSystem }: MapSettings): DateSettings {
  const clock = mapping.timeZone === 'UTC' ? undefined : findZoneClock(mapping.timeZone)
  if (mapping.strict) return { order: mapping.dates, strict: true }
  return {
    order: mapping.dates,
    ...(mapping.datesReadAs === undefined ? {} : { ambiguous: mapping.datesReadAs }),
    ...(clock ? { clock } : {}),
    ...(dateSystem ? { dateSystem } : {}),
  }
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
  const extra = raw.cells.length > width && raw.cells.slice(width).some((cell) => cellText(cell).trim() !== '')
  if (extra || raw.cells.length < width) note('row_width')
  if (extra) return `${raw.cells.length} cells, but the header has ${columnCount}`
  if (id?.kind !== 'refused') return undefined
  note('invalid_rows')
  return id.reason
}

function noteId(id: IdCell | undefined, note: (kind: WarningKind) => void): void {
  if (id?.kind === 'damaged') note('damaged_ids')
  if (id?.kind === 'missing') note('missing_ids')
}

function textOf(cell: Cell, note: (kind: WarningKind) => void): string {
  if (typeof cell === 'object' && 'fault' in cell) note('cell_errors')
  return cellText(cell)
}

function findTypeFault(cell: Cell, typed: boolean, note: (kind: WarningKind) => void): string | undefined {
  if (typeof cell === 'object' && 'fault' in cell) return `the text is missing: ${cell.fault}`
  if (!typed || cell === undefined || typeof cell === 'string') return undefined
  note('invalid_rows')
  return 'text must be a string'
}
