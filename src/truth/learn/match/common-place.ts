import type { Pair } from './match.js'
import type { MemberFinding } from './structure.js'

/** The share of a record's members that must be below a place for the record to be there. */
const MOST = 0.75

/**
 * The place that a record is below, if it is one; several members deep where they share them. A member or two may be moved out
 * of it, such as a figure put in front, as long as three in four are there.
 */
export function commonPlace(pairs: readonly Pair[]): string {
  const places = pairs.map(({ theirs }) => theirs.path.slice(0, -1))
  const counted = places.flatMap((steps) => steps.map((_, end) => steps.slice(0, end + 1).join('.')))
  const least = Math.max(2, Math.ceil(pairs.length * MOST))
  // What is inside a member of ours, such as the counts of a summary, is no place around them all.
  const around = pairs.flatMap(({ ours }, index) => (ours.path.length === 1 ? [places[index]!.join('.')] : []))
  const isShared = (place: string) => counted.filter((each) => each === place).length >= least
  const shared = [...new Set(around)].filter((place) => place !== '' && !place.includes('[') && isShared(place))
  return shared.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** What is said of a member in a record that is below a place; one outside it is named from the root. */
export function placedBelow(member: MemberFinding, at: string): MemberFinding {
  if (member.path.includes('[]') || member.place === undefined) return member
  const isInside = member.place.startsWith(`${at}.`)
  return { ...member, place: isInside ? member.place.slice(at.length + 1) : `/${member.place}` }
}
