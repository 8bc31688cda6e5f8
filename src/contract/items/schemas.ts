import { LIMITS } from '../limits.js'
import { Nullable, named, type Static, Time, Type } from '../schema.js'
import { byMember, ITEM_MEMBERS, MEMBERS, type Member, OPTIONAL_MEMBERS, type OptionalMember } from './members.js'

type Table = typeof ITEM_MEMBERS

/** A structured item as it is pushed (PSH-1). `findItemFaults` checks what a schema cannot say. */
export const ItemObject = named(
  Type.Object(byMember(MEMBERS, (member) => ITEM_MEMBERS[member].schema) as { [M in Member]: Table[M]['schema'] }),
  'Item',
)
export type ItemObject = Static<typeof ItemObject>

/** A pushed item: text, or an object. Checked one by one with `findItemFaults`, so that a fault names its item. */
export const Item = Type.Union([Type.String({ minLength: 1, maxLength: LIMITS.charactersPerItem }), ItemObject])
export type Item = Static<typeof Item>

/** What `x-each-item` marks: the array is checked item by item by the handler, not by the schema of the request. */
export const ItemArray = Type.Array(Item, { 'x-each-item': true })

const text = Nullable(Type.String())
/** A member in a listing, by its kind. */
const LISTED = {
  feedback: Type.String(),
  text,
  language: text,
  number: Nullable(Type.Number()),
  time: Nullable(Time),
} as const

/** The members of an item in a listing; null if an item has none. */
export const LISTED_MEMBERS = byMember(MEMBERS, (member) => LISTED[ITEM_MEMBERS[member].kind]) as {
  [M in Member]: (typeof LISTED)[Table[M]['kind']]
}

const Header = Type.Optional(Type.String({ minLength: 1, description: 'Header of the column that holds it' }))
/** The header of the column that holds each member of the items of a file. */
export const MEMBER_HEADERS = byMember(OPTIONAL_MEMBERS, () => Header) as Record<OptionalMember, typeof Header>
