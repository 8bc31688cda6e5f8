import { findItemFaults } from '../../contract/item.js'
import type { ItemObject } from '../../contract/records.js'
import type { MemberColumn } from '../mapping.js'
import type { Member } from '../options.js'
import { type Cell, cellText } from '../read/table.js'
import type { WarningKind } from '../warnings.js'
import { type DateSettings, isOpenDate, readDate } from './dates.js'
import { readLanguage } from './language.js'
import { readRating } from './rating.js'

type Optional = Exclude<Member, 'text' | 'external_id'>
type Note = (kind: WarningKind) => void

/** An item with the optional members of a row, normalised, and no text yet; what makes no sense is left out and noted. */
export function readMembers(
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
    else if (!setMember(item, member, cell, dates)) note(`dropped_${member}`)
    else if (member === 'occurred_at' && dates.ambiguous && isOpenDate(cell)) note('ambiguous_dates')
  }
  return item
}

/** Whether the cell makes sense as the member, and was set. */
function setMember(item: ItemObject, member: Optional, cell: Cell, dates: DateSettings): boolean {
  if (member === 'rating') {
    const rating = readRating(cell)
    if (rating === undefined) return false
    item.rating = rating
    return true
  }
  const text = readTextMember(member, cell, dates)
  if (text === undefined) return false
  item[member] = text
  return true
}

function readTextMember(member: Exclude<Optional, 'rating'>, cell: Cell, dates: DateSettings): string | undefined {
  if (member === 'language') return readLanguage(cellText(cell))
  return member === 'occurred_at' ? readDate(cell, dates) : cellText(cell)
}

/**
 * Checks an item by the rules of the service. A fault of an optional member drops that member; a fault of text or id is returned
 * as the reason the row is rejected for. `members` are those of the row, which its other texts get as well. `now` is the start of the run: a resumed run must decide as the first one did.
 */
export function settleItem(item: ItemObject, members: ItemObject, now: number, note: Note): string | undefined {
  for (const { member, message } of findItemFaults(item, now)) {
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
