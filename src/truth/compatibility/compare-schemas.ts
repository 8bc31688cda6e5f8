import type { JsonObject } from '../../base/is-object.js'
import { type DescriptionPlace, type Difference, differ } from './difference.js'
import { type Shape, shapeOf } from './shape.js'

/** Two schemas with the documents their references lead into. */
export interface SchemaPair {
  expected: { root: JsonObject; schema: unknown }
  actual: { root: JsonObject; schema: unknown }
}

const DEEPEST = 12

/** How a schema differs from the expected one, at each field (VER-7, VER-8, VER-10). A schema that says nothing differs in nothing. */
export function compareSchemas({ expected, actual }: SchemaPair, place: DescriptionPlace, depth = 0): Difference[] {
  const before = shapeOf(expected.root, expected.schema)
  const after = shapeOf(actual.root, actual.schema)
  const here = { ...place, assumed: place.assumed || before.assumed }
  if (depth > DEEPEST || (after.types.size === 0 && Object.keys(after.properties).length === 0)) return []
  const inner = (schema: unknown, other: unknown, at: DescriptionPlace) =>
    compareSchemas(
      { expected: { root: expected.root, schema }, actual: { root: actual.root, schema: other } },
      at,
      depth + 1,
    )
  return [
    ...compareTypes(before, after, here),
    ...compareValues(before, after, here),
    ...compareLimits(before, after, here),
    ...compareProperties(before, after, here, inner),
    ...(before.items && after.items ? inner(before.items, after.items, { ...here, field: `${here.field}[]` }) : []),
  ]
}

function compareTypes({ types: before }: Shape, { types: after }: Shape, place: DescriptionPlace): Difference[] {
  if (before.size === 0 || after.size === 0) return []
  const lost = [...before].filter((type) => !allows(after, type))
  const won = [...after].filter((type) => !allows(before, type))
  if (lost.length === 0) {
    return won.length === 0 ? [] : [differ(place, 'added', false, `may also be ${won.join(' or ')}`)]
  }
  const message = `was ${[...before].join(' or ')}, is ${[...after].join(' or ')}`
  return [differ(place, 'type', true, message)]
}

function allows(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'))
}

function compareValues({ values: before }: Shape, { values: after }: Shape, place: DescriptionPlace): Difference[] {
  if (!after) return before ? [differ(place, 'added', false, 'may have any value')] : []
  if (!before) return [differ(place, 'enum', true, `is narrowed to ${shown(after)}`)]
  const lost = [...before].filter((value) => !after.has(value))
  const won = [...after].filter((value) => !before.has(value))
  return [
    ...(lost.length > 0 ? [differ(place, 'enum', true, `no longer has ${shown(lost)}`)] : []),
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
    const stricter = known === undefined || (name.startsWith('max') ? limit < known : limit > known)
    if (limit === known || (known === undefined && name.startsWith('min') && limit <= 1)) return []
    const message = `${name} ${known === undefined ? '' : `was ${known}, `}is ${limit}`
    return [differ(place, stricter ? 'limit' : 'added', stricter, message)]
  })
}

type Inner = (expected: unknown, actual: unknown, place: DescriptionPlace) => Difference[]

function compareProperties(before: Shape, after: Shape, place: DescriptionPlace, inner: Inner): Difference[] {
  const names = Object.keys(before.properties)
  const at = (name: string): DescriptionPlace => ({ ...place, field: join(place.field, name) })
  if (names.length > 0 && Object.keys(after.properties).length === 0) {
    return [differ(place, 'added', false, 'is an object of any members')]
  }
  const isFresh = (name: string) => !Object.hasOwn(before.properties, name)
  return [
    ...names.flatMap((name) => {
      const expected = before.properties[name]!
      const actual = Object.hasOwn(after.properties, name) ? after.properties[name] : undefined
      if (!actual) return [removed(at(name), expected)]
      return [...compareRequired(name, before, after, at(name)), ...inner(expected, actual, at(name))]
    }),
    ...Object.keys(after.properties)
      .filter(isFresh)
      .map((name) => {
        const mustBeSent = place.direction === 'request' && after.required.has(name)
        return mustBeSent
          ? differ(at(name), 'required', true, 'is new and must be sent')
          : differ(at(name), 'added', false, 'is new')
      }),
  ]
}

function removed(place: DescriptionPlace, expected: JsonObject): Difference {
  return differ({ ...place, assumed: place.assumed || expected['x-assumed'] === true }, 'removed', true, 'is gone')
}

function compareRequired(name: string, before: Shape, after: Shape, place: DescriptionPlace): Difference[] {
  const [was, is] = [before.required.has(name), after.required.has(name)]
  if (was === is) return []
  if (place.direction === 'request') {
    return [
      is ? differ(place, 'required', true, 'must be sent now') : differ(place, 'added', false, 'need not be sent'),
    ]
  }
  return [differ(place, 'added', false, is ? 'is always there now' : 'may be absent')]
}

function join(field: string, name: string): string {
  return field === '' || field.endsWith(': ') ? field + name : `${field}.${name}`
}
