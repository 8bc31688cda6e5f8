import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, factsFrom, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

// The period of an analysis: asked for in the query, and said again in the answer.

const STATUS = oneOf('none', 'available')
const PERIOD = 'query:getAnalysis.period_key'

function factsDescribed(query: Record<string, JsonObject>, answer: Record<string, JsonObject> = {}) {
  const members = { analysis_status: STATUS, survey_id: TEXT, item_count: COUNT, analysed_at: TIME }
  return factsFrom({ path: '/api/input/sources/{id}/analysis', query, answer: object({ ...members, ...answer }) })
}

test.each(['month', 'week', 'quarter'])('a period may be called by its kind: %s', (name) => {
  const facts = factsDescribed({ [name]: TEXT }, { [name]: TEXT })
  expect(facts[PERIOD]).toMatchObject({ name })
})

test('the only parameter with keys of periods is the period, whatever it is called', () => {
  expect(factsDescribed({ slot: { ...TEXT, examples: ['2026-Q1'] } })[PERIOD]).toMatchObject({ name: 'slot' })
  const answer = { analysis_status: 'available', survey_id: '7', item_count: 8, slot: '2026-02' }
  const facts = factsSeen([seen('GET /api/input/sources/7/analysis?slot=2026-02', answer)])
  expect(facts[PERIOD]).toMatchObject({ name: 'slot' })
})

test.each([
  ['without any value', { slot: TEXT }],
  ['with other values', { slot: { ...TEXT, examples: ['morning'] } }],
  ['with days', { slot: { ...TEXT, examples: ['2026-02-01'] } }],
  [
    'beside another one with such keys',
    { slot: { ...TEXT, examples: ['2026-02'] }, mark: { ...TEXT, examples: ['2026-03'] } },
  ],
  ['called the start of a time', { since: { ...TEXT, examples: ['2026-02'] } }],
] as const)('a parameter %s may be anything', (_how, query) => {
  expect(factsDescribed(query)[PERIOD]?.name ?? null).toBeNull()
})
