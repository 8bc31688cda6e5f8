import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const created = (option: object) =>
  factsFrom({
    method: 'post',
    path: '/api/input/sources/create',
    body: object({
      survey_series_id: TEXT,
      survey_title: TEXT,
      questions: listOf(object({ type: TEXT, question_text: TEXT, options: listOf(option as never) })),
    }),
  })['body:createSource.questions[].options']

test('the constant that each entry has beside its text is sent as well', () => {
  expect(created(object({ label: TEXT, type: { const: 'option' } }))).toMatchObject({
    list: { in: 'label', beside: { type: 'option' } },
  })
  expect(created(object({ label: TEXT }))).toMatchObject({ list: { in: 'label' } })
})

test('what every request must send, and may send in one way alone, is sent', () => {
  const facts = factsFrom({
    method: 'post',
    path: '/api/input/sources/publish',
    body: object({ survey_id: TEXT, api_version: { const: '2026-01' }, revision: { const: 2 }, note: TEXT }),
  })
  expect(Object.values(facts).flatMap(({ fixed }) => fixed ?? [])).toEqual([{ api_version: '2026-01', revision: 2 }])
})

test('an enumeration of one flag or number is a constant, and several constants are none', () => {
  const published = (more: Parameters<typeof object>[0]) =>
    Object.values(
      factsFrom({
        method: 'post',
        path: '/api/input/sources/publish',
        body: object({ survey_id: TEXT, note: TEXT, ...more }),
      }),
    ).flatMap(({ fixed }) => fixed ?? [])
  expect(published({ sure: { type: 'boolean', enum: [true] }, revision: { enum: [2] } })).toEqual([
    { sure: true, revision: 2 },
  ])
  expect(published({ revision: { type: 'integer', enum: [1, 2] } })).toEqual([])
  expect(published({ revision: { oneOf: [{ const: 1 }, { const: 2 }] } })).toEqual([])
  expect(published({ revision: { anyOf: [{ const: 1 }, { type: 'integer' }] } })).toEqual([])
  expect(published({ revision: { anyOf: [{ const: 1 }, { type: 'null' }] } })).toEqual([{ revision: 1 }])
})

test('an option that needs a value besides, which may be any text, has its text once more', () => {
  const facts = created(object({ value: TEXT, label: TEXT }))
  expect(facts).toMatchObject({ list: { in: 'label', again: 'value' } })
  const codec = contractWith({ 'body:createSource.questions[].options': facts } as never).codecOf(
    ...(['createSource', 'body', 'classic'] as const),
  )!
  const ours = { questions: [{ options: ['Yes', 'No'] }] }
  const wire = {
    questions: [
      {
        options: [
          { label: 'Yes', value: 'Yes' },
          { label: 'No', value: 'No' },
        ],
      },
    ],
  }
  expect(codec.toWire(ours)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual(ours)
  // A value of a form of its own, or a member of another meaning, is none that a text can be.
  const others = [object({ id: COUNT, label: TEXT }), object({ color: TEXT, label: TEXT })]
  for (const each of others) expect(created(each)).not.toMatchObject({ list: { again: expect.anything() } })
})

test('options that requests send with a short name of their text besides are sent so', () => {
  const sent = (options: object[]) => ({
    body: {
      survey_series_id: '1',
      survey_title: 'S',
      questions: [{ type: 'SCQ', question_text: 'Again?', options }],
    },
  })
  const answer = { survey_id: '7', survey_title: 'S', questions: [] }
  const learned = (...options: object[]) =>
    factsSeen([seen('POST /api/input/survey/create', answer, sent(options))])['body:createSource.questions[].options']
  const named = learned({ value: 'yes', label: 'Yes' }, { value: 'not_now', label: 'Not now' })
  expect(named).toEqual({ list: { in: 'label', slug: 'value' } })
  const codec = contractWith({ 'body:createSource.questions[].options': named } as never).codecOf(
    ...(['createSource', 'body', 'classic'] as const),
  )!
  const wire = { questions: [{ options: [{ label: 'Very good!', value: 'very_good' }] }] }
  expect(codec.toWire({ questions: [{ options: ['Very good!'] }] })).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual({ questions: [{ options: ['Very good!'] }] })
  // Two texts of one name are told apart by it all the same.
  expect(codec.toWire({ questions: [{ options: ['C', 'C++', 'C#'] }] })).toEqual({
    questions: [
      {
        options: [
          { label: 'C', value: 'c' },
          { label: 'C++', value: 'c_2' },
          { label: 'C#', value: 'c_3' },
        ],
      },
    ],
  })
  // What is no name of the text may be anything, and one alone may be so by chance.
  expect(learned({ value: 'a1', label: 'Yes' }, { value: 'a2', label: 'No' })).toBeUndefined()
  expect(learned({ value: 'yes', label: 'Yes' })).toBeUndefined()
})
