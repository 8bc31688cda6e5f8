import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const PUSH = 'POST /api/input/content/push'
const CREATE = 'POST /api/input/survey/create'

test('a request that was seen makes nothing required; a description does', () => {
  const body = {
    survey_series_id: 4,
    survey_title: 'Shop',
    survey_description: 'All shops',
    questions: [{ question_text: 'Why?', type: 'text', options: [] }],
  }
  const exchange = seen(CREATE, { survey_id: 1 }, { status: 201, body })
  expect(JSON.stringify(factsSeen([exchange]))).not.toContain('required')
  const described = { method: 'post' as const, path: '/api/input/survey/create', answer: object({ survey_id: TEXT }) }
  const schema = object({
    survey_series_id: TEXT,
    survey_title: TEXT,
    survey_description: TEXT,
    questions: { type: 'array', items: object({ question_text: TEXT, type: TEXT }) },
  })
  const facts = factsSeen([exchange], [{ ...described, body: schema }])
  expect(JSON.stringify(facts)).toContain('required')
})

test('an answer without a member proves nothing, however often', () => {
  const answers = [1, 2, 3, 4].map((id) =>
    seen(CREATE, { survey_id: `s${id}` }, { status: 201, body: { survey_title: `Shop ${id}` } }),
  )
  expect(factsSeen(answers)).toEqual({ 'status:createSource': { success: 201 } })
})

test('a description that names a list and not its entries leaves open what those lack', () => {
  const list = { path: '/api/input/feedback', answer: object({ items: { type: 'array' } }) }
  const answer = seen('GET /api/input/feedback', { items: [{ item_id: 'i1', text: 'Late' }] })
  expect(factsSeen([answer], [list])['result:listFeedback']).toBeUndefined()
})

test('a description that lists no parameter of any query does not say that there is none', () => {
  const analysis = { path: '/api/input/sources/{id}/analysis', answer: object({ analysis_status: TEXT }) }
  const listing = { path: '/api/input/feedback', answer: object({ items: { type: 'array' } }) }
  const asked = (query: Record<string, JsonObject>) =>
    Object.keys(factsSeen([], [analysis, { ...listing, query }])).filter((id) => /^(query|paging):/.test(id))
  expect(asked({})).toEqual([])
  expect(asked({ external_id: TEXT })).toContain('query:getAnalysis.period_key')
})

test('empty lists and maps say nothing of what they hold, and null nothing of its type', () => {
  const facts = factsSeen([
    seen('GET /api/input/surveys/list', { survey_series: [] }),
    seen('GET /api/input/feedback', { items: [], pagination: { next_cursor: null } }),
    seen('GET /api/input/sources/3/analysis', {
      analysis_status: 'completed',
      item_count: null,
      analysed_at: null,
      sentiment: {},
      themes: {},
      monitor_matches: [],
    }),
  ])
  expect(facts).toEqual({})
})

test.each([
  [404, { error: { code: 'GONE_FISHING', message: 'Nothing here' } }],
  [404, { error: 'Not found' }],
  [401, { error: { code: 'NO_SESSION', message: 'Log in' } }],
  [429, { error: { code: 'QUOTA', message: 'Too much' } }],
  [503, { error: { code: 'UPSTREAM', message: 'Bad gateway' } }],
  [422, { error: { code: 'LIMIT_REACHED', message: 'No more sources' } }],
])('a refusal with %i that does not show why says nothing of its code: %j', (status, answer) => {
  const body = { survey_series_id: 1, survey_id: 2, question: { question_id: 3, content: [{ text: 'Late' }] } }
  expect(factsSeen([seen(PUSH, answer, { status, body })])).toEqual({})
})

test('a refusal whose details name a member of the request says how what does not pass is called', () => {
  const answer = { error: { code: 'INVALID', message: 'No', details: { 'question.question_id': ['is no number'] } } }
  const body = { survey_series_id: 1, survey_id: 2, question: { question_id: 'x', content: [{ text: 'Late' }] } }
  expect(factsSeen([seen(PUSH, answer, { status: 422, body })])).toEqual({
    'error:VALIDATION_ERROR': { code: 'INVALID', status: 422 },
  })
})

test('a record that never was there shows what a missing one is called; one of several reasons does not', () => {
  const answer = { error: { code: 'NO_SUCH_THING', message: 'No' } }
  const task = seen('GET /api/input/content/push/bulk/t1', { task_id: 't1', status: 'completed', progress: 100 })
  expect(factsSeen([task, seen('GET /api/input/content/push/bulk/t9', answer, { status: 404 })])).toEqual({
    'error:NOT_FOUND': { code: 'NO_SUCH_THING' },
  })
  expect(factsSeen([seen('GET /api/input/sources/3/analysis', answer, { status: 404 })])).toEqual({})
})

test('what a request chose by another name is no default', () => {
  const created = (type: string | undefined) =>
    seen(CREATE, { survey_id: '1', source_kind: 'app_review' }, { body: { survey_title: 'A', source_kind: type } })
  expect(factsSeen([created('app_review'), created('app_review')])['behaviour:default-feedback-type']).toBeUndefined()
})
