import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

const FLAG = { type: 'boolean' }
const described = (flags: Record<string, object>) =>
  factsFrom({
    path: '/api/input/invites/{id}/recipients',
    answer: object({ recipients: listOf(object({ email: TEXT, ...flags } as never)) }),
  })['result:listInviteRecipients']?.flags

test('flags that are called after the words of an outcome say it, the furthest first, and words of their own last', () => {
  const flags = { 'recipients[].delivery_status': { bounced: 'bounced', delivered: 'delivered', failed: 'failed' } }
  expect(described({ delivered: FLAG, bounced: FLAG, failed: FLAG, is_test: FLAG })).toEqual(flags)
  const row = { email: 'a@example.com', delivered: true, bounced: false, failed: false }
  const answer = seen('GET /api/input/invites/i1/recipients', { recipients: [row] })
  expect(factsSeen([answer])['result:listInviteRecipients']?.flags).toEqual(flags)
})

test('flags of other things, or one alone, say no outcome', () => {
  expect(described({ opened: FLAG, clicked: FLAG })).toBeUndefined()
  expect(described({ bounced: FLAG })).toBeUndefined()
  expect(described({ delivered: FLAG, bounced: FLAG, status: TEXT })).toBeUndefined()
})

const SOURCE = {
  ...{ survey_id: TEXT, survey_series_id: TEXT, survey_title: TEXT, survey_description: TEXT, feedback_type: TEXT },
  ...{ mode: oneOf('EDITING', 'ACCESSIBLE'), item_count: COUNT, created_at: TIME, published_at: TIME },
  questions: listOf(
    object({ question_id: TEXT, question_text: TEXT, type: TEXT, accepts_text: FLAG, item_count: COUNT }),
  ),
}

test.each(['is_published', 'just_published', 'live'])(
  'a flag that says the state a publish leads to does not say that it was so before: %s',
  (flag) => {
    const learnt = (name: string) =>
      factsFrom({
        method: 'post',
        path: '/api/input/survey/publish',
        body: object({ survey_id: TEXT }),
        answer: object({ ...SOURCE, [name]: FLAG } as never),
      })['result:publishSource']?.names
    expect(learnt(flag)).not.toMatchObject({ already_published: flag })
  },
)
