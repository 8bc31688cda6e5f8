import { findItemFaults } from '../../contract/item.js'
import type { ItemObject } from '../../contract/records.js'
import type { MemberColumn } from '../mapping.js'
import type { Member } from '../options.js'
import { type Cell, cellText } from '../readers/table.js'
import type { WarningKind } from '../warnings.js'
import { type DateSettings, readDate } from './dates.js'
import { readLanguage } from './language.js'
import { readRating } from './rating.js'

type Optional = Exclude<Member, 'text' | 'external_id'>
type Note = (kind: WarningKind) => void

/** The optional members of a row, normalised; what makes no sense is left out and noted. */
export function readMembers(
  cells: readonly Cell[],
  columns: readonly MemberColumn[],
  dates: DateSettings,
  note: Note,
): Omit<ItemObject, 'text'> {
  const members: Omit<ItemObject, 'text'> = {}
  for (const { member, index } of columns) {
    if (member === 'external_id') continue
    const cell = cells[index]
    if (cell === undefined || (typeof cell === 'string' && cell.trim() === '')) continue
    if (typeof cell === 'object' && 'fault' in cell) note('cell_errors')
    else setMember(members, member, cell, dates, note)
  }
  return members
}

function setMember(
  members: Omit<ItemObject, 'text'>,
  member: Optional,
  cell: Cell,
  dates: DateSettings,
  note: Note,
): void {
  if (member === 'rating') members.rating = readRating(cell)
  else if (member === 'language') members.language = readLanguage(cellText(cell))
  else if (member === 'occurred_at') members.occurred_at = readDate(cell, dates)
  else members[member] = cellText(cell)
  if (members[member] !== undefined) return
  delete members[member]
  note(`dropped_${member}`)
}

/**
 * Checks an item by the rules of the service. A fault of an optional member drops that member; a fault of text or id is returned
 * as the reason the row is rejected for. `members` are those of the row, which its other texts get as well. `now` is the start of the run: a resumed run must decide as the first one did.
 */
export function settleItem(
  item: ItemObject,
  members: Omit<ItemObject, 'text'>,
  now: number,
  note: Note,
): string | undefined {
  // `readLanguage` has judged the language by the same rule, once for all rows that have it.
  for (const { member, message } of findItemFaults({ ...item, language: undefined }, now)) {
    if (member === '' || member === 'text' || member === 'external_id') {
      if (member !== 'external_id')
        note(message.includes('at most') ? 'long_texts' : message.includes('empty') ? 'empty_texts' : 'invalid_rows')
      else note('invalid_rows')
      return `${member} ${message}`.trim()
    }
    delete item[member]
    delete members[member]
    note(`dropped_${member}`)
  }
  return undefined
}
