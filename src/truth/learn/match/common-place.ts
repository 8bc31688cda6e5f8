import type { Operation } from '../../../contract/operation.js'
import { rowOf } from '../../../contract/operations/index.js'
import type { Pair } from './match.js'
import { assumptionAt } from './slots.js'
import type { MemberFinding, SlotPair } from './structure.js'

/** The share of a record's members that must be below a place for the record to be there. */
const MOST = 0.75

/**
 * The place that a record is below, if it is one; several members deep where they share them. A member or two may be moved out
 * of it, such as a figure put in front, as long as three in four are there.
 */
function commonPlace(pairs: readonly Pair[]): string {
  const places = pairs.map(({ theirs }) => theirs.path.slice(0, -1))
  // An object of ours is one member, however many it has itself.
  const names = [...new Set(pairs.map(({ ours }) => ours.path[0]!))]
  const groups = names.map((name) => pairs.filter(({ ours }) => ours.path[0] === name))
  // What is inside a member of ours, such as the counts of a summary, is no place around them all.
  const around = pairs.flatMap(({ ours }, index) => (ours.path.length === 1 ? [places[index]!.join('.')] : []))
  const isIn =
    (place: string) =>
    ({ theirs }: Pair) =>
      theirs.path.slice(0, -1).join('.').concat('.').startsWith(`${place}.`)
  const shareIn = (place: string, group: readonly Pair[]) => group.filter(isIn(place)).length / group.length
  const isShared = (place: string) =>
    pairs.filter(isIn(place)).length >= 2 &&
    groups.reduce((sum, group) => sum + shareIn(place, group), 0) >= groups.length * MOST
  const shared = [...new Set(around)].filter((place) => place !== '' && !place.includes('[') && isShared(place))
  return shared.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** The place that a whole record is below; '' if it is bare, or may not be elsewhere: a part of a form is never around the file. */
export function placeOfRecord(
  { slot, operation, ours }: Pick<SlotPair, 'slot' | 'operation' | 'ours'>,
  pairs: readonly Pair[],
): string {
  const isForm = slot === 'body' && (rowOf(operation) as Operation).media !== undefined
  const canMove = !isForm && ours.kind === 'object' && assumptionAt(slot, operation, '') !== undefined
  return canMove ? commonPlace(pairs) : ''
}

/** What is said of a member in a record that is below a place; one outside it is named from the root. */
export function placedBelow(member: MemberFinding, at: string): MemberFinding {
  if (member.path.includes('[]') || member.place === undefined) return member
  return { ...member, place: placeBelow(member.place, at) }
}

/** A place of a record as it is from the member that the whole record is below: lifted if it is outside. */
export function placeBelow(place: string, at: string): string {
  return place.startsWith(`${at}.`) ? place.slice(at.length + 1) : `/${place}`
}
