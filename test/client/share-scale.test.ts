import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { withSettledShares } from '../../src/client/share-scale.js'
import { BASE_URL, KEY, scriptedTransport } from './scripted-service.js'

const SIDES = ['positive', 'neutral', 'negative']
const sentiment = (shares: readonly number[]) =>
  Object.fromEntries(SIDES.map((side, index) => [side, { count: 3, share: shares[index] }]))
const sharesOf = (value: unknown) =>
  SIDES.map((side) => (value as { sentiment: Record<string, { share: number }> }).sentiment[side]!.share)

describe('shares of a sentiment are 0 to 1, in whichever scale a service has them', () => {
  it.each([
    ['of 1', [0.398, 0.4, 0.202], [0.398, 0.4, 0.202]],
    ['of 100', [39.8, 40, 20.2], [0.398, 0.4, 0.202]],
    ['of 1, read as percents', [0.00398, 0.004, 0.00202], [0.398, 0.4, 0.202]],
    ['that make no whole', [0.2, 0.2, 0.2], [0.2, 0.2, 0.2]],
    ['that are all nothing', [0, 0, 0], [0, 0, 0]],
  ])('%s', (_, given, wanted) => {
    expect(sharesOf(withSettledShares({ sentiment: sentiment(given) }))).toEqual(wanted)
  })

  it('of 100, beside a total', () => {
    const settled = withSettledShares({
      sentiment: { ...sentiment([39.8, 40, 20.2]), total: { count: 9, share: 100 } },
    })
    expect(sharesOf(settled)).toEqual([0.398, 0.4, 0.202])
    expect(settled).toMatchObject({ sentiment: { total: { share: 1 } } })
  })

  it('of a theme as of the whole', () => {
    const themes = [{ label: 'Delivery', sentiment: sentiment([100, 0, 0]) }]
    const settled = withSettledShares({ themes }) as { themes: object[] }
    expect(sharesOf(settled.themes[0])).toEqual([1, 0, 0])
  })
})

test('what has no shares of sides is as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(withSettledShares({ value })).toEqual({ value })
    }),
  )
})

test('shares are settled for who reads them; as sent they stay as the service has them', async () => {
  const answer = {
    analysis_status: 'available',
    analysis_id: '1',
    item_count: 9,
    themes: [],
    sentiment: sentiment([39.8, 40, 20.2]),
  }
  const client = createClient({
    baseUrl: BASE_URL,
    apiKey: KEY,
    transport: scriptedTransport({ body: answer }).transport,
  })
  const { raw, payload } = await client.call('getAnalysis', { params: { id: '3' } })
  expect(sharesOf(raw)).toEqual([39.8, 40, 20.2])
  expect(sharesOf(payload)).toEqual([0.398, 0.4, 0.202])
})
