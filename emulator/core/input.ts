import { isObject } from '../../src/base/is-object.js'
import { GUESSES, type Values } from '../../src/contract/assumptions/values.js'
import { Closed } from '../../src/contract/control/control-row.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { lengthIn } from '../../src/contract/items/check-item.js'
import type { Operation, WireWords } from '../../src/contract/operation.js'
import type { TSchema } from '../../src/contract/schema.js'
import { entrySchema, memberSchemas } from '../../src/contract/schema.js'
import { noUnknownMembers, type UnknownMembers, withoutUnknown } from '../../src/contract/unknown-members.js'
import {
  classicWord,
  recommendedPath,
  recommendedWord,
  toClassic,
  type WordClash,
} from '../../src/contract/vocabulary.js'
import { findSchemaFaults } from './check-schema.js'
import { addFault, mergedFaults, noFaults } from './field-map.js'
import { invalid, Refusal } from './refusal.js'

/** The schema of a request that takes no members. */
export const NO_MEMBERS = Closed({})

export interface CheckedInput {
  value: unknown
  /** In the words of the route. */
  unknown: UnknownMembers
}

/**
 * A body or query in classic words, trimmed, without nulls, checked against its schema; 400 with a field map in the words
 * of the route otherwise (VOC-5, VOC-7, VOC-8). With `strict`, unknown members are refused, too.
 */
export function requireInput(
  schema: TSchema,
  raw: unknown,
  words: WireWords,
  strict: boolean,
  values: Values = GUESSES,
): CheckedInput {
  if (!isObject(raw)) {
    throw new Refusal('VALIDATION_ERROR', 'the body must be a JSON object')
  }
  const clashes: WordClash[] = []
  const unknown = noUnknownMembers()
  const known = withoutUnknown(unknown, schema, raw)
  const { value, faults } = normalise(schema, inClassic(schema, known, clashes, values), values)
  const fields = mergedFaults(faults, clashMap(clashes), findSchemaFaults(schema, value))
  if (strict) refuseUnknown(fields, unknown)
  if (Object.keys(fields).length > 0) throw invalid(inWords(fields, words))
  if (words === 'classic') return { value, unknown }
  const named = unknown.named.map((member) => ({ ...member, path: recommendedPath(member.path) }))
  return { value, unknown: { ...unknown, named } }
}

/** Where both words of a pair are present with different values, the one that counts is kept, or both are a clash. */
function inClassic(schema: TSchema, known: unknown, clashes: WordClash[], values: Values): unknown {
  const { rule } = values['word-clash']
  return toClassic(schema, rule === 'refused' ? known : withOneWord(known, rule), clashes)
}

function withOneWord(value: unknown, kept: 'classic' | 'recommended'): unknown {
  if (Array.isArray(value)) return value.map((each) => withOneWord(each, kept))
  if (!isObject(value)) return value
  const otherOf = kept === 'classic' ? classicWord : recommendedWord
  const own = Object.entries(value).filter(([key]) => otherOf(key) === key || !Object.hasOwn(value, otherOf(key)))
  return Object.fromEntries(own.map(([key, each]) => [key, withOneWord(each, kept)]))
}

/** A field map in the words of a route. */
export function inWords(fields: FieldMap, words: WireWords): FieldMap {
  if (words === 'classic') return fields
  return Object.fromEntries(Object.entries(fields).map(([path, messages]) => [recommendedPath(path), messages]))
}

/** Query members by name; 400 where one is given twice. */
export function parseQuery(row: Operation | { query?: TSchema }, search: URLSearchParams): Record<string, string> {
  const repeated = [...new Set(search.keys())].filter((name) => search.getAll(name).length > 1)
  if (row.query && repeated.length > 0) throw invalid({ [repeated[0]!]: ['was given more than once'] })
  return Object.fromEntries(search)
}

function clashMap(clashes: WordClash[]): FieldMap {
  return Object.fromEntries(
    clashes.map(({ path, classic, recommended }) => [
      path,
      [`was given twice, as ${classic} and as ${recommended}, with different values`],
    ]),
  )
}

/** The hints about ignored members: each names one, with the nearest name that is known (contract.md section 11). */
export function unknownHints({ named, more }: UnknownMembers): string[] {
  const hints = named.map(({ path, nearest }) => {
    return `unknown member ${path} was ignored${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`
  })
  return more > 0 ? [...hints, `and ${more} more unknown members were ignored`] : hints
}

/** The messages that refuse them under `--strict`. */
export function refuseUnknown(fields: FieldMap, { named, more }: UnknownMembers): void {
  for (const { path, nearest } of named) {
    addFault(fields, path, `is not a known member${nearest === undefined ? '' : `; did you mean ${nearest}?`}`)
  }
  if (more > 0) addFault(fields, named.at(-1)!.path, `and ${more} more unknown members`)
}

interface Normalised {
  value: unknown
  faults: FieldMap
}

type Node = Record<string, unknown>

/**
 * Along the schema: `x-trim` strings are trimmed, null members dropped (they count as absent), lone surrogates refused, members
 * the schema does not know left out (contract.md section 3). Item arrays stay as they are, for their handler.
 */
function normalise(schema: TSchema, value: unknown, values: Values): Normalised {
  const faults = noFaults()
  const isTrimmed = values.trimming.rule === 'trimmed'
  const isNullAbsent = values['null-is-absent'].rule === 'absent'
  const length = lengthIn(values['code-points'].rule)
  const walk = (node: TSchema, entry: unknown, path: string): unknown => {
    if (typeof entry === 'string') {
      if (!entry.isWellFormed()) addFault(faults, path, 'must not contain lone surrogates')
      const text = (node as Node)['x-trim'] && isTrimmed ? entry.trim() : entry
      // The schema itself counts code points.
      const { maxLength = Number.POSITIVE_INFINITY } = node as { maxLength?: number }
      if (length && length(text) > maxLength) addFault(faults, path, `must have at most ${maxLength} characters`)
      return text
    }
    if (Array.isArray(entry)) {
      const items = (node as Node)['x-each-item'] ? undefined : entrySchema(node)
      return items ? entry.map((each, index) => walk(items, each, `${path}[${index}]`)) : entry
    }
    const members = entry === null || typeof entry !== 'object' ? undefined : memberSchemas(node)
    return members ? walkObject(members, entry as Node, path) : entry
  }
  const walkObject = (members: Record<string, TSchema>, entry: Node, path: string): Node => {
    const result: Node = {}
    for (const [key, schemaOf] of Object.entries(members)) {
      if (!Object.hasOwn(entry, key)) continue
      const member = entry[key]
      if (member !== null || nullable(schemaOf) || !isNullAbsent)
        result[key] = walk(schemaOf, member, path === '' ? key : `${path}.${key}`)
    }
    return result
  }
  const { rule } = values['lone-surrogates']
  return { value: walk(schema, rule === 'replaced' ? wellFormed(value) : value, ''), faults }
}

/** The value with every lone surrogate replaced. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, wellFormed(each)]))
}

function nullable(schema: TSchema): boolean {
  const { anyOf } = schema as { anyOf?: unknown }
  return Array.isArray(anyOf) && anyOf.some((entry) => (entry as Node).type === 'null')
}
