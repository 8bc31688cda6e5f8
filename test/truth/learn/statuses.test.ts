import { expect, test } from 'vitest'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import type { Json } from '../../emulator/service.js'
import { COUNT, documentOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const GROUP = 'POST /api/input/survey_series/create'
const body = { name: 'Hotels' }
const made = (status: number) => seen(GROUP, { survey_series_id: 1, name: 'Hotels', created: true }, { status, body })
const found = (status: number) => seen(GROUP, { survey_series_id: 1, name: 'Hotels', created: false }, { status, body })
const ID = 'status:createGroup'

test.each([
  ['made with 201', [made(201)], { success: 201 }],
  ['made with 201 and found with 200', [made(201), found(200)], { success: 201, existing: 200 }],
  ['made with 200 and found with 202', [made(200), found(202)], { existing: 202 }],
  ['made and found with 202', [made(202), found(202)], { success: 202, existing: 202 }],
  ['found with 202 alone', [found(202)], { existing: 202 }],
  ['made and found with 200', [made(200), found(200)], undefined],
])('a group %s says which status is of what', (_what, exchanges, fact) => {
  expect(factsSeen(exchanges)[ID]).toEqual(fact)
})

test('two statuses of groups that do not say whether they were made leave open which is which', () => {
  const bare = [200, 202].map((status) => seen(GROUP, { survey_series_id: 1, name: 'Hotels' }, { status, body }))
  expect(factsSeen(bare)[ID]).toBeUndefined()
})

test('the examples of a description say which status is of what', () => {
  const content = (created: boolean) => ({
    description: 'Done.',
    content: {
      'application/json': {
        schema: object({ survey_series_id: COUNT, name: TEXT, created: { type: 'boolean' } }),
        example: { survey_series_id: 1, name: 'Hotels', created },
      },
    },
  })
  const facts = (responses: object) => {
    const root = documentOf([{ method: 'post', path: '/api/input/survey_series/create', body: object({ name: TEXT }) }])
    Object.assign((root as Json).paths['/api/input/survey_series/create'].post, { responses })
    const documents = [{ root, from: { from: 'openapi.json', kind: 'description' as const } }]
    return factsOf(learn({ documents, traffic: [] }).verdicts)[ID]
  }
  expect(facts({ 200: content(false), 202: content(true) })).toEqual({ success: 202, existing: 200 })
  expect(facts({ 200: content(true), 202: content(false) })).toEqual({ existing: 202 })
})
