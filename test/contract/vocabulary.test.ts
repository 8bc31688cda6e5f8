import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPERATION_IDS, OPERATIONS, rowOf } from '../../src/contract/operations/index.js'
import type { TSchema } from '../../src/contract/schema.js'
import {
  recommendedPath,
  recommendedSchema,
  recommendedWord,
  toClassic,
  toRecommended,
  WORD_PAIRS,
  type WordClash,
} from '../../src/contract/vocabulary.js'

type Node = {
  type?: string
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
  anyOf?: TSchema[]
  enum?: string[]
}

/** Values of a schema's shape, with unknown members here and there. */
function valuesOf(schema: TSchema): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, anyOf, enum: words } = schema as Node
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf))
  if (words) return fc.constantFrom(...words)
  if (properties) {
    const members = Object.fromEntries(Object.entries(properties).map(([key, entry]) => [key, valuesOf(entry)]))
    const unknown = fc.dictionary(fc.constantFrom('source_reference_2', 'surveyor', 'new_member'), fc.jsonValue(), {
      maxKeys: 2,
    })
    return fc
      .tuple(unknown, fc.record(members, { requiredKeys: required }))
      .map(([extra, known]) => ({ ...extra, ...known }))
  }
  if (items) return fc.array(valuesOf(items), { maxLength: 3 })
  if (type === 'object')
    return fc.dictionary(fc.constantFrom('survey_id', 'source_id', 'question', 'x'), fc.string(), { maxKeys: 3 })
  return fc.oneof(fc.string(), fc.integer(), fc.constant(null))
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const schemas = OPERATION_IDS.flatMap((id) => {
  const { query, body, result } = rowOf(id)
  return Object.entries({ query, body, result }).flatMap(([part, schema]): [string, TSchema][] =>
    schema ? [[`${id} ${part}`, schema]] : [],
  )
})

describe('the two vocabularies', () => {
  test.each(schemas)('[VOC-5] %s: classic words come back from recommended ones, unchanged', (_, schema) => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const clashes: WordClash[] = []
        expect(plain(toClassic(schema, toRecommended(schema, value), clashes))).toEqual(plain(value))
        expect(clashes).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test.each(schemas)('[VOC-5] %s: a body in either vocabulary is the same body', (_, schema) => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        expect(plain(toClassic(schema, value))).toEqual(plain(toClassic(schema, toRecommended(schema, value))))
      }),
      { numRuns: 50 },
    )
  })

  const words: [string, string, string][] = [
    ['VOC-1', 'survey_series', 'feedback_groups'],
    ['VOC-1', 'survey_series_id', 'feedback_group_id'],
    ['VOC-2', 'survey_id', 'source_id'],
    ['VOC-2', 'surveys', 'sources'],
    ['VOC-3', 'question_id', 'field_id'],
    ['VOC-3', 'question', 'field'],
    ['VOC-4', 'aps_deducted', 'aps_deducted'],
  ]
  test.each(words)('[%s] %s is called %s', (_, classic, recommended) => {
    expect(recommendedWord(classic)).toBe(recommended)
  })

  test('no word stands on both sides, and none twice', () => {
    const all = WORD_PAIRS.flat()
    expect(new Set(all).size).toBe(all.length)
  })

  test('source_reference and the free-form variables of a recipient are never renamed', () => {
    const push = { survey_id: '1', source_reference: 'x' }
    expect(toRecommended(OPERATIONS.pushContent.body, push)).toEqual({ source_id: '1', source_reference: 'x' })
    const invites = { recipients: [{ email: 'a@b.test', variables: { survey_id: '1', field: { question: 2 } } }] }
    expect(toRecommended(OPERATIONS.sendInvites.body, invites)).toEqual(invites)
    expect(toClassic(OPERATIONS.sendInvites.body, invites)).toEqual(invites)
  })

  test('a word the schema does not have at that place is left alone', () => {
    expect(toClassic(OPERATIONS.createGroup.body, { name: 'x', source_id: '1' })).toEqual({ name: 'x', source_id: '1' })
  })

  test('both words with different values clash, with equal ones they do not', () => {
    const clashesOf = (value: unknown) => {
      const clashes: WordClash[] = []
      toClassic(OPERATIONS.pushBulk.body, value, clashes)
      return clashes.map(({ path }) => path)
    }
    expect(clashesOf({ survey_id: '1', source_id: '2' })).toEqual(['survey_id'])
    expect(clashesOf({ source_id: '2', survey_id: '1' })).toEqual(['survey_id'])
    expect(clashesOf({ survey_id: '1', source_id: '1' })).toEqual([])
    expect(clashesOf({ questions: [{ question_id: '1' }, { question_id: '1', field_id: '3' }] })).toEqual([
      'questions[1].question_id',
    ])
    expect(clashesOf({ questions: [], fields: [{ field_id: '1' }] })).toEqual(['questions'])
  })

  test('names of the language itself are ordinary members', () => {
    const body = JSON.parse('{"__proto__":{"name":"y"},"constructor":1,"name":"x"}')
    expect(JSON.stringify(toClassic(OPERATIONS.createGroup.body, body))).toBe(
      '{"__proto__":{"name":"y"},"constructor":1,"name":"x"}',
    )
    expect(JSON.stringify(toRecommended(OPERATIONS.createGroup.body, body))).toBe(
      '{"__proto__":{"name":"y"},"constructor":1,"name":"x"}',
    )
    expect(({} as { name?: string }).name).toBeUndefined()
  })

  test.each([
    ['VOC-7', 'question.content[3].text', 'field.content[3].text'],
    ['VOC-7', 'questions[12].question_id', 'fields[12].field_id'],
    ['VOC-7', 'survey_series_id', 'feedback_group_id'],
    ['VOC-8', 'source_reference', 'source_reference'],
    ['VOC-8', 'recipients[0].email', 'recipients[0].email'],
  ])('[%s] the path %s reads %s on a recommended route', (_, classic, recommended) => {
    expect(recommendedPath(classic)).toBe(recommended)
  })

  test('[VOC-9] [VOC-10] the schema of a recommended route has the recommended words and asks for the same', () => {
    const { properties, required } = recommendedSchema(OPERATIONS.pushBulk.body) as Node
    expect(Object.keys(properties!)).toEqual(['feedback_group_id', 'source_id', 'fields', 'source_reference', 'sync'])
    expect(required).toEqual(['feedback_group_id', 'source_id', 'fields'])
  })
})
