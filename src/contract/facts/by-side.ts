import { isObject, type JsonObject } from '../../base/is-object.js'
import { isOwnSideWord, sideOfWord } from '../sides.js'
import { setMember } from './wire-path.js'

// A list that is one list for each side of a sentiment: `{"positive": […], "negative": […]}`.

/** The names of the groups, in the order their entries are read in. */
export interface GroupsForm {
  groups: readonly string[]
}

/** The entries of all groups; undefined for what is no object of lists. A group that has none may be null. */
export function fromGroups(wire: JsonObject): unknown[] | undefined {
  const lists = Object.values(wire).filter((each) => each !== null)
  return lists.every(Array.isArray) ? lists.flat() : undefined
}

/** Entries in groups: in that of the side each of them has most of, else in the first; `encode` writes an entry. */
export function toGroups(
  { groups }: GroupsForm,
  entries: readonly unknown[],
  encode: (entry: unknown) => unknown,
): JsonObject {
  const wire: JsonObject = {}
  const inGroups = entries.map((entry) => groupOf(groups, entry))
  for (const group of groups) {
    const own = entries.filter((_, index) => inGroups[index] === group)
    setMember(wire, group, own.map(encode))
  }
  return wire
}

function groupOf(groups: readonly string[], entry: unknown): string {
  const counts = isObject(entry) && isObject(entry.sentiment) ? entry.sentiment : {}
  const most = (group: string) => {
    const side = counts[sideOfWord(group) ?? group]
    return isObject(side) && typeof side.count === 'number' ? side.count : typeof side === 'number' ? side : 0
  }
  return groups.reduce((best, each) => (most(each) > most(best) ? each : best), groups[0]!)
}

/** Whether names are those of groups: two of them at least, and each a side that no other is. */
export function areGroups(names: readonly string[]): boolean {
  const sides = names.map((name) => sideOfWord(name) ?? (isOwnSideWord(name) ? name : undefined))
  return names.length >= 2 && sides.every((side, index) => side !== undefined && sides.indexOf(side) === index)
}
