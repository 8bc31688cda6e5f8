import { expect, test } from 'vitest'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { documentOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const CREATE = '/api/input/survey/create'
const BODY = { survey_series_id: '1', survey_title: 'Exit survey' }
const NOTHING = { survey_id: null, survey_title: null, mode: null, questions: null }

test('an answer that says only where a new source is has no member of ours', () => {
  const location = '/api/v1/sources/34'
  const exchange = seen(`POST ${CREATE}`, undefined, { status: 201, body: BODY, responseHeaders: { location } })
  expect(factsSeen([exchange])['result:createSource']?.names).toMatchObject(NOTHING)
  const root = documentOf([
    { method: 'post', path: CREATE, body: object({ survey_series_id: TEXT, survey_title: TEXT }) },
  ])
  const { responses } = (root.paths as Record<string, { post: { responses: object } }>)[CREATE]!.post
  Object.assign(responses, { 200: undefined, 201: { description: 'Created', headers: { Location: { schema: TEXT } } } })
  const document = {
    root: JSON.parse(JSON.stringify(root)),
    from: { from: 'openapi.json', kind: 'description' as const },
  }
  const facts = factsOf(learn({ documents: [document], traffic: [] }).verdicts)
  expect(facts['result:createSource']?.names).toMatchObject(NOTHING)
})

test('an empty answer that does not say where the source is leaves open what it is', () => {
  const exchange = seen(`POST ${CREATE}`, undefined, { status: 201, body: BODY })
  expect(factsSeen([exchange])['result:createSource']).toBeUndefined()
})
