import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const RECIPIENTS = '/api/input/invites/{id}/recipients'
const INVITES = 'POST /api/input/sources/7/invites'
const like = (schema: object, example: unknown) => ({ ...schema, examples: [example] })

const recipients = (member: object) =>
  factsFrom({
    path: RECIPIENTS,
    answer: object({ recipients: listOf(object({ delivery_status: oneOf('sent', 'bounced'), ...member } as never)) }),
  })['result:listInviteRecipients']

test('the member with addresses of mails is the address, whatever it is called', () => {
  expect(recipients({ writeTo: like(TEXT, 'ada@example.com') })).toMatchObject({
    names: { 'recipients[].email': 'writeTo' },
  })
  const two = { writeTo: like(TEXT, 'ada@example.com'), replyTo: like(TEXT, 'bob@example.com') }
  expect(JSON.stringify(recipients(two) ?? {})).not.toContain('email')
  expect(JSON.stringify(recipients({ writeTo: like(TEXT, 'Ada') }) ?? {})).not.toContain('email')
})

const sent = (answer: object) =>
  factsSeen([
    seen(INVITES, { dry_run: true, accepted: 1, ...answer }, { body: { recipients: [{ email: 'a@example.com' }] } }),
  ])['result:sendInvites']

test('a list of plain addresses has the skipped recipients', () => {
  expect(sent({ ignored: ['b@example.com'] })).toMatchObject({
    names: { skipped: 'ignored' },
    lists: { skipped: { values: 'email' } },
  })
  expect(sent({ ignored: ['twice'] })).toBeUndefined()
})

test('of two bodies of a mail the one with tags is for browsers', () => {
  const preview = { email: 'a@example.com', subject: 'How was it?', body: '<p>How?</p>', content: 'How?' }
  expect(sent({ previews: [preview] })).toMatchObject({
    names: { 'previews[].html': 'body', 'previews[].text': 'content' },
  })
})

test('what is true or false may be written as a number or a text', () => {
  expect(sent({ dry_run: 1 })).toEqual({ types: { dry_run: 'integer' } })
  const template = (variable: object) =>
    factsFrom({
      path: '/api/input/sources/{id}/invite-template',
      answer: object({ present: { type: 'boolean' }, variables: listOf(object({ name: TEXT, ...variable } as never)) }),
    })['result:getInviteTemplate']
  expect(template({ isMandatory: like(TEXT, 'true') })).toMatchObject({
    names: { 'variables[].required': 'isMandatory' },
    types: { 'variables[].required': 'string' },
  })
  expect(template({ mandatory: like(TEXT, 'perhaps') })?.types).toBeUndefined()
  expect(template({ mandatory: like(COUNT, 4) })?.types).toBeUndefined()
})

test('a list of numbers in place of the questions has their identifiers', () => {
  const made = (questions: unknown) =>
    factsSeen([
      seen(
        'POST /api/input/survey/create',
        { survey_id: '9', survey_series_id: '1', survey_title: 'Guests', questions },
        {
          status: 200,
          body: { survey_series_id: '1', survey_title: 'Guests', questions: [{ question_text: 'How?' }] },
        },
      ),
    ])['result:createSource']
  expect(made(['17', '18'])).toMatchObject({ lists: { questions: { values: 'question_id' } } })
  expect(made(['How?'])?.lists).toBeUndefined()
})

test('a format says that a time counts seconds', () => {
  const made = { type: 'integer', format: 'unix-time' }
  expect(recipients({ updated_at: made, email: TEXT })).toMatchObject({
    types: { 'recipients[].updated_at': 'epoch-seconds' },
  })
})
