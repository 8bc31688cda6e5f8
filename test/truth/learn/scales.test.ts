import { expect, test } from 'vitest'
import { factsFrom, object } from './document.js'
import { factsSeen, seen } from './seen.js'

const analysis = (sides: readonly number[], items?: number) => {
  const [positive, neutral, negative] = sides
  return seen('GET /api/input/sources/3/analysis', {
    analysis_status: 'available',
    ...(items === undefined ? {} : { item_count: items }),
    sentiment: { positive, neutral, negative },
  })
}

const sentimentOf = (...answers: ReturnType<typeof analysis>[]) => factsSeen(answers)['result:getAnalysis.sentiment']

const names = (measure: string, other: string) =>
  Object.fromEntries(
    ['positive', 'neutral', 'negative'].flatMap((side) => [
      [`${side}.${measure}`, `/sentiment.${side}`],
      [`${side}.${other}`, null],
    ]),
  )

test.each([
  ['1, 0 and 0 of one item', [1, 0, 0], 1],
  ['1, 0 and 0 of who knows how many', [1, 0, 0], undefined],
  ['60, 25 and 15 of a hundred items', [60, 25, 15], 100],
  ['60, 25 and 15 of who knows how many', [60, 25, 15], undefined],
  ['sums that are nothing of the kind', [3, 0.5, 7], 20],
  ['nothing at all', [0, 0, 0], 0],
] as const)('%s may be counts, shares or percentages', (_what, sides, items) => {
  expect(sentimentOf(analysis(sides, items))).toBeUndefined()
})

test('the sides of a sentiment are counts where they add up to the items', () => {
  expect(sentimentOf(analysis([12, 5, 3], 20))).toEqual({ names: names('count', 'share') })
  expect(sentimentOf(analysis([1, 0, 0], 1), analysis([2, 0, 1], 3))).toEqual({ names: names('count', 'share') })
})

test('they are shares where they add up to 1, and percentages where they add up to 100', () => {
  const shares = { names: names('share', 'count') }
  expect(sentimentOf(analysis([0.5, 0.25, 0.25], 20))).toEqual(shares)
  expect(sentimentOf(analysis([1, 0, 0], 20))).toEqual(shares)
  const types = { 'positive.share': 'percent', 'neutral.share': 'percent', 'negative.share': 'percent' }
  expect(sentimentOf(analysis([98.8, 0.7, 0.5], 20))).toEqual({ ...shares, types })
  expect(sentimentOf(analysis([60, 25, 15], 20))).toEqual({ ...shares, types })
})

test('they are so below another member, too', () => {
  const { responseBody, ...exchange } = analysis([0.5, 0.25, 0.25], 20)
  const facts = sentimentOf({ ...exchange, responseBody: { analysis: responseBody } })
  expect(facts?.names).toMatchObject({ 'positive.share': '/analysis.sentiment.positive', 'positive.count': null })
})

test('what is called a percentage, and is part of 1 throughout, is no percentage', () => {
  const side = (percentage: number) => ({ count: 5, percentage })
  const facts = factsSeen([
    seen('GET /api/input/sources/3/analysis', {
      analysis_status: 'available',
      item_count: 15,
      sentiment: { positive: side(0.5), neutral: side(0.25), negative: side(0.25) },
    }),
  ])
  expect(JSON.stringify(facts)).not.toContain('percent"')
})

test('numbers of a description that may be counts or shares are what the answers add up to', () => {
  const side = { type: 'number' }
  const sentiments = object({ POSITIVE: side, NEUTRAL: side, NEGATIVE: side })
  const answer = object({ analysis_status: { type: 'string' }, item_count: { type: 'integer' }, sentiments })
  const described = [{ path: '/api/input/sources/{id}/analysis', answer }]
  const shown = (POSITIVE: number, NEUTRAL: number, NEGATIVE: number) =>
    seen('GET /api/input/sources/3/analysis', {
      analysis_status: 'available',
      item_count: 12,
      sentiments: { POSITIVE, NEUTRAL, NEGATIVE },
    })
  const placed = { 'positive.share': '/sentiments.POSITIVE', 'negative.share': '/sentiments.NEGATIVE' }
  const factOf = (exchange: ReturnType<typeof seen>) => factsSeen([exchange], described)['result:getAnalysis.sentiment']
  expect(factOf(shown(0.5, 0.25, 0.25))).toMatchObject({ names: placed })
  expect(factOf(shown(3, 0.5, 7))).toBeUndefined()
})

test.each([
  [{ minimum: 0, maximum: 1 }, undefined],
  [{ minimum: 0, maximum: 100 }, { 'positive.share': 'percent' }],
])('a described number %o of each side is a share', (limits, types) => {
  const side = { type: 'number', ...limits }
  const fact = factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({
      analysis_status: { type: 'string', enum: ['available', 'none'] },
      sentiment: object({ positive: side, neutral: side, negative: side }),
    }),
  })['result:getAnalysis.sentiment']
  expect(fact?.names).toMatchObject({ 'positive.share': '/sentiment.positive', 'positive.count': null })
  if (types) expect(fact?.types).toMatchObject(types)
  else expect(fact).not.toHaveProperty('types')
})

test('three sides with two figures each are no six sides, with names that say no scale', () => {
  const side = (mentions: number, portion: number) => ({ mentions, portion })
  const sentiment = { positive: side(10, 0.5), neutral: side(5, 0.25), negative: side(5, 0.25) }
  const answer = { analysis_status: 'available', analysis_id: '1', item_count: 20, sentiment }
  const facts = factsSeen([seen('GET /api/input/sources/3/analysis', answer)])
  expect(facts['result:getAnalysis.sentiment']?.names).toMatchObject({
    'positive.count': 'mentions',
    'positive.share': 'portion',
    'negative.count': 'mentions',
    'negative.share': 'portion',
  })
})
