import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const SHARE = { type: 'number' }
const SHARED = { analysis_status: oneOf('none', 'available') }
const MONITOR = { monitor_id: TEXT, name: TEXT, match_count: COUNT }

const like = (schema: JsonObject, example: JsonObject): JsonObject => ({ ...schema, example })

const analysis = (answer: Record<string, JsonObject>) =>
  factsFrom({ path: '/api/input/sources/{id}/analysis', answer: object({ ...SHARED, ...answer }) })

const created = (answer: Record<string, JsonObject>, example?: JsonObject) =>
  factsFrom({
    method: 'post',
    path: '/api/input/sources/create',
    answer: example ? like(object(answer), example) : object(answer),
  })['result:createSource'] ?? {}

test('an identifier that may be either is a number where the example has one, and a text where it has none', () => {
  const id = { type: ['integer', 'string'] }
  const source = { source_id: id, survey_title: TEXT }
  expect(created(source, { source_id: 12, survey_title: 'A' })).toMatchObject({ types: { survey_id: 'integer' } })
  expect(created(source, { source_id: 'a12', survey_title: 'A' })).not.toHaveProperty('types')
  expect(created(source)).not.toHaveProperty('types')
})

test('an example of an answer tells seconds from milliseconds', () => {
  const source = { survey_id: TEXT, survey_title: TEXT, created_on: COUNT }
  const types = (created_on: number) => created(source, { survey_id: 'a', survey_title: 'A', created_on }).types
  expect(types(1_772_442_000)).toEqual({ created_at: 'epoch-seconds' })
  expect(types(1_772_442_000_000)).toEqual({ created_at: 'epoch-milliseconds' })
  expect(types(12)).toBeUndefined()
})

test('what is said of a share counts for more than what it is called', () => {
  const monitors = (share: JsonObject) =>
    analysis({ monitor_matches: listOf(object({ ...MONITOR, percent: share })) })['result:getAnalysis.monitor_matches']
  expect(monitors({ ...SHARE, description: 'Share of all, from 0 to 100.' })).toMatchObject({
    types: { '[].share': 'percent' },
  })
  expect(monitors(SHARE)).toMatchObject({ types: { '[].share': 'percent' } })
  const fraction = { names: { '[].share': 'percent' } }
  expect(monitors({ ...SHARE, description: 'Share of all, from 0 to 1.' })).toEqual(fraction)
  expect(monitors({ ...SHARE, maximum: 1 })).toEqual(fraction)
  const either = { ...SHARE, examples: [0.4] }
  expect(JSON.stringify(monitors(either) ?? {})).not.toContain('share')
})

test('a constant beside each text of a list is one where a description has no other word, or differing texts have the same', () => {
  const asked = (options: JsonObject) =>
    created({ survey_id: TEXT, survey_title: TEXT, questions: listOf(object({ question_id: TEXT, options })) })
  const constant = listOf(object({ label: TEXT, kind: { const: 'option' } }))
  const form = { in: 'label', beside: { kind: 'option' } }
  expect(asked(constant)).toMatchObject({ lists: { 'questions[].options': form } })
  expect(asked(listOf(object({ label: TEXT, kind: TEXT })))).toMatchObject({
    lists: { 'questions[].options': { in: 'label' } },
  })
  const answer = (...options: JsonObject[]) => ({
    survey_id: 'a',
    survey_title: 'A',
    questions: [{ question_id: '1', options }],
  })
  const recorded = (...options: JsonObject[]) =>
    factsSeen([seen('POST /api/input/sources/create', answer(...options))])['result:createSource']
  const [yes, no] = [
    { label: 'Yes', kind: 'option' },
    { label: 'No', kind: 'option' },
  ]
  expect(recorded(yes, no)).toMatchObject({ lists: { 'questions[].options': form } })
  expect(recorded(yes)).toMatchObject({ lists: { 'questions[].options': { in: 'label' } } })
})

test('a map of plain values says the one thing besides the key, and never an identifier', () => {
  const sent = (skipped: JsonObject) =>
    factsFrom({
      method: 'post',
      path: '/api/input/sources/{id}/invites',
      answer: object({ invite_id: TEXT, accepted: COUNT, skipped }),
    })['result:sendInvites'] ?? {}
  expect(sent({ type: 'object', additionalProperties: TEXT })).toMatchObject({
    lists: { skipped: { by: 'email', value: 'reason' } },
  })
  const monitors = analysis({ monitor_matches: { type: 'object', additionalProperties: TEXT } })
  expect(JSON.stringify(monitors['result:getAnalysis.monitor_matches'] ?? {})).not.toContain('value')
})

test('the words of an enum that names nearly all of ours need no other operation to agree', () => {
  const source = (path: string, ...words: string[]) =>
    ({ method: 'post', path, answer: object({ survey_id: TEXT, survey_title: TEXT, mode: oneOf(...words) }) }) as const
  const facts = factsFrom(
    source('/api/input/sources/create', 'EDITING', 'ACCESSIBLE'),
    source('/api/input/sources/publish', 'draft', 'live'),
  )
  expect(facts['result:publishSource']).toMatchObject({ words: { mode: { EDITING: 'draft', ACCESSIBLE: 'live' } } })
  expect(facts['result:createSource'] ?? {}).not.toHaveProperty('words')
})

test('an enum that has a word for each of ours is ours, whatever it is called', () => {
  const source = (words: string[]) =>
    created({
      survey_id: TEXT,
      survey_title: TEXT,
      questions: listOf(object({ question_id: TEXT, look: oneOf(...words) })),
    })
  const all = ['paragraph', 'input', 'checkbox', 'radio', 'stars', 'nps']
  expect(source(all)).toMatchObject({ names: { 'questions[].type': 'look' } })
  expect(JSON.stringify(source(['plain', 'input', 'fancy']))).not.toContain('look')
})

test('a count that is written as a text is one by its values', () => {
  const counts = { total: TEXT, sent: TEXT, delivered: TEXT, bounced: TEXT, complaint_count: TEXT }
  const invite = (complaint_count: string) =>
    factsFrom({
      path: '/api/input/invites/{invite_id}',
      answer: like(object({ invite_id: TEXT, counts: object(counts) }), { counts: { complaint_count } }),
    })['result:getInvite']
  expect(invite('3')).toMatchObject({
    names: { 'counts.complained': 'complaint_count' },
    types: { 'counts.complained': 'string' },
  })
  expect(JSON.stringify(invite('many') ?? {})).not.toContain('complaint')
})

test('`skipped` beside rows may be those that were there before, or those that were no good', () => {
  const task = (result: JsonObject) => ({ task_id: 't1', kind: 'upload', status: 'completed', result })
  const facts = factsSeen([
    seen('GET /api/input/content/push/bulk/t1', task({ rows_read: 9, rows_accepted: 4, skipped: 5 })),
  ])
  expect(JSON.stringify(facts['result:getTask'] ?? {})).not.toContain('skipped')
})

test('a member of a record inside the answer is read as one of that', () => {
  const facts = factsFrom({
    path: '/api/input/me',
    answer: object({ key: object({ key_id: TEXT, created: { type: 'string', format: 'date-time' } }) }),
  })
  expect(facts['result:getMe.key.created_at']).toEqual({ name: 'created' })
})

test('figures in a list are told apart by the word beside each', () => {
  const entry = { type: oneOf('TOTAL', 'SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED'), value: COUNT }
  const facts = factsFrom({
    path: '/api/input/invites/{invite_id}',
    answer: object({ invite_id: TEXT, metrics: listOf(object(entry)) }),
  })
  expect(facts['result:getInvite']).toMatchObject({
    names: { 'counts.sent': '/metrics[type=SENT].value', 'counts.bounced': '/metrics[type=BOUNCED].value' },
  })
})

test('a share that is written as a text is one of 1 where its values are', () => {
  const monitors = (fraction: string) =>
    analysis({ monitor_matches: listOf(like(object({ ...MONITOR, fraction: TEXT }), { fraction })) })[
      'result:getAnalysis.monitor_matches'
    ] ?? {}
  expect(monitors('0.25')).toMatchObject({ names: { '[].share': 'fraction' }, types: { '[].share': 'string' } })
  expect(JSON.stringify(monitors('25'))).not.toContain('share')
})

test('what is around a whole record says nothing of its members', () => {
  const erased = object({ affected: COUNT, unknown: listOf(object({ ext_id: TEXT, cust_id: TEXT })) })
  const facts = factsFrom({ method: 'post', path: '/api/input/feedback/erase', answer: object({ verbatim: erased }) })
  expect(facts['result:eraseFeedback']).toMatchObject({
    at: 'verbatim',
    names: { erased: 'affected', not_found: 'unknown' },
  })
})

test('figures of mails in a list are told by any word for what became of them', () => {
  const entry = { name: oneOf('total', 'sent', 'delivered', 'bounce', 'complaint'), count: COUNT }
  const facts = factsFrom({
    path: '/api/input/invites/{invite_id}',
    answer: object({ invite_id: TEXT, counts: listOf(object(entry)) }),
  })
  expect(facts['result:getInvite']).toMatchObject({
    names: { 'counts.bounced': '/counts[name=bounce].count', 'counts.complained': '/counts[name=complaint].count' },
  })
})

test('a task that has its result beside its status, all in one object, has that status', () => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
  const task = object({
    id: TEXT,
    status: oneOf('pending', 'running', 'done', 'error'),
    inserted: orNull(COUNT),
    duplicates: orNull(COUNT),
    rows_accepted: orNull(COUNT),
  })
  const facts = factsFrom({ path: '/api/input/content/push/bulk/{task_id}', answer: object({ task }) })
  expect(facts['result:getTask']).toMatchObject({
    at: 'task',
    words: { status: { queued: 'pending', processing: 'running', completed: 'done', failed: 'error' } },
  })
})

test('mails may be counted in a list by the words of who sends them', () => {
  const counts = ['processed', 'delivered', 'bounce', 'spam_complaint'].map((status) => ({ status, count: 1 }))
  const facts = factsSeen([
    seen('GET /api/input/invites/inv_1', { id: 'inv_1', status: 'completed', total: 4, counts }),
  ])
  expect(facts['result:getInvite']).toMatchObject({
    names: {
      'counts.sent': '/counts[status=processed].count',
      'counts.bounced': '/counts[status=bounce].count',
      'counts.complained': '/counts[status=spam_complaint].count',
    },
  })
})

test('a count that a description gives as a text is one under its name, and under no other', () => {
  const listed = (count: Record<string, JsonObject>) => {
    const surveys = listOf(object({ survey_id: TEXT, survey_title: TEXT, ...count }))
    const facts = factsFrom({
      path: '/api/input/surveys/list',
      answer: object({ survey_series: listOf(object({ surveys })) }),
    })
    return facts['result:listSources.survey_series[].surveys[].item_count']
  }
  expect(listed({ response_count: TEXT })).toEqual({ name: 'response_count', type: 'string' })
  expect(listed({ responses: TEXT }) ?? {}).not.toHaveProperty('name')
})
