import type { JsonObject } from '../../../src/base/is-object.js'
import type { FieldMap } from '../../../src/contract/errors.js'
import type { TSchema } from '../../../src/contract/schema.js'
import { addUnknown, type UnknownMembers } from '../../../src/contract/unknown-members.js'
import type { Steps } from './schema-path.js'

/** Names of members on the wire in place of ours, as a tree along the schema. */
export interface Names {
  /** The member's name. */
  name?: string
  /** A second name; for what comes in only. */
  alias?: string
  below: Map<string, Names>
}

/** No renames. */
export function noNames(): Names {
  return { below: new Map() }
}

/** Gives the member at the end of a path a name, or an alias. */
export function giveName(names: Names, steps: Steps, given: Pick<Names, 'name' | 'alias'>): void {
  const end = steps.reduce((at, step) => {
    const next = at.below.get(step) ?? noNames()
    at.below.set(step, next)
    return next
  }, names)
  Object.assign(end, given)
}

/** The value as it goes out, under the names of the wire. */
export function toWire(names: Names | undefined, value: unknown): unknown {
  if (!names || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((entry) => toWire(names.below.get('[]'), entry))
  const entries = Object.entries(value).map(([key, entry]) => {
    const below = names.below.get(key)
    return [below?.name ?? key, toWire(below, entry)]
  })
  return Object.fromEntries(entries)
}

/** The value as it came in, under our names. A member under our name where the wire has another is unknown: its path is added. */
export function fromWire(names: Names | undefined, value: unknown, unknown: UnknownMembers, path = ''): unknown {
  if (!names || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const below = names.below.get('[]')
    return value.map((entry, index) => fromWire(below, entry, unknown, `${path}[${index}]`))
  }
  const result: JsonObject = Object.create(null)
  for (const [key, entry] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`
    const own = [...names.below].find(([ours, { name, alias }]) => (name ?? ours) === key || alias === key)
    if (own) result[own[0]] = fromWire(own[1], entry, unknown, at)
    else if (names.below.has(key)) addUnknown(unknown, at, [names.below.get(key)!.name ?? key])
    else result[key] = entry
  }
  return result
}

/** A path such as `question.content[3].text` under the names of the wire. */
export function toWirePath(names: Names, path: string): string {
  let at: Names | undefined = names
  return path.replace(/\[\d+\]|[^.[\]]+/g, (part) => {
    at = at?.below.get(part.startsWith('[') ? '[]' : part)
    return part.startsWith('[') ? part : (at?.name ?? part)
  })
}

/** Messages by path, under the names of the wire. */
export function toWireFields(names: Names | undefined, fields: FieldMap): FieldMap {
  if (!names) return fields
  return Object.fromEntries(Object.entries(fields).map(([path, texts]) => [toWirePath(names, path), texts]))
}

/** A schema as the wire has it. */
export function toWireSchema(names: Names | undefined, schema: TSchema): TSchema {
  if (!names || names.below.size === 0) return schema
  const { properties, required, items, anyOf } = schema as {
    properties?: Record<string, TSchema>
    required?: string[]
    items?: TSchema
    anyOf?: TSchema[]
  }
  const called = (key: string) => names.below.get(key)?.name ?? key
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(named)) }),
    ...(required && { required: required.map(called) }),
    ...(items && { items: toWireSchema(names.below.get('[]'), items) }),
    ...(anyOf && { anyOf: anyOf.map((entry) => toWireSchema(names, entry)) }),
  } as TSchema

  function named([key, entry]: [string, TSchema]): [string, TSchema] {
    const below = names!.below.get(key)
    if (below?.name === undefined) return [key, toWireSchema(below, entry)]
    const { 'x-assumed': _, ...known } = toWireSchema(below, entry) as TSchema & { 'x-assumed'?: true }
    return [below.name, { ...known, 'x-overridden': true } as TSchema]
  }
}
