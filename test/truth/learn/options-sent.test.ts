import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { rowOf } from '../../../src/contract/operations/index.js'
import { memberSchemas, type TSchema } from '../../../src/contract/schema.js'
import { factsSeen, seen } from './seen.js'

const OPTIONS = 'body:createSource.questions[].options'
const created = (at: string, ...all: unknown[]) =>
  factsSeen(
    all.map((options, index) => {
      const questions = [{ type: 'SCQ', question_text: `Question ${index}?`, [at]: options }]
      const answer = { survey_id: `${index}`, survey_title: 'S', questions: [] }
      const body = { survey_series_id: '1', survey_title: 'S', questions }
      return seen('POST /api/input/survey/create', answer, { body })
    }),
  )[OPTIONS]
const written = (fact: object, options: readonly string[]) => {
  const facts = { [OPTIONS]: fact }
  expect(checkFacts(facts as never).faults).toEqual([])
  const codec = contractWith(facts as never).codecOf('createSource', 'body', 'classic')!
  const wire = codec.toWire({ questions: [{ options }] })
  expect(codec.fromWire(wire)).toEqual({ questions: [{ options }] })
  const { items } = memberSchemas(codec.schemaToWire(rowOf('createSource').body!))!.questions as never as {
    items: TSchema
  }
  return { options: (wire as { questions: object[] }).questions[0], schema: memberSchemas(items) }
}

test('options that requests send with their numbers besides are sent so, two requests together showing it', () => {
  const choices = (first: number, ...labels: string[]) =>
    labels.map((label, at) => ({ value: label.toLowerCase().replace(' ', '_'), label, position: at + first }))
  const learned = created('choices', choices(1, 'Yes', 'No', 'Not sure'), choices(1, 'Web', 'App'))!
  expect(learned).toEqual({ name: 'choices', list: { in: 'label', slug: 'value', number: 'position' } })
  const { options, schema } = written(learned, ['Good', 'Very bad'])
  expect(options).toEqual({
    choices: [
      { label: 'Good', value: 'good', position: 1 },
      { label: 'Very bad', value: 'very_bad', position: 2 },
    ],
  })
  expect(schema?.choices).toMatchObject({ items: { required: ['label', 'value', 'position'] } })
  const fromZero = created('choices', choices(0, 'Yes', 'No'))
  expect(fromZero).toMatchObject({ list: { index: 'position' } })
  // Numbers that do not count up are of another meaning.
  expect(created('choices', choices(7, 'Yes', 'No'))).toBeUndefined()
})

test('options that requests send as a map by short names of their texts are sent so', () => {
  const learned = created('options', { yes: 'Yes', not_sure: 'Not sure' }, { web: 'Web', app: 'App' })!
  expect(learned).toEqual({ list: { keyed: 'slug' } })
  expect(written(learned, ['Good', 'C', 'C++']).options).toEqual({ options: { good: 'Good', c: 'C', c_2: 'C++' } })
  // What is no name of the text may be anything.
  expect(created('options', { a: 'Yes', b: 'No' })).toBeUndefined()
})
