import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

const PATH = '/api/input/sources/{id}/analysis'
const NAMES = ['positive', 'mixed', 'neutral', 'negative'] as const
const FIGURES = { positive: 4, mixed: 3, neutral: 2, negative: 1 }

function factsOf(sentiment: JsonObject) {
  const status = oneOf('none', 'available')
  const answer = object({
    analysis_status: status,
    analysis_id: COUNT,
    item_count: COUNT,
    analysed_at: TIME,
    ...sentiment,
  })
  return factsFrom({ path: PATH, answer })
}

const read = (facts: object, wire: object) =>
  (
    contractWith(facts as never)
      .codecOf('getAnalysis', 'result', 'classic')!
      .fromWire(wire) as JsonObject
  ).sentiment

const counts = { positive: { count: 4 }, mixed: { count: 3 }, neutral: { count: 2 }, negative: { count: 1 } }

test('an exact word for a side comes before another name for it, which is a side of its own then', () => {
  const facts = factsOf({ sentiment: object(Object.fromEntries(NAMES.map((name) => [name, COUNT]))) })
  expect(facts['result:getAnalysis.sentiment']?.names).toMatchObject({
    'neutral.count': '/sentiment.neutral',
    'mixed.count': '/sentiment.mixed',
    'mixed.share': null,
  })
  expect(read(facts, { sentiment: FIGURES })).toEqual(counts)
})

test('another name for a side is that side where it has no other', () => {
  const sides = { positive: COUNT, mixed: COUNT, negative: COUNT }
  expect(factsOf({ sentiment: object(sides) })['result:getAnalysis.sentiment']?.names).toMatchObject({
    'neutral.count': '/sentiment.mixed',
  })
})

test('a side of its own is learned from the words of a list', () => {
  const entry = object({ label: oneOf(...NAMES, 'sarcastic'), count: COUNT })
  const facts = factsOf({ sentiment_distribution: listOf(entry) })
  const wire = Object.entries({ ...FIGURES, sarcastic: 5 }).map(([label, count]) => ({ label, count }))
  expect(read(facts, { sentiment_distribution: wire })).toEqual({ ...counts, sarcastic: { count: 5 } })
})

test('a side of its own is learned from answers, and counts where the scale shows', () => {
  const answer = { analysis_status: 'available', analysis_id: '1', item_count: 10, sentiment: FIGURES }
  const facts = factsSeen([seen('GET /api/input/sources/1/analysis', answer)])
  expect(read(facts, answer)).toEqual(counts)
})

test('a total beside the sides is none of them', () => {
  const sides = { positive: COUNT, neutral: COUNT, negative: COUNT, total: COUNT }
  const facts = factsOf({ sentiment: object(sides) })
  expect(JSON.stringify(facts['result:getAnalysis.sentiment'])).not.toContain('total')
  expect(JSON.stringify(factsOf({ sentiment: object({ ...sides, label: TEXT }) }))).not.toContain('"label')
})
