import { expect, test } from 'vitest'
import { factsFrom, listOf, object, TEXT } from './document.js'

const DAY = { type: 'string', format: 'date' }

test('a service that takes the days of items is sent days, as a push says what that costs', () => {
  const item = { type: 'object', properties: { text: TEXT, external_id: TEXT, occurred_at: DAY }, required: ['text'] }
  const question = object({ question_id: TEXT, content: listOf(item) })
  const body = object({ survey_series_id: TEXT, survey_id: TEXT, question })
  const facts = factsFrom({ method: 'post', path: '/api/input/content/push', body })
  expect(facts['body:pushContent.question.content[].occurred_at']).toEqual({ type: 'date' })
})

test('a filter that takes days alone is sent none: it would find what nobody asked for without a word', () => {
  const query = { occurred_since: DAY, occurred_until: DAY, cursor: TEXT, limit: { type: 'integer' } }
  expect(JSON.stringify(factsFrom({ path: '/api/input/feedback', query }))).not.toContain('"date"')
})
