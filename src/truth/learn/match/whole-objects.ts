import type { MemberFinding } from './structure.js'

/** So many members in one place are the object they are members of. */
const LEAST = 2

/**
 * The findings with those of whole objects: where all members of one of ours that were found stand in one object, and nothing else does,
 * that is ours under another name. `canSay`: whether anything can be said of a path.
 */
export function withWholeObjects(
  members: readonly MemberFinding[],
  canSay: (path: string) => boolean,
): MemberFinding[] {
  const objects = [...new Set(members.flatMap(({ path }) => objectAround(path) ?? []))].filter(canSay)
  const found = objects.flatMap((path): MemberFinding[] => {
    const inside = members.filter((each) => objectAround(each.path) === path && each.place !== undefined)
    const place = inside.length < LEAST ? '' : commonStart(inside.map((each) => each.place!))
    const isOwn = path.split('[].').at(-1) === place
    const isShared = members.some((each) => !inside.includes(each) && isBeside(each, path) && isIn(each, place))
    return place === '' || isOwn || isShared ? [] : [{ path, state: 'seen', place, by: 'name', score: 1 }]
  })
  if (found.length === 0) return [...members]
  const placeOf = new Map(found.map(({ path, place }) => [path, place!]))
  const named = members.map((each): MemberFinding => {
    const within = placeOf.get(objectAround(each.path) ?? '')
    return within === undefined || each.place === undefined ? each : { ...each, within }
  })
  return [...found, ...named]
}

/** The path of the outermost object in its record that a member stands in; undefined for one of the record itself. */
function objectAround(path: string): string | undefined {
  const records = path.split('[].')
  const [object, ...rest] = records.pop()!.split('.')
  return rest.length === 0 ? undefined : [...records, object].join('[].')
}

const recordOf = (path: string) => path.split('[].').slice(0, -1).join('[].')

const isBeside = (member: MemberFinding, path: string) => recordOf(member.path) === recordOf(path)

const isIn = ({ place }: MemberFinding, around: string) => place?.startsWith(`${around}.`) === true

/** The steps that all places are below; empty if there are none, or if one was moved out of the record. */
function commonStart(places: readonly string[]): string {
  if (places.some((place) => place.startsWith('/'))) return ''
  const all = places.map((place) => place.split('.').slice(0, -1))
  const [first] = all
  const length = first!.findIndex((step, at) => all.some((steps) => steps[at] !== step))
  return first!.slice(0, length < 0 ? first!.length : length).join('.')
}
