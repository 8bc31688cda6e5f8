import { ID_MEMBERS, MEMBERS, type Member } from '../../contract/items/members.js'
import { cellText, type RawRow } from '../read/table.js'
import { findUnread } from './find-by-header.js'
import { columnName } from './headers.js'
import { holdsDates, holdsMember, unreadValues } from './judge-column.js'
import type { Doubt, MemberColumn } from './mapping.js'

/** Columns left out although their headers name a member that no other column became. */
export function unreadMembers(
  columns: readonly string[],
  sample: readonly RawRow[],
  members: readonly MemberColumn[],
  taken: ReadonlySet<number>,
): { member: Member; index: number; header: string }[] {
  return MEMBERS.flatMap((member) => {
    const isChosen = member === 'text' || members.some((each) => each.member === member)
    const index = isChosen ? undefined : findUnread(columns, member, taken, sample)
    return index === undefined ? [] : [{ member, index, header: columnName(columns, index) }]
  })
}

/** What is said of a column left out, with values of the sample that show why. */
export function doubtMember(
  { member, index, header }: { member: Member; index: number; header: string },
  sample: readonly RawRow[],
): Doubt {
  const kind = member === 'occurred_at' ? 'unread_dates' : 'unread_member'
  return { kind, about: `"${header}" (${member})`, ...unreadValues(member, index, sample) }
}

/** An id may be a few words; a column of sentences is hardly meant for one. */
const MOST_WORDS = 3

/** Columns that options or headers make an id although most of their cells are sentences. */
export function doubtIds(members: readonly MemberColumn[], sample: readonly RawRow[]): Doubt[] {
  return members.flatMap(({ member, index, header }): Doubt[] => {
    if (!ID_MEMBERS.includes(member)) return []
    const cells = sample.map(({ cells: row }) => cellText(row[index]).trim()).filter((cell) => cell !== '')
    const sentences = cells.filter((cell) => cell.split(/\s+/).length > MOST_WORDS)
    return sentences.length * 2 > cells.length ? [{ kind: 'text_ids', about: `"${header}" (${member})` }] : []
  })
}

/** The columns that hold dates and are not taken. */
export function datedColumns(
  columns: readonly string[],
  taken: ReadonlySet<number>,
  sample: readonly RawRow[],
): Set<number> {
  return new Set([...columns.keys()].filter((index) => !taken.has(index) && holdsDates(index, sample)))
}

/** Columns of dates that no header speaks for, where no other one says when the feedback was given. */
export function doubtDates(
  columns: readonly string[],
  sample: readonly RawRow[],
  members: readonly MemberColumn[],
  dated: ReadonlySet<number>,
): Doubt[] {
  if (members.some(({ member }) => member === 'occurred_at')) return []
  return [...dated].flatMap((index): Doubt[] => {
    const name = columnName(columns, index)
    return holdsMember('occurred_at', index, sample)
      ? [{ kind: 'other_dates', about: `"${name}"` }]
      : [{ kind: 'unread_dates', about: `"${name}"`, ...unreadValues('occurred_at', index, sample) }]
  })
}
