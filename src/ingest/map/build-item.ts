import { findItemFaults, type ItemLimits, NOT_AFTER } from '../../contract/items/check-item.js'
import {
  DROPPED_MEMBERS,
  type DroppedMember,
  ITEM_MEMBERS,
  type Member,
  type MemberKind,
} from '../../contract/items/members.js'
import type { ItemObject } from '../../contract/items/schemas.js'
import { type Cell, cellText } from '../read/table.js'
import type { WarningKind } from '../warnings.js'
import { type DateSettings, isOpenDate, readDate } from './dates.js'
import { readLanguage } from './language.js'
import type { MemberColumn } from './mapping.js'
import { readRating } from './rating.js'

/** Notes a warning of the row that is read; `value`: what is wrong in it. */
export type Note = (kind: WarningKind, seen?: { about?: string; value?: string }) => void

/** Nothing that is pushed was written before: a year is mistyped, or a time is a count that is zero. Compared as text. */
const EARLIEST = '1980'

/** An item with the optional members of a row, normalised, and no text yet; what makes no sense is left out and noted. */
export function readItemMembers(
  cells: readonly Cell[],
  columns: readonly MemberColumn[],
  dates: DateSettings,
  note: Note,
): ItemObject {
  const item: ItemObject = { text: '' }
  for (const { member, index } of columns) {
    if (member === 'external_id') continue
    const cell = cells[index]
    if (cell === undefined || (typeof cell === 'string' && cell.trim() === '')) continue
    if (typeof cell === 'object' && 'fault' in cell) note('cell_errors')
    else if (!setMember(item, member, cell, dates)) note(`dropped_${member}`, { value: cellText(cell) })
    else if (ITEM_MEMBERS[member].kind === 'time') {
      if (dates.ambiguous && isOpenDate(cell)) note('ambiguous_dates', { about: dates.ambiguous })
      if (String(item[member]) < EARLIEST) note('unlikely_dates')
    }
  }
  return item
}

/** Whether the cell makes sense as the member, and was set. */
function setMember(item: ItemObject, member: DroppedMember, cell: Cell, dates: DateSettings): boolean {
  const value = READ[ITEM_MEMBERS[member].kind](cell, dates)
  if (value === undefined) return false
  ;(item as Record<Member, unknown>)[member] = value
  return true
}

/** A cell as a value of a member; undefined if it makes no sense. */
const READ: Record<MemberKind, (cell: Cell, dates: DateSettings) => string | number | undefined> = {
  feedback: cellText,
  text: cellText,
  language: (cell) => readLanguage(cellText(cell)),
  number: readRating,
  time: readDate,
}

/**
 * Checks an item by the rules of the service. A fault of an optional member drops that member; a fault of text or id is returned
 * as the reason the row is rejected for. `members` are those of the row, which its other texts get as well. `now` is the start of the run: a resumed run must decide as the first one did.
 */
export function settleItem(
  item: ItemObject,
  members: ItemObject,
  { now, limits }: { now: number; limits: ItemLimits | undefined },
  note: Note,
): string | undefined {
  for (const { member, message } of findItemFaults(item, now, limits)) {
    if (member === '' || !isDropped(member)) {
      const isText = member === '' || member === 'text'
      if (isText && message.includes('at most')) note('long_texts')
      else note(isText && message.includes('blank') ? 'empty_texts' : 'invalid_rows')
      return `${member} ${message}`.trim()
    }
    const isLate = ITEM_MEMBERS[member].kind === 'time' && message.startsWith(NOT_AFTER)
    note(isLate ? 'future_dates' : `dropped_${member}`, { value: String(item[member]) })
    delete item[member]
    delete members[member]
  }
  return undefined
}

function isDropped(member: Member): member is DroppedMember {
  return (DROPPED_MEMBERS as readonly Member[]).includes(member)
}
