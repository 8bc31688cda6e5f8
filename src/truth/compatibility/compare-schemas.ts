import type { JsonObject } from '../../base/is-object.js'
import { type DescriptionPlace, type Difference, differ } from './difference.js'
import { isNeeded, isTyped } from './needs.js'
import { pairRenames } from './rename.js'
import { isMarked, type Shape, shapeOf } from './shape.js'

/** Two schemas with the documents their references lead into. */
interface SchemaPair {
  expected: { root: JsonObject; schema: unknown }
  actual: { root: JsonObject; schema: unknown }
}

const DEEPEST = 12

/** How a schema differs from the expected one, at each field (VER-7, VER-8, VER-10). A schema that says nothing differs in nothing. */
export function compareSchemas(
  { expected, actual }: SchemaPair,
  place: DescriptionPlace,
  { depth = 0, required = true }: { depth?: number; required?: boolean } = {},
): Difference[] {
  const before = shapeOf(expected.root, expected.schema)
  const after = shapeOf(actual.root, actual.schema)
  const here = { ...place, assumed: place.assumed || before.assumed }
  if (depth > DEEPEST || (after.types.size === 0 && Object.keys(after.properties).length === 0)) return []
  const inner: Inner = (schema, other, at, isRequired = required) =>
    compareSchemas({ expected: { root: expected.root, schema }, actual: { root: actual.root, schema: other } }, at, {
      depth: depth + 1,
      required: isRequired,
    })
  const shapes = {
    ours: (schema: unknown) => shapeOf(expected.root, schema),
    theirs: (schema: unknown) => shapeOf(actual.root, schema),
  }
  return [
    ...compareTypes(before, after, here, required),
    ...compareValues(before, after, here, required),
    ...compareLimits(before, after, here),
    ...compareProperties(before, after, here, { inner, shapes }),
    ...(before.items && after.items ? inner(before.items, after.items, { ...here, field: `${here.field}[]` }) : []),
  ]
}

function compareTypes(
  { types: before }: Shape,
  { types: after }: Shape,
  place: DescriptionPlace,
  required: boolean,
): Difference[] {
  if (before.size === 0 || after.size === 0) return []
  const lost = [...before].filter((type) => !allows(after, type))
  const won = [...after].filter((type) => !allows(before, type))
  if (lost.length === 0) {
    return won.length === 0 ? [] : [differ(place, 'added', false, `may also be ${won.join(' or ')}`)]
  }
  const message = `was ${[...before].join(' or ')}, is ${[...after].join(' or ')}`
  // Of an answer, fewer types are all known ones.
  if (place.direction === 'response' && won.length === 0) return [differ(place, 'added', false, message)]
  // This client reads a number as the text of an identifier, whose type the interface does not show.
  const isNumbered = place.direction === 'response' && /_id$/.test(place.field) && before.has('string')
  const isRead = isNumbered && [...won, ...lost].every((type) => ['string', 'integer', 'null'].includes(type))
  return [differ(place, 'type', !isRead && isTyped(place) && isNeeded(place, required), message)]
}

function allows(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'))
}

/** Of an answer, fewer words are all known ones; a request may hold any of those that were. */
function compareValues(
  { values: before }: Shape,
  { values: after }: Shape,
  place: DescriptionPlace,
  required: boolean,
): Difference[] {
  if (!after) return before ? [differ(place, 'added', false, 'may have any value')] : []
  const isSent = place.direction === 'request'
  if (!before) return [differ(place, 'enum', isSent && isNeeded(place, required), `is narrowed to ${shown(after)}`)]
  const lost = [...before].filter((value) => !after.has(value))
  const won = [...after].filter((value) => !before.has(value))
  const breaks = isNeeded(place, required) && (isSent || lost.length === before.size)
  return [
    ...(lost.length > 0 ? [differ(place, 'enum', breaks, `no longer has ${shown(lost)}`)] : []),
    ...(won.length > 0 ? [differ(place, 'added', false, `may also be ${shown(won)}`)] : []),
  ]
}

function shown(values: Iterable<unknown>): string {
  return [...values].map((value) => JSON.stringify(value)).join(', ')
}

/** Limits matter where we send: a stricter one refuses what used to be fine. */
function compareLimits({ limits: before }: Shape, { limits: after }: Shape, place: DescriptionPlace): Difference[] {
  if (place.direction === 'response') return []
  return Object.entries(after).flatMap(([name, limit]) => {
    const known = before[name]
    // A limit where the interface shows none is its owner's to set.
    const stricter = known !== undefined && (name.startsWith('max') ? limit < known : limit > known)
    if (limit === known || (known === undefined && name.startsWith('min') && limit <= 1)) return []
    const message = `${name} ${known === undefined ? '' : `was ${known}, `}is ${limit}`
    return [differ(place, stricter ? 'limit' : 'added', stricter, message)]
  })
}

type Inner = (expected: unknown, actual: unknown, place: DescriptionPlace, required?: boolean) => Difference[]

interface Comparing {
  inner: Inner
  shapes: { ours(schema: unknown): Shape; theirs(schema: unknown): Shape }
}

function compareProperties(before: Shape, after: Shape, place: DescriptionPlace, comparing: Comparing): Difference[] {
  const { inner, shapes } = comparing
  const names = Object.keys(before.properties)
  const at = (name: string): DescriptionPlace => ({ ...place, field: join(place.field, name) })
  if (names.length > 0 && Object.keys(after.properties).length === 0) {
    return [differ(place, 'added', false, 'is an object of any members')]
  }
  const gone = names.filter((name) => !Object.hasOwn(after.properties, name))
  const fresh = Object.keys(after.properties).filter((name) => !Object.hasOwn(before.properties, name))
  const below = gone.length === names.length && names.length > 1 ? findBelow(before, after, fresh, shapes) : undefined
  if (below !== undefined) {
    return [
      differ(place, 'renamed', !place.unused, `its members moved below ${below}`),
      ...compareProperties(before, shapes.theirs(after.properties[below]), place, comparing),
    ]
  }
  const fits = (from: string, to: string) =>
    overlap(shapes.ours(before.properties[from]).types, shapes.theirs(after.properties[to]).types)
  const renamed = pairRenames(gone, fresh, fits)
  const taken = new Set(renamed.values())
  return [
    ...names.flatMap((name) => {
      const expected = before.properties[name]!
      const required = before.required.has(name)
      const here = at(name)
      if (Object.hasOwn(after.properties, name)) {
        return [
          ...compareRequired(name, before, after, here),
          ...inner(expected, after.properties[name], here, required),
        ]
      }
      const marked = { ...here, assumed: here.assumed || isMarked(expected) }
      const breaks = isNeeded(marked, required)
      const to = renamed.get(name)
      if (to === undefined) return [differ(marked, 'removed', breaks, 'was removed')]
      return [
        differ(marked, 'renamed', breaks, `renamed to ${to}`),
        ...inner(expected, after.properties[to], marked, required),
      ]
    }),
    ...fresh
      .filter((name) => !taken.has(name))
      .map((name) => {
        const mustBeSent = place.direction === 'request' && after.required.has(name)
        return mustBeSent
          ? differ(at(name), 'required', true, 'is new and required')
          : differ(at(name), 'added', false, 'is new')
      }),
  ]
}

/** The one new member that holds at least half of what is gone. */
function findBelow(
  before: Shape,
  after: Shape,
  fresh: readonly string[],
  shapes: Comparing['shapes'],
): string | undefined {
  const names = Object.keys(before.properties)
  const holders = fresh.filter((name) => {
    const { properties } = shapes.theirs(after.properties[name])
    return names.filter((each) => Object.hasOwn(properties, each)).length * 2 >= names.length
  })
  return holders.length === 1 ? holders[0] : undefined
}

/** Whether a value can be of both, null aside; what says nothing fits all. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [one, other] = [a, b].map((types) => [...types].filter((type) => type !== 'null'))
  if (one!.length === 0 || other!.length === 0) return true
  const isScalar = (type: string) => type === 'string' || type === 'integer' || type === 'number'
  return one!.some((type) => other!.some((each) => each === type || (isScalar(type) && isScalar(each))))
}

function compareRequired(name: string, before: Shape, after: Shape, place: DescriptionPlace): Difference[] {
  const [was, is] = [before.required.has(name), after.required.has(name)]
  if (was === is) return []
  if (place.direction === 'request') {
    return [is ? differ(place, 'required', true, 'is now required') : differ(place, 'added', false, 'is now optional')]
  }
  return [differ(place, 'added', false, is ? 'is now always present' : 'may be absent')]
}

function join(field: string, name: string): string {
  return field === '' || field.endsWith(': ') ? field + name : `${field}.${name}`
}
