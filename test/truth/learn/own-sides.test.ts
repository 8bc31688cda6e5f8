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
  const entry = object({ label: oneOf(...NAMES, 'very_positive'), count: COUNT })
  const facts = factsOf({ sentiment_distribution: listOf(entry) })
  const wire = Object.entries({ ...FIGURES, very_positive: 5 }).map(([label, count]) => ({ label, count }))
  expect(read(facts, { sentiment_distribution: wire })).toEqual({ ...counts, very_positive: { count: 5 } })
})

test('a side of its own is learned from answers, and counts where the scale shows', () => {
  const answer = { analysis_status: 'available', analysis_id: '1', item_count: 10, sentiment: FIGURES }
  const facts = factsSeen([seen('GET /api/input/sources/1/analysis', answer)])
  expect(read(facts, answer)).toEqual(counts)
})

test('answers that nowhere say how many items there are take no side back that a description names', () => {
  const steps = ['very_positive', 'positive', 'neutral', 'negative', 'very_negative']
  const answer = object({
    analysis_status: oneOf('none', 'available'),
    analysis_id: COUNT,
    sentiment: object(Object.fromEntries([...steps, 'unknown'].map((name) => [name, COUNT]))),
  })
  const wire = { very_positive: 25, positive: 50, neutral: 106, negative: 53, very_negative: 26, unknown: 7 }
  const answers = [
    { analysis_status: 'available', analysis_id: 1, sentiment: wire },
    { analysis_status: 'available', analysis_id: 2, sentiment: { positive: 3, neutral: 4, negative: 2, unknown: 0 } },
  ]
  const facts = factsSeen(
    answers.map((each, index) => seen(`GET /api/input/sources/${index}/analysis`, each)),
    [{ path: PATH, answer }],
  )
  const known = read(facts, { sentiment: wire })
  for (const step of steps) expect(known).toMatchObject({ [step]: { count: wire[step as keyof typeof wire] } })
  // It may be what was not analysed.
  expect(known).toMatchObject({ unknown: 7 })
})

test('a total beside the sides is none of them', () => {
  const sides = { positive: COUNT, neutral: COUNT, negative: COUNT, total: COUNT }
  const facts = factsOf({ sentiment: object(sides) })
  expect(JSON.stringify(facts['result:getAnalysis.sentiment'])).not.toContain('total')
  expect(JSON.stringify(factsOf({ sentiment: object({ ...sides, label: TEXT }) }))).not.toContain('"label')
})

const answered = (sentiment: JsonObject, items = 10) =>
  seen('GET /api/input/sources/1/analysis', {
    analysis_status: 'available',
    analysis_id: '1',
    item_count: items,
    analysed_at: '2026-01-01T00:00:00Z',
    sentiment,
    themes: [],
  })
const namesOf = (...answers: ReturnType<typeof answered>[]) =>
  JSON.stringify(factsSeen(answers)['result:getAnalysis.sentiment']?.names ?? {})

test.each([
  ['previous', { n: 50 }],
  ['benchmark', { n: 900 }],
  ['prior_period', { n: 0 }],
  ['base', { n: 10 }],
  ['mixed', { n: 50 }],
])('what is beside the sides is one only by its word and where all make the whole: %s %j is none', (name, figures) => {
  const names = namesOf(answered({ positive: { n: 6 }, neutral: { n: 2 }, negative: { n: 2 }, [name]: figures }))
  expect(names).toContain('"positive.count":"n"')
  expect(names).not.toContain(name)
})

test('a side of its own is one in every answer or in none', () => {
  const sides = { positive: { n: 4 }, neutral: { n: 2 }, negative: { n: 1 }, mixed: { n: 3 } }
  expect(namesOf(answered(sides))).toContain('"mixed.count"')
  expect(namesOf(answered(sides), answered(sides, 7))).not.toContain('mixed')
})

test('a side of its own is told by shares as well, and by the words of a list', () => {
  const side = (share: number) => ({ pct: share })
  const shares = { positive: side(40), neutral: side(20), negative: side(10), mixed: side(30) }
  expect(namesOf(answered(shares, 7))).toContain('mixed')
  expect(namesOf(answered({ ...shares, mixed: side(60) }, 7))).not.toContain('mixed')
  const list = (mixed: number) => Object.entries({ ...FIGURES, mixed }).map(([label, count]) => ({ label, count }))
  const listed = (mixed: number) => answered({ list: list(mixed) })
  expect(namesOf(listed(3))).toContain('mixed')
  expect(namesOf(listed(30))).not.toContain('mixed')
})

const factsOfSides = (...answers: ReturnType<typeof answered>[]) => factsSeen(answers)['result:getAnalysis.sentiment']

test('the last side of ours may have any name, where the three of them make the whole', () => {
  const sides = {
    positive: { count: 6, ratio: 0.6 },
    neutral: { count: 2, ratio: 0.2 },
    critical: { count: 2, ratio: 0.2 },
  }
  expect(read({ 'result:getAnalysis.sentiment': factsOfSides(answered(sides)) }, { sentiment: sides })).toEqual({
    positive: { count: 6, share: 0.6 },
    neutral: { count: 2, share: 0.2 },
    negative: { count: 2, share: 0.2 },
  })
  expect(namesOf(answered({ positive: 60, critical: 25, neutral: 15 }, 8))).toContain('critical')
})

test.each([
  ['they do not', [answered({ positive: 6, neutral: 2, critical: 1 })]],
  [
    'not in every answer',
    [answered({ positive: 6, neutral: 2, critical: 2 }), answered({ positive: 6, neutral: 2, critical: 1 })],
  ],
  ['there are two', [answered({ positive: 6, neutral: 2, critical: 2, angry: 0 })]],
  ['it is a side besides ours', [answered({ positive: 6, neutral: 2, unknown: 2 })]],
])('no other member is a side of ours where %s', (_, answers) => {
  expect(namesOf(...answers)).not.toContain('negative')
})

test('a figure that no name tells is the count where the share is known', () => {
  const figures = (value: number, share: number) => ({ value, share })
  const sides = { positive: figures(6, 0.6), neutral: figures(2, 0.2), negative: figures(2, 0.2) }
  expect(factsOfSides(answered(sides))?.names).toEqual({
    'positive.count': 'value',
    'neutral.count': 'value',
    'negative.count': 'value',
  })
})
