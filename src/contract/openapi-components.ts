import { isObject, type JsonObject } from '../base/is-object.js'
import type { WireWords } from './operation.js'
import { describedKeywords, nameOf, type TSchema } from './schema.js'

/** The schemas of a description. */
export interface Components {
  /**
   * The schema as the description has it: named ones are put among the components, once, and referred to. `owner`: what has it, for
   * the name where another schema of that name differs.
   */
  refer(schema: TSchema, words: WireWords, owner: string): JsonObject
  /** The named schemas so far, by name. */
  schemas(): Record<string, JsonObject>
}

/** Keywords that only checks of ours read. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['x-trim', 'x-each-item', 'x-says', 'x-free-form'])
/** Said of a use and not of the schema. */
const MARKS = ['x-assumed', 'x-assumed-why', 'x-overridden'] as const

/** No schemas yet. */
export function createComponents(): Components {
  const known = new Map<string, JsonObject>()
  const refer = (schema: TSchema, words: WireWords, owner: string): JsonObject => {
    const plain = plainSchema(schema, (inner) => refer(inner, words, owner))
    const name = nameOf(schema)?.[words]
    if (name === undefined) return plain
    const marks = Object.fromEntries(MARKS.flatMap((mark) => (mark in plain ? [[mark, plain[mark]]] : [])))
    const unmarked = Object.fromEntries(Object.entries(plain).filter(([key]) => !(key in marks)))
    return { $ref: `#/components/schemas/${keep(unmarked, name, owner)}`, ...marks }
  }
  const keep = (schema: JsonObject, name: string, owner: string): string => {
    const text = JSON.stringify(schema)
    const alike = [...known].filter(([each]) => each === name || each.startsWith(`${name}Of`))
    const same = alike.find(([, other]) => JSON.stringify(other) === text)
    if (same) return same[0]
    if (known.has(name)) return keep(schema, `${name}Of${owner.charAt(0).toUpperCase()}${owner.slice(1)}`, owner)
    known.set(name, schema)
    return name
  }
  return {
    refer,
    schemas: () => Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function plainSchema(schema: TSchema, inner: (schema: TSchema) => JsonObject): JsonObject {
  const keywords = { ...(schema as JsonObject), ...describedKeywords(schema) }
  const entries = Object.entries(keywords).filter(([key]) => !OWN_KEYWORDS.has(key))
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === 'properties') return [key, eachOf(value as Record<string, TSchema>, inner)]
      if (key === 'anyOf') return [key, (value as TSchema[]).map(inner)]
      if (key === 'items') return [key, inner(value as TSchema)]
      // A map of any names: generators know it by this keyword.
      if (key === 'patternProperties') return ['additionalProperties', inner(Object.values(value as object)[0])]
      return [key, isObject(value) && key === 'additionalProperties' ? inner(value as TSchema) : value]
    }),
  )
}

function eachOf(members: Record<string, TSchema>, inner: (schema: TSchema) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, inner(schema)]))
}
