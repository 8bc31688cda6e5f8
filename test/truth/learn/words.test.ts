import { expect, test } from 'vitest'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { COUNT, factsFrom, learnFrom, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const task = (...words: string[]) => ({
  path: '/api/input/content/push/bulk/{task_id}',
  answer: object({ task_id: TEXT, status: oneOf(...words), progress: COUNT }),
})

test('a lone word proves nothing, for ok may say that the request was heard', () => {
  expect(factsFrom(task('ok'))['result:getTask']?.words).toBeUndefined()
  expect(factsFrom(task('PENDING', 'SUCCESS'))['result:getTask']?.words).toEqual({
    status: { queued: 'PENDING', completed: 'SUCCESS' },
  })
})

test('a word that is left over is none of ours, and stays open', () => {
  const { verdicts } = learnFrom(task('queued', 'processing', 'failed', 'zebra'))
  const verdict = verdicts.find(({ id }) => id === 'result:getTask')
  expect(verdict?.fact?.words).toBeUndefined()
  expect(verdict?.candidates).toContain('status: zebra')
})

test('a task that is partly done is over as well', () => {
  expect(
    factsFrom(task('NotStarted', 'Running', 'Succeeded', 'PartiallySucceeded', 'Failed'))['result:getTask'],
  ).toMatchObject({
    words: { status: { completed: ['Succeeded', 'PartiallySucceeded'] } },
  })
})

test('what one operation shows of an enum proves what another says', () => {
  const asked = (method: string, path: string, status: number, responseBody: unknown, requestBody?: unknown) => ({
    method,
    path,
    query: {},
    status,
    responseHeaders: {},
    responseBody,
    ...(requestBody === undefined ? {} : { requestBody }),
  })
  const body = { survey_series_id: 1, survey_id: 2, questions: [] }
  const pushed = asked('POST', '/api/input/content/push/bulk', 202, { task_id: 't1', status: 'waiting' }, body)
  const done = asked('GET', '/api/input/content/push/bulk/t1', 200, { task_id: 't1', status: 'done', progress: 100 })
  const from = { from: 'session.har', kind: 'traffic' } as const
  const words = (...exchanges: (typeof pushed)[]) => {
    const facts = factsOf(learn({ documents: [], traffic: [{ exchanges, from }] }).verdicts)
    return [facts['result:pushBulk']?.words, facts['result:getTask']?.words]
  }
  expect(words(pushed)).toEqual([undefined, undefined])
  expect(words(pushed, done)).toEqual([{ status: { queued: 'waiting' } }, { status: { completed: 'done' } }])
})

test('words that an operation has for all that it says are those, though others have further ones', () => {
  const pushed = (status: string, code: number, more: object = {}) =>
    seen('POST /api/input/content/push/bulk', { status, ...more }, { status: code, body: { questions: [] } })
  const task = (id: string, status: string) =>
    seen(`GET /api/input/content/push/bulk/${id}`, { task_id: id, status, progress: 50 })
  const facts = factsSeen([
    ...[pushed('queued', 202, { task_id: 't1' }), pushed('done', 200, { inserted: 1, duplicates: 0 })],
    ...[task('t1', 'queued'), task('t1', 'processing'), task('t1', 'completed'), task('t2', 'failed')],
  ])
  expect(facts['result:pushBulk']?.words).toEqual({ status: { completed: 'done' } })
  expect(facts['result:getTask']?.words).toBeUndefined()
})

test('a flag says the one state of a domain that it is called after', () => {
  const template = object({
    survey_id: TEXT,
    present: { type: 'boolean' },
    domain: TEXT,
    domain_verified: { type: 'boolean' },
  })
  const facts = factsFrom({ path: '/api/input/sources/{id}/invite-template', answer: template })
  expect(facts['result:getInviteTemplate']).toMatchObject({
    names: { 'sender_domain.status': '/domain_verified' },
    words: { 'sender_domain.status': { verified: true } },
  })
})

test('a lone word of ours in another spelling is that word', () => {
  expect(factsFrom(task('QUEUED'))['result:getTask']?.words).toEqual({ status: { queued: 'QUEUED' } })
})

test('a member whose words were seen, and are all ours in other words, is ours whatever it is called', () => {
  const group = (rhythm: string, id: number) => ({ survey_series_id: id, name: `Group ${id}`, rhythm, surveys: [] })
  const listed = (...rhythms: string[]) =>
    factsSeen([seen('GET /api/input/surveys/list', { survey_series: rhythms.map(group) })])[
      'result:listSources.survey_series[].tracking'
    ]
  const words = { none: 'never', weekly: 'P1W', monthly: 'month' }
  expect(listed('never', 'P1W', 'month')).toEqual({ name: 'rhythm', words })
  expect(listed('never', 'P1W', 'waltz')).toBeUndefined()
})

test('a word of ours beside another one of theirs is no other spelling of ours', () => {
  const words = ['DEPTH_TEXT', 'depth_text', 'TEXT', 'text', 'MCQ', 'mcq', 'SCQ', 'scq', 'RATING', 'rating']
  const questions = {
    type: 'array',
    items: object({ question_text: TEXT, type: oneOf(...words, 'RECOMMENDATION', 'nps') }),
  }
  const facts = factsFrom({
    method: 'post',
    path: '/api/input/survey/create',
    body: object({ survey_series_id: TEXT, survey_title: TEXT, questions }),
  })
  expect(facts['body:createSource.questions[].type']).toMatchObject({ words: { NPS: 'RECOMMENDATION' } })
})

test("what a task's result says of its end is not taken for the state of the task", () => {
  const task = (state: string, progress: number, result: unknown) =>
    seen('GET /api/input/content/push/bulk/t1', {
      job: {
        task_id: 't1',
        kind: 'bulk',
        job_state: state,
        progress,
        created_at: '2026-03-02T09:00:00Z',
        completed_at: result === null ? null : '2026-03-02T09:01:00Z',
        result,
        error: null,
      },
    })
  const counts = { inserted: 1, duplicates: 0, rows_accepted: 1, aps_deducted: 0 }
  const result = { survey_series_id: 1, survey_id: 2, status: 'completed', results: [], ...counts }
  const facts = factsSeen([task('PENDING', 0, null), task('RUNNING', 40, null), task('COMPLETED', 100, result)])
  expect(facts['result:getTask']).toMatchObject({ at: 'job', names: { status: 'job_state' } })
})
