import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, type Described, factsFrom, listOf, object, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

// What is left of a kind isn't ours if its name says something else, known to us or not.

const FLAG = { type: 'boolean' }

/** An operation and the answer it has where a member of ours is called so. */
type Answering = (name: string) => Described

const key: Answering = (name) => ({
  path: '/api/input/me',
  answer: object({
    key: object({ id: TEXT, name: TEXT, environment: TEXT, permissions: listOf(TEXT), [name]: TIME }),
    org_id: COUNT,
  }),
})

const created = (questions: (name: string) => Record<string, JsonObject>, source = {}): Answering => {
  const sent = { survey_series_id: TEXT, survey_title: TEXT, questions: listOf(object({ text: TEXT, type: TEXT })) }
  const question = { question_id: TEXT, question_text: TEXT, type: TEXT, accepts_text: FLAG }
  return (name) => ({
    method: 'post',
    path: '/api/input/survey/create',
    body: object(sent),
    answer: object({
      ...{ survey_id: TEXT, survey_series_id: TEXT, survey_title: TEXT, mode: TEXT, ...source },
      questions: listOf(object({ ...question, ...questions(name) })),
    }),
  })
}

const publish: Answering = (name) => ({
  method: 'post',
  path: '/api/input/survey/publish',
  body: object({ survey_id: TEXT }),
  answer: object({ survey_id: TEXT, mode: TEXT, [name]: FLAG }),
})

const ITEM = {
  ...{ item_id: TEXT, survey_series_id: TEXT, survey_id: TEXT, question_id: TEXT, text: TEXT, external_id: TEXT },
  ...{ customer_id: TEXT, channel: TEXT, language: TEXT, rating: { type: 'number' }, source_reference: TEXT },
  occurred_at: TIME,
}

const items: Answering = (name) => ({
  path: '/api/input/feedback',
  answer: object({ items: listOf(object({ ...ITEM, [name]: TIME })) }),
})

const invites: Answering = (name) => ({
  path: '/api/input/invites/{id}',
  answer: object({
    ...{ invite_id: TEXT, status: TEXT, created_at: TIME },
    counts: object({ total: COUNT, sent: COUNT, delivered: COUNT, bounced: COUNT, [name]: COUNT }),
  }),
})

const sending = (entry: JsonObject): Answering => {
  return (name) => ({
    method: 'post',
    path: '/api/input/sources/{id}/invites',
    body: object({ recipients: listOf(object({ email: TEXT })) }),
    answer: object({ invite_id: TEXT, status: TEXT, accepted: COUNT, [name]: listOf(entry) }),
  })
}

const erase: Answering = (name) => ({
  method: 'post',
  path: '/api/input/feedback/erase',
  body: object({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }),
  answer: object({ erased: COUNT, [name]: listOf(object({ external_id: TEXT, customer_id: TEXT })) }),
})

const task: Answering = (name) => ({
  path: '/api/input/content/push/bulk/{task_id}',
  answer: object({
    ...{ task_id: TEXT, status: TEXT, progress: COUNT },
    result: object({ inserted: COUNT, duplicates: COUNT, [name]: listOf(object({ row: COUNT, reason: TEXT })) }),
  }),
})

/** Whether a fact leads to a member of theirs. */
function isFound(facts: Record<string, Record<string, unknown>>, name: string): boolean {
  return Object.values(facts).some((fact) => new RegExp(`"(\\S*[./])?${name}"`).test(JSON.stringify(fact)))
}

describe('what is left of a kind', () => {
  test.each<[string, Answering, string[], string]>([
    ['time of a key', key, ['last_used_at', 'expires_at', 'rotated_at', 'updated_at'], 'utc_created_datetime'],
    ['time of an item', items, ['deleted_at', 'synced_at', 'archived_on'], 'utc_created_datetime'],
    [
      'number of a question',
      created((name) => ({ [name]: COUNT })),
      ['position', 'order', 'number', 'revision', 'max_length', 'view_count'],
      'seen_items',
    ],
    [
      'list of texts of a question',
      created((name) => ({ [name]: listOf(TEXT) })),
      ['warnings', 'languages'],
      'value_items',
    ],
    ['number beside the counts of invites', invites, ['opened', 'unsubscribed', 'attempts'], 'spam_complaints_total'],
    ['flag of a publication', publish, ['notified', 'is_archived', 'is_published', 'is_live'], 'was_published_already'],
    [
      'list of recipients',
      sending(object({ email: TEXT, reason: TEXT })),
      ['results', 'sent', 'opened'],
      'skipped_recipients',
    ],
    ['list of identifiers', erase, ['matched', 'results', 'found'], 'unmatched_ids'],
    ['list of rows', task, ['warnings', 'rows', 'imported'], 'failed_row_errors'],
  ])('a %s is ours by a name that says no more than ours', (_what, answering, others, own) => {
    for (const name of others) expect([name, isFound(factsFrom(answering(name)), name)]).toEqual([name, false])
    expect(isFound(factsFrom(answering(own)), own)).toBe(true)
  })
})

test('the outcomes of all recipients are not the skipped ones', () => {
  const sent = (results: JsonObject[]) =>
    seen(
      'POST /api/input/sources/3/invites',
      { invite_id: 'i1', status: 'queued', accepted: 1, results },
      { status: 202, body: { recipients: results.map(({ email }) => ({ email })) } },
    )
  const facts = factsSeen([
    sent([{ email: 'ann@example.com', accepted: true, reason: null }]),
    sent([{ email: 'ann@example.com', accepted: false, reason: 'already_invited' }]),
  ])
  expect(isFound(facts, 'results')).toBe(false)
})
