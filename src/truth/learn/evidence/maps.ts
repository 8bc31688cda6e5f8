import { areGroups } from '../../../contract/facts/by-side.js'
import { slugOf } from '../../../contract/facts/slug.js'
import { eitherShape } from './merge-shapes.js'
import type { Member, Shape } from './shape.js'

type ObjectShape = Shape & { kind: 'object' }

/** Shapes that were looked at before: one may be in many places. */
const KNOWN = new WeakMap<Shape, Shape>()

/** The shape with what was seen as objects, and are maps by data: their names are numbers, or no names at all. */
export function withMaps(shape: Shape): Shape {
  const known = KNOWN.get(shape)
  if (known) return known
  const found = mapsIn(shape)
  KNOWN.set(shape, found)
  return found
}

function mapsIn(shape: Shape): Shape {
  if (shape.kind === 'list' || shape.kind === 'map') return { ...shape, entry: withMaps(shape.entry) }
  if (shape.kind !== 'object') return shape
  if (isByData(shape)) return mapOf(shape)
  const members = Object.entries(shape.members).map(([name, member]): [string, Member] => [
    name,
    { ...member, shape: withMaps(member.shape) },
  ])
  return { ...shape, members: Object.fromEntries(members) }
}

/** An object as a map by its names. */
export function mapOf({ members }: ObjectShape): Shape & { kind: 'map' } {
  const entry = Object.values(members)
    .map(({ shape }) => withMaps(shape))
    .reduce(eitherShape, { kind: 'any' })
  return { kind: 'map', entry, keys: Object.keys(members) }
}

/** `12`, `Pool alarm` and `ann@example.org` are data, and no team calls a member so. */
function isByData(shape: ObjectShape): boolean {
  const names = Object.keys(shape.members)
  if (shape.isListed || !areAlike(shape)) return false
  if (areNamedByText(shape)) return true
  const areNumbers = names.length > 0 && names.every((name) => /^\d+$/.test(name))
  return areNumbers || (names.length > 0 && names.some((name) => /[\s@]/.test(name)))
}

/** Texts by their own short names, `{yes: "Yes", not_sure: "Not sure"}`: they name the members, of which others may have others. */
function areNamedByText({ members }: ObjectShape): boolean {
  const all = Object.entries(members).map(([name, { shape }]) => ({
    name,
    texts: shape.kind === 'scalar' && shape.types.join() === 'string' ? shape.seen.map(String) : [],
  }))
  const areSlugs = all.every(({ name, texts }) => texts.length > 0 && texts.every((text) => slugOf(text) === name))
  return all.length > 1 && areSlugs && all.some(({ name, texts }) => !texts.includes(name))
}

/** Whether all members of an object are of one kind, and objects among them have members in common. */
export function areAlike({ members }: ObjectShape): boolean {
  const shapes = Object.values(members).map(({ shape }) => shape)
  const [first] = shapes
  if (!first || shapes.some(({ kind }) => kind !== first.kind)) return false
  if (first.kind !== 'object') return true
  return Object.keys(first.members).some((name) =>
    shapes.every((each) => each.kind === 'object' && Object.hasOwn(each.members, name)),
  )
}

/** An object that has a list for each side of a sentiment, as the one list of all their entries; undefined for anything else. */
export function asOneList(shape: Shape): Shape | undefined {
  if (shape.kind !== 'object' || !areGroups(Object.keys(shape.members))) return undefined
  const groups = Object.keys(shape.members)
  const entries = Object.values(shape.members).flatMap(({ shape: list }) =>
    list.kind === 'list' && list.entry.kind === 'object' ? [list.entry as Shape] : [],
  )
  if (entries.length < groups.length) return undefined
  return { kind: 'list', entry: entries.reduce((all, each) => eitherShape(all, each)), groups }
}
