import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { factsFrom, listOf, object, TEXT } from './document.js'

const learned = (question: Record<string, object>) =>
  factsFrom({
    method: 'post',
    path: '/api/input/survey/create',
    body: object({
      survey_series_id: TEXT,
      survey_title: TEXT,
      questions: listOf(object({ question_text: TEXT, type: TEXT, ...question } as never)),
    }),
    answer: object({ survey_id: TEXT }),
  })

test.each(['optional', 'isOptional'])('a flag that says the contrary of ours is written as that: %s', (name) => {
  const facts = learned({ [name]: { type: 'boolean' } })
  expect(facts['body:createSource.questions[].required']).toMatchObject({ name, type: 'inverted' })
  const codec = contractWith(facts as Facts).codecOf('createSource', 'body', 'classic')!
  const ours = {
    questions: [
      { type: 'TEXT', required: true },
      { type: 'NPS', required: false },
    ],
  }
  const wire = {
    questions: [
      { type: 'TEXT', [name]: false },
      { type: 'NPS', [name]: true },
    ],
  }
  expect(codec.toWire(ours)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual(ours)
})

test('a contrary that is no plain flag is not read as ours', () => {
  const said = learned({ optional: { type: 'integer', minimum: 0, maximum: 1 } })
  expect(JSON.stringify(said)).not.toContain('"optional"')
})
