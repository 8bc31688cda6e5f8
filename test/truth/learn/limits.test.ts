import { expect, test } from 'vitest'
import { factsFrom, learnFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const INVITES = { method: 'post', path: '/api/input/sources/{id}/invites' } as const
const RECIPIENT = { type: 'object', properties: { email: TEXT, external_id: TEXT, variables: { type: 'object' } } }
const recipients = (more: object) => ({ ...listOf({ ...RECIPIENT, required: ['email'] }), ...more })

test('a limit that a description states is learned where ours is another', () => {
  const learnt = (more: object) =>
    factsFrom({ ...INVITES, body: object({ recipients: recipients(more) }) })['body:sendInvites.recipients']
  expect(learnt({ maxItems: 100 })).toEqual({ limits: { '': { max_items: 100 } } })
  expect(learnt({ minItems: 1, maxItems: 1000 })).toBeUndefined()
})

test('a list that is a map has the limit of its entries', () => {
  const map = { type: 'object', additionalProperties: object({ external_id: TEXT }), maxProperties: 100 }
  const facts = factsFrom({ ...INVITES, body: object({ recipients: map }) })
  expect(facts['body:sendInvites.recipients']).toMatchObject({ limits: { '': { max_items: 100 } } })
})

test('the lists of an erase have limits of their own', () => {
  const body = object({ external_ids: { ...listOf(TEXT), maxItems: 100 }, customer_ids: listOf(TEXT) })
  const facts = factsFrom({ method: 'post', path: '/api/input/feedback/erase', body })
  expect(facts['body:eraseFeedback']).toMatchObject({ limits: { external_ids: { max_items: 100 } } })
})

test('no request that was taken shows a limit', () => {
  const body = { recipients: [{ email: 'ada@example.com' }] }
  const facts = factsSeen([seen('POST /api/input/sources/3/invites', { invite_id: '1', accepted: 1 }, { body })])
  expect(JSON.stringify(facts)).not.toContain('max_items')
})

test('what is required beside the description of a record is required', () => {
  const entry = { allOf: [RECIPIENT, { required: ['email', 'external_id'] }] }
  const facts = factsFrom({ ...INVITES, body: object({ recipients: { type: 'array', items: entry } }) })
  expect(facts['body:sendInvites.recipients']).toEqual({ required: { '[].external_id': true } })
})

test('the lengths of the members of an item are conduct, and those members are confirmed', () => {
  const item = { type: 'object', properties: { text: TEXT, external_id: { ...TEXT, maxLength: 128 } } }
  const question = object({ question_id: TEXT, content: { type: 'array', items: item } })
  const body = object({ survey_series_id: TEXT, survey_id: TEXT, question })
  const { verdicts } = learnFrom({ method: 'post', path: '/api/v1/content/push', body })
  const stateOf = (id: string) => verdicts.find((each) => each.id === id)
  expect(stateOf('body:pushContent.question.content[].external_id')?.state).toBe('confirmed')
  expect(stateOf('behaviour:item-lengths')?.fact).toEqual({ external_id: 128 })
})

test('a number from 0 to 1 is a flag of ours, and any other number is not', () => {
  const question = (mandatory: object) => object({ type: TEXT, question_text: TEXT, mandatory } as never)
  const learnt = (mandatory: object) => {
    const questions = { type: 'array', items: question(mandatory) }
    const body = object({ survey_series_id: TEXT, survey_title: TEXT, questions })
    return factsFrom({ method: 'post', path: '/api/input/survey/create', body })[
      'body:createSource.questions[].required'
    ]
  }
  expect(learnt({ type: 'integer', minimum: 0, maximum: 1 })).toMatchObject({ name: 'mandatory', type: 'integer' })
  expect(learnt({ type: 'integer' })).toBeUndefined()
})
