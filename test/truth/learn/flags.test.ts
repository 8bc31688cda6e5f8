import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
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

const SINCE = { anyOf: [TIME, { type: 'null' }] }

test('times since when an outcome is so say it where they are not null, the furthest first', () => {
  expect(described({ sent_at: SINCE, delivered_at: SINCE, bounced_at: SINCE })).toEqual({
    'recipients[].delivery_status': { bounced: 'bounced_at', delivered: 'delivered_at', sent: 'sent_at' },
  })
  // One alone, or one that is always there, may be when something of it was last seen.
  expect(described({ delivered_at: SINCE })).toBeUndefined()
  expect(described({ delivered_at: TIME, bounced_at: TIME })).toBeUndefined()
})

const TEMPLATE = '/api/input/sources/{id}/invite-template'

test('a domain is verified since a time, or not', () => {
  const facts = factsFrom({
    path: TEMPLATE,
    answer: object({ present: FLAG, sender_domain: object({ domain: TEXT, verified_at: SINCE }) }),
  })
  const codec = contractWith(facts as never).codecOf('getInviteTemplate', 'result', 'recommended')!
  const read = (verified_at: unknown) =>
    codec.fromWire({ present: true, sender_domain: { domain: 'a.org', verified_at } })
  for (const at of ['2026-01-05T08:00:00Z', '2026-01-05 08:00:00', 1_767_600_000]) {
    expect(read(at)).toMatchObject({ sender_domain: { domain: 'a.org', status: 'verified' } })
  }
  expect(read(null)).toMatchObject({ sender_domain: { domain: 'a.org', status: null } })
  const sent = (status: string) => codec.toWire({ present: true, sender_domain: { domain: 'a.org', status } })
  expect(sent('verified')).toMatchObject({ sender_domain: { verified_at: '1970-01-01T00:00:00.000Z' } })
  expect(sent('pending')).toMatchObject({ sender_domain: { verified_at: null } })
})

test('a task that failed was completed at a time, too', () => {
  const answer = object({ task_id: TEXT, queued_at: TIME, started_at: SINCE, completed_at: SINCE, failed_at: SINCE })
  expect(factsFrom({ path: '/api/input/content/push/bulk/{task_id}', answer })['result:getTask']).not.toHaveProperty(
    'flags',
  )
})
