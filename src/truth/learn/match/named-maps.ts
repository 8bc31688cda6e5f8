import { areAlike, mapOf } from '../evidence/maps.js'
import type { Shape } from '../evidence/shape.js'
import type { Entity } from './lexicon.js'
import { type Leaf, leavesOf } from './match.js'
import { nameScore } from './name-score.js'

/** Their leaves; an object of alike members that is called as a list of ours is a map. */
export function withNamedMaps(own: readonly Leaf[], shape: Shape, record: Entity | undefined): readonly Leaf[] {
  const lists = own.filter((leaf) => leaf.shape.kind === 'list' && leaf.shape.entry.kind === 'object')
  if (lists.length === 0 || (shape.kind === 'object' && shape.isListed)) return leavesOf(shape)
  const isCalledAsOne = (path: readonly string[]) => lists.some((list) => nameScore(list.path, path, record) >= 0.85)
  const maps = objectsIn(shape).flatMap(({ path, shape: object, ...leaf }): Leaf[] => {
    if (object.kind !== 'object' || object.isListed || !areAlike(object)) return []
    // What holds maps or lists is around rows, and has none under its own names.
    if (Object.values(object.members).some((member) => ['map', 'list'].includes(member.shape.kind))) return []
    // `fields: { questions: … }` only holds the list; what is called as one of ours is no key.
    const holdsOne = Object.keys(object.members).some((name) => isCalledAsOne([...path, name]))
    return isCalledAsOne(path) && !holdsOne ? [{ ...leaf, path, shape: mapOf(object) }] : []
  })
  const isInside = ({ path }: Leaf) => maps.some((map) => map.path.every((step, at) => path[at] === step))
  return [...leavesOf(shape).filter((leaf) => !isInside(leaf)), ...maps]
}

/** What is around an object, or around rows, is no free one itself. */
export function hasObjects(shape: Shape): boolean {
  const isAround = (inside: Shape): boolean =>
    inside.kind === 'object' || inside.kind === 'map' || (inside.kind === 'list' && isAround(inside.entry))
  return shape.kind === 'object' && Object.values(shape.members).some((member) => isAround(member.shape))
}

/** The objects inside a record, whole. */
export function objectsIn(shape: Shape, path: readonly string[] = []): Leaf[] {
  if (shape.kind !== 'object' || path.length > 4) return []
  return Object.entries(shape.members).flatMap(([name, member]) => {
    if (member.shape.kind !== 'object') return []
    return [{ path: [...path, name], ...member }, ...objectsIn(member.shape, [...path, name])]
  })
}
