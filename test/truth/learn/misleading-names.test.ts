import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, learnSeen, seen } from './seen.js'

const STATUS = oneOf('queued', 'processing', 'completed', 'failed')
const TASK = { task_id: TEXT, status: STATUS, progress: COUNT, kind: TEXT, created_at: TIME, completed_at: TIME }

test('progress below `operation` is no ratio because that word ends like one', () => {
  const facts = factsFrom({
    path: '/api/input/content/push/bulk/{task_id}',
    answer: object({ operation: object(TASK) }),
  })
  expect(facts['result:getTask']).toMatchObject({ at: 'operation' })
  expect(facts['result:getTask']).not.toHaveProperty('types')
})

test('counts of the sides of a sentiment below `operation` have no scale in their names', () => {
  const answers = [
    [0.5, 0.25, 0.25],
    [0.125, 0.5, 0.375],
  ].map(([positive, neutral, negative]) =>
    seen('GET /api/input/sources/3/analysis', {
      analysis_status: 'available',
      item_count: 8,
      operation: { sentiment: { positive, neutral, negative } },
    }),
  )
  expect(factsSeen(answers)['result:getAnalysis.sentiment']?.names).toMatchObject({
    'positive.share': '/operation.sentiment.positive',
    'neutral.share': '/operation.sentiment.neutral',
  })
})

test('the identifier of a user is that of the customer, and none of the item', () => {
  const item = { uid: TEXT, user: object({ id: TEXT }), text: TEXT, created_at: TIME }
  const facts = factsFrom({
    path: '/api/input/feedback',
    answer: object({ items: listOf(object(item)) }),
  })
  expect(facts['result:listFeedback']?.names).toMatchObject({
    'items[].item_id': 'uid',
    'items[].customer_id': 'user.id',
  })
})

test('an object around a map of ours is no map, whatever it is called', () => {
  const field = (id: string) => ({
    question_uuid: id,
    question_text: 'How was it?',
    type: 'TEXT',
    is_open: true,
    options: [],
  })
  const created = (id: string) =>
    seen(
      'POST /api/input/survey/create',
      {
        ...{ survey_id: id, survey_series_id: '1', survey_title: 'Reviews', mode: 'EDITING' },
        fields: { questions: { 0: field(`${id}1`), 1: field(`${id}2`) } },
      },
      { body: { survey_series_id: '1', survey_title: 'Reviews', questions: [] } },
    )
  expect(factsSeen([created('5'), created('6')])['result:createSource']).toMatchObject({
    names: { questions: 'fields.questions' },
    lists: { questions: { numbered: 0 } },
  })
})

test('entries are listed by no figure, though one be as much as the number that they are listed by', () => {
  const outcome = { question_id: '3', status: 'accepted', inserted: 1, duplicates: 0, rows_accepted: 1 }
  const result = { survey_id: '2', results: { 1: outcome }, inserted: 1, duplicates: 0, rows_accepted: 1 }
  const task = { task_id: 't1', kind: 'bulk', status: 'completed', progress: 100, result }
  const facts = factsSeen([seen('GET /api/input/content/push/bulk/t1', task)])
  expect(facts['result:getTask']).toMatchObject({ lists: { 'result.results': { numbered: 1 } } })
})

const FILE = { type: 'string', format: 'binary' }
const upload = (parts: Record<string, object>) =>
  factsFrom({
    ...{ method: 'post', path: '/api/input/feedback/upload' },
    body: object({ file: FILE, source_id: TEXT, question_id: TEXT, ...parts }),
    answer: object({ task_id: TEXT }),
  })['behaviour:upload-mapping']

test('an upload with parts that are called after members has a mapping, known or not', () => {
  expect(upload({})).toMatchObject({ form: 'none' })
  expect(upload({ map_text: TEXT, map_external_id: TEXT })).toMatchObject({ form: 'parts', part: 'map_{member}' })
  expect(upload({ where_text: TEXT, where_external_id: TEXT })).toBeUndefined()
})

test('of two tasks whose addresses may both be that of uploads, neither is', () => {
  const done = object({ ...TASK, result: object({ inserted: COUNT, duplicates: COUNT, rows_accepted: COUNT }) })
  const facts = factsFrom(
    { path: '/api/input/feedback/push/bulk/{task_id}', answer: done },
    { path: '/rest/api/imports/{task_id}', answer: done },
    { path: '/api/input/files/{task_id}', answer: done },
  )
  expect(JSON.stringify(facts)).not.toMatch(/imports|files/)
})

test('what holds a word or a small number is no candidate for a time', () => {
  const { verdicts } = learnSeen([
    seen('GET /api/input/me', {
      ...{ organisation: { id: 1, name: 'x' }, key: { id: 'k', name: 'n', scope: 'all', environment: 'test' } },
      ...{ rate_limits: { key_per_minute: 60 }, credits: { plan_key: 'pro', used: 1 } },
    }),
  ])
  const { state } = verdicts.find(({ id }) => id === 'result:getMe.key.created_at')!
  expect(state).toBe('not seen')
})

test('what one entry of a map counts is nothing of the record around it', () => {
  const answer = { analysis_status: 'available', volume: 329, monitors: { m7: { name: 'Refund watch', count: 75 } } }
  const facts = factsSeen([seen('GET /api/input/sources/3/analysis', answer)])
  expect(JSON.stringify(facts)).not.toContain('m7')
})

test('an offset that is a text and is handed on by the answer is a cursor', () => {
  const facts = factsFrom({
    path: '/api/input/feedback',
    query: { limit: COUNT, offset: { type: 'string', description: 'Cursor of the page' } },
    answer: object({
      items: listOf(object({ item_id: TEXT, text: TEXT })),
      paging: object({ cursors: object({ after: { anyOf: [TEXT, { type: 'null' }] } }) }),
    }),
  })
  expect(facts['paging:listFeedback']).toEqual({
    ...{ style: 'cursor', at: 'offset', limit: 'limit', next: 'paging.cursors.after' },
  })
})

test('what kind of object a record is says no identifier of it, be it the last without a meaning', () => {
  const named = { id: TEXT, survey_title: TEXT, survey_description: TEXT, feedback_type: TEXT, mode: TEXT }
  const figures = {
    created_at: TIME,
    published_at: TIME,
    item_count: COUNT,
    questions: listOf(object({ question_id: TEXT })),
  }
  const source = {
    ...object({ ...named, ...figures, object: TEXT }),
    required: [...Object.keys({ ...named, ...figures }), 'object'],
  }
  const group = object({ id: TEXT, name: TEXT, surveys: listOf(source) })
  const facts = factsFrom({ path: '/api/input/surveys/list', answer: object({ survey_series: listOf(group) }) })
  expect(JSON.stringify(facts)).not.toContain('"object"')
})

test('the address of a status is no status', () => {
  const task = { task_id: TEXT, state: oneOf('queued', 'processing'), links: object({ status: TEXT }) }
  const facts = factsFrom({
    path: '/api/input/content/push/bulk',
    method: 'post',
    answer: object(task),
    status: 202,
  } as never)
  expect(JSON.stringify(facts)).not.toContain('"status":"links.status"')
})

test('a figure of one thing in a sentiment counts no other items, whatever that thing is called', () => {
  const side = object({ count: COUNT, rate: { type: 'number' } })
  const facts = factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({ n: COUNT, sentiment: object({ positives: side, neutral: side, critical: side }) }),
  })
  expect(facts['result:getAnalysis.item_count']?.name).not.toBe('sentiment.critical.count')
})

test('the object around a list of named values is no map of ours, but the list is', () => {
  const pairs = listOf(object({ name: TEXT, value: TEXT }))
  const people = {
    type: 'object',
    additionalProperties: object({ reference: TEXT, attributes: object({ attributes: pairs }) }),
  }
  const facts = factsFrom({
    ...{ method: 'post', path: '/api/input/sources/{id}/invites', answer: object({ invite_id: TEXT }) },
    body: object({ emails: people }),
  })
  expect(facts['body:sendInvites.recipients']).toMatchObject({
    names: { '[].variables': 'attributes.attributes' },
    lists: { '[].variables': { key: 'name', value: 'value' } },
  })
})

test('an object that is the customer, such as `respondent`, speaks of no one else', () => {
  const item = { item_id: TEXT, text: TEXT, external_id: TEXT, created_at: TIME }
  const namesOf = (person: object) =>
    factsFrom({ path: '/api/input/feedback', answer: object({ items: listOf(object({ ...item, ...person })) }) })[
      'result:listFeedback'
    ]
  for (const who of ['respondent', 'person', 'contact'])
    expect(namesOf({ [who]: object({ customer_id: TEXT }) })).toMatchObject({
      names: { 'items[].customer_id': `${who}.customer_id` },
    })
})
