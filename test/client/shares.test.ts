import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, scriptedTransport } from './scripted-service.js'

const side = (count: number, percentage: number) => ({ count, percentage })
const NAMES = { 'positive.share': 'percentage', 'neutral.share': 'percentage', 'negative.share': 'percentage' }
const TYPES = { 'positive.share': 'percent', 'neutral.share': 'percent', 'negative.share': 'percent' }
const facts = { 'result:getAnalysis.sentiment': { names: NAMES, types: TYPES } }

async function sharesOf(...[positive, neutral, negative]: [number, number, number]) {
  const sentiment = { positive: side(4, positive), neutral: side(4, neutral), negative: side(2, negative), score: 0 }
  const body = { analysis_status: 'available', analysis_id: '1', sentiment }
  const { transport } = scriptedTransport({ status: 200, body })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, facts })
  const answer = await client.getAnalysis({ params: { id: '1' } })
  return () => [answer.sentiment.positive.share, answer.sentiment.neutral.share, answer.sentiment.negative.share]
}

test('shares of a sentiment that add up to nothing are not read as if they were right', async () => {
  expect((await sharesOf(40, 40, 20))()).toEqual([0.4, 0.4, 0.2])
  expect((await sharesOf(0, 0, 0))()).toEqual([0, 0, 0])
  const read = await sharesOf(0.4, 0.4, 0.2)
  expect(read).toThrow('`sentiment.positive.percentage` is one of shares that add up to 0.01, not to 1')
})
