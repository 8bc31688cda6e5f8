import { expect, test } from 'vitest'
import { factsSeen, seen } from './seen.js'

const PATH = '/api/input/sources/{id}/analysis'
const sides = (positive: number, neutral: number, negative: number) => [
  { label: 'positive', count: positive, percentage: 28.6 },
  { label: 'neutral', count: neutral, percentage: 42.9 },
  { label: 'negative', count: negative, percentage: 28.6 },
]

test('the sentiment of a theme may be a list by side, without a score', () => {
  const theme = { id: 'd35', label: 'Delivery', item_count: 117, share: 0.288, keywords: ['late'] }
  const results = {
    item_count: 406,
    sentiment: sides(116, 174, 116),
    sentiment_score: 0,
    themes: [{ ...theme, sentiment: sides(58, 0, 59) }],
  }
  const answer = { analysis_status: 'available', analysis_id: 201, analysed: '2026-11-25T23:26:49.644Z', results }
  const facts = factsSeen([seen(`GET ${PATH.replace('{id}', '201')}`, answer)])
  expect(facts['result:getAnalysis.analysed_at']).toMatchObject({ name: 'analysed' })
  expect(facts['result:getAnalysis.themes']?.names).toMatchObject({
    '[].sentiment.positive.count': '/sentiment[label=positive].count',
    '[].sentiment.neutral.share': '/sentiment[label=neutral].percentage',
    '[].sentiment.score': null,
  })
})
