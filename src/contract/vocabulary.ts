import type { JsonObject } from '../base/is-object.js'
import { isObject } from '../base/is-object.js'
import type { TSchema } from './schema.js'
import { entrySchema, memberSchemas } from './schema.js'

/** Classic word, recommended word (contract.md section 3). Only these keys are ever renamed, and only where the schema has them. */
export const WORD_PAIRS = [
  ['survey_series_id', 'feedback_group_id'],
  ['survey_series', 'feedback_groups'],
  ['survey_id', 'source_id'],
  ['surveys', 'sources'],
  ['survey_title', 'source_title'],
  ['survey_description', 'source_description'],
  ['question', 'field'],
  ['questions', 'fields'],
  ['question_id', 'field_id'],
  ['question_text', 'field_text'],
] as const

const TO_RECOMMENDED = new Map<string, string>(WORD_PAIRS)
const TO_CLASSIC = new Map<string, string>(WORD_PAIRS.map(([classic, recommended]) => [recommended, classic]))

/** Both words of a pair are in one object with different values (400, contract.md section 3). */
export interface WordClash {
  path: string
  classic: string
  recommended: string
}

/** The recommended word for a classic key; the key itself if there is none. */
export function recommendedWord(key: string): string {
  return TO_RECOMMENDED.get(key) ?? key
}

/** The classic word for a recommended key; the key itself if there is none. */
export function classicWord(key: string): string {
  return TO_CLASSIC.get(key) ?? key
}

/** A path of a validation error in recommended words: `question.content[3]` to `field.content[3]` (VOC-7). */
export function recommendedPath(path: string): string {
  return path.replace(/[a-z_]+/g, recommendedWord)
}

/**
 * The value with every key the schema knows in classic words, whichever word the caller used (VOC-5).
 * Clashes (both words, different values) are added to `clashes`.
 */
export function toClassic(schema: TSchema | undefined, value: unknown, clashes: WordClash[] = [], path = ''): unknown {
  const list = arrayItems(schema, value)
  if (list) return list.values.map((entry, index) => toClassic(list.items, entry, clashes, `${path}[${index}]`))
  const properties = objectProperties(schema, value)
  if (!properties) return value
  const source = value as JsonObject
  const result: JsonObject = Object.create(null)
  for (const [key, entry] of Object.entries(source)) {
    const classic = TO_CLASSIC.get(key)
    const target = classic !== undefined && Object.hasOwn(properties, classic) ? classic : key
    if (target !== key && Object.hasOwn(source, target) && !same(source[target], entry)) {
      clashes.push({ path: memberPath(path, target), classic: target, recommended: key })
    }
    const known = Object.hasOwn(properties, target) ? properties[target] : undefined
    result[target] = known ? toClassic(known, entry, clashes, memberPath(path, target)) : entry
  }
  return result
}

/** The value with every key the schema knows in recommended words. */
export function toRecommended(schema: TSchema | undefined, value: unknown): unknown {
  const list = arrayItems(schema, value)
  if (list) return list.values.map((entry) => toRecommended(list.items, entry))
  const properties = objectProperties(schema, value)
  if (!properties) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, entry]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      return known ? [recommendedWord(key), toRecommended(known, entry)] : [key, entry]
    }),
  )
}

const RECOMMENDED = new WeakMap<TSchema, TSchema>()

/** The schema of the same shape in recommended words; the same one each time. */
export function recommendedSchema(schema: TSchema): TSchema {
  const known = RECOMMENDED.get(schema) ?? inRecommendedWords(schema)
  RECOMMENDED.set(schema, known)
  return known
}

function inRecommendedWords(schema: TSchema): TSchema {
  const node = schema as JsonObject
  const result: JsonObject = { ...node }
  const properties = node.properties as Record<string, TSchema> | undefined
  if (properties) {
    const renamed = Object.entries(properties).map(([key, entry]) => [recommendedWord(key), recommendedSchema(entry)])
    result.properties = Object.fromEntries(renamed)
  }
  if (Array.isArray(node.required)) result.required = node.required.map(recommendedWord)
  if (node.items) result.items = recommendedSchema(node.items as TSchema)
  if (Array.isArray(node.anyOf)) result.anyOf = (node.anyOf as TSchema[]).map(recommendedSchema)
  return result as TSchema
}

/** The path of a member below another. */
export function memberPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function arrayItems(schema: TSchema | undefined, value: unknown): { items: TSchema; values: unknown[] } | undefined {
  if (!Array.isArray(value) || (schema as JsonObject | undefined)?.['x-each-item']) return undefined
  const items = entrySchema(schema)
  return items && { items, values: value }
}

function objectProperties(schema: TSchema | undefined, value: unknown): Record<string, TSchema> | undefined {
  return isObject(value) ? memberSchemas(schema) : undefined
}
