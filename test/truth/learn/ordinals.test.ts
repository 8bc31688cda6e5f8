import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const PATH = '/api/input/survey/create'
const QUESTION = { type: TEXT, prompt: TEXT }

const described = (more: Record<string, JsonObject>) =>
  factsFrom({
    ...{ method: 'post', path: PATH },
    body: object({ survey_series_id: TEXT, survey_title: TEXT, questions: listOf(object({ ...QUESTION, ...more })) }),
    answer: object({ survey_id: TEXT }),
  })

const ask = (facts: object) => {
  const questions = ['a', 'b'].map((text) => ({ type: 'TEXT', question_text: text }))
  const value = { survey_series_id: '1', survey_title: 'S', questions }
  const wire = contractWith(facts as never)
    .codecOf('createSource', 'body', 'classic')!
    .toWire(value)
  return (wire as { questions: object[] }).questions
}

test('what each entry of a request has to be numbered by is numbered, from 1 where nothing says 0', () => {
  const facts = described({ position: COUNT })
  expect(ask(facts)).toMatchObject([
    { prompt: 'a', position: 1 },
    { prompt: 'b', position: 2 },
  ])
  const fromZero = described({ sort_order: { ...COUNT, examples: [0] } })
  expect(ask(fromZero)).toMatchObject([{ sort_order: 0 }, { sort_order: 1 }])
})

test('a number that is another, or need not be there, numbers nothing', () => {
  const others: Record<string, JsonObject>[] = [{ weight: COUNT }, { position: TEXT }, { order: { type: 'boolean' } }]
  for (const more of others) {
    expect(JSON.stringify(described(more))).not.toContain('{number}')
  }
})

test('requests that were taken show the number where all of them have it', () => {
  const send = (questions: readonly object[]) =>
    seen(`POST ${PATH}`, { survey_id: '1' }, { body: { survey_series_id: '1', survey_title: 'S', questions } })
  const question = (prompt: string, more: object) => ({ type: 'TEXT', prompt, ...more })
  const [first, second] = [question('Why is that so?', { position: 0 }), question('What else?', { position: 1 })]
  expect(ask(factsSeen([send([first, second]), send([first])]))).toMatchObject([{ position: 0 }, { position: 1 }])
  const without = send([question('Anything more?', {})])
  expect(JSON.stringify(factsSeen([send([first, second]), without]))).not.toContain('position')
})
