import { ITEM_MEMBERS, MEMBERS, type Member } from '../../src/contract/items/members.js'
import type { ItemObject } from '../../src/contract/items/schemas.js'
import type { FeedbackItem } from '../../src/contract/operations/feedback.js'
import { formatTime, parseTime } from '../../src/contract/times.js'

type Table = typeof ITEM_MEMBERS
/** What a value of each kind is stored as; times in epoch milliseconds. */
interface StoredKinds {
  feedback: string
  text: string | null
  language: string | null
  number: number | null
  time: number | null
}
/** The members of an item under their stored names. */
export type StoredMembers = { [M in Member as Table[M]['stored']]: StoredKinds[Table[M]['kind']] }
type ListedMembers = Pick<FeedbackItem, Member>

/** One pushed item as it is in its source's segment. Ids grow within an organisation; times are epoch milliseconds. */
export interface StoredItem extends StoredMembers {
  id: number
  sourceId: number
  fieldId: number
  createdAt: number
  sourceReference: string | null
}

const ROWS = MEMBERS.map((member) => ({ member, ...ITEM_MEMBERS[member] }))

/** Returns the members of a checked item as they are stored, added to `stored`; null for those it does not have. */
export function storedMembers<Stored extends object>(
  item: ItemObject,
  stored: Stored = {} as Stored,
): Stored & StoredMembers {
  const members = stored as Record<string, unknown>
  for (const { member, kind, stored: name } of ROWS) {
    const value = item[member] ?? null
    members[name] = kind === 'time' && value !== null ? (parseTime(value as string) ?? null) : value
  }
  return stored as Stored & StoredMembers
}

/** Returns the members of a stored item as listings show them; null for those an earlier version did not store. */
export function listedMembers(item: StoredItem): ListedMembers {
  const listed: Record<string, unknown> = {}
  for (const { member, kind, stored: name } of ROWS) {
    const value = item[name] ?? null
    listed[member] = kind === 'time' && value !== null ? formatTime(value as number) : value
  }
  return listed as ListedMembers
}

/** Returns the item of a file that may be of an earlier version: a member the file does not know is null. */
export function withEveryMember<I extends object>(item: I): I {
  const missing = ROWS.filter(({ member, stored }) => member !== 'text' && !Object.hasOwn(item, stored))
  return missing.length === 0 ? item : { ...item, ...Object.fromEntries(missing.map(({ stored }) => [stored, null])) }
}
