import { Closed } from '../../src/contract/control/control-row.js'
import type { FieldMap } from '../../src/contract/errors.js'
import type { Operation, WireWords } from '../../src/contract/operation.js'
import type { TSchema } from '../../src/contract/schema.js'
import { noUnknownMembers, type UnknownMembers, withoutUnknown } from '../../src/contract/unknown-members.js'
import { recommendedPath, toClassic, type WordClash } from '../../src/contract/vocabulary.js'
import { findSchemaFaults } from './check.js'
import { mergedFaults } from './field-map.js'
import { normalise } from './normalise.js'
import { invalid, Refusal } from './refusal.js'
import { refuseUnknown } from './unknown-members.js'

/** Of a request that takes none. */
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
export function requireInput(schema: TSchema, raw: unknown, words: WireWords, strict: boolean): CheckedInput {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) {
    throw new Refusal('VALIDATION_ERROR', 'the body must be a JSON object')
  }
  const clashes: WordClash[] = []
  const unknown = noUnknownMembers()
  const known = withoutUnknown(unknown, schema, raw)
  const { value, faults } = normalise(schema, toClassic(schema, known, clashes))
  const fields = mergedFaults(faults, clashMap(clashes), findSchemaFaults(schema, value))
  if (strict) refuseUnknown(fields, unknown)
  if (Object.keys(fields).length > 0) throw invalid(inWords(fields, words))
  if (words === 'classic') return { value, unknown }
  const named = unknown.named.map((member) => ({ ...member, path: recommendedPath(member.path) }))
  return { value, unknown: { ...unknown, named } }
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
