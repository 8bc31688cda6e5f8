import { describe, expect, it } from 'vitest'
import { analyseText } from '../../emulator/analysis/index.js'
import { JUDGED_LANGUAGES } from '../../emulator/analysis/text/foreign-words.js'
import { SENTIMENT_LANGUAGES } from '../../src/contract/sentiment-languages.js'
import { makePlace, pushBody, requireOk, type Service, startService } from './service.js'

const POLISH = 'Przesyłka jest zniszczona i nie działa'

async function analyse({ call, control, emulator }: Service, content: unknown[]) {
  const place = await makePlace({ call })
  requireOk(await call('POST', '/content/push', pushBody(place, content)))
  requireOk(await control('POST', '/clock/advance', { by: '2s' }))
  await emulator.idle()
  return call('GET', `/sources/${place.survey_id}/analysis`)
}

describe('[ANA-5] languages whose sentiment is not supported', () => {
  it('help and README name the very languages that are judged', () => {
    expect(Object.keys(SENTIMENT_LANGUAGES).sort()).toEqual(['en', ...JUDGED_LANGUAGES].sort())
  })

  it.each([
    POLISH,
    '配送が遅いです',
    'Очень плохо, не работает',
    'Toimitus oli myöhässä ja tuote on rikki',
    'الطلب لم يصل',
  ])('%s is not judged, but has features', (text) => {
    const { sentiment, score, isUnjudged, features } = analyseText({ text }, [])
    expect({ sentiment, score, isUnjudged }).toEqual({ sentiment: 'neutral', score: 0, isUnjudged: true })
    expect(features).not.toEqual([])
  })

  it.each([
    ['an emoji', { text: `${POLISH} 😡` }],
    ['a rating', { text: POLISH, rating: 1 }],
    ['a rating in the middle', { text: POLISH, rating: 3 }],
    ['a supported language', { text: 'Der Laden ist in der Hauptstraße' }],
    ['a supported language, declared in three letters', { text: 'Parkhaus Mitte', language: 'deu' }],
  ])('with %s a text is judged', (_, item) => {
    expect(analyseText(item, []).isUnjudged).toBe(false)
  })

  it('the analysis says by a hint how many items are neutral only because of that', async () => {
    const service = await startService()
    const { headers, json } = await analyse(service, [
      { text: POLISH },
      { text: '配送が遅いです' },
      { text: 'Great shop' },
    ])
    expect(json.sentiment.neutral.count).toBe(2)
    expect(headers['x-emulator-hint']).toBe(
      'sentiment is not supported in the language of 2 of 3 items, counted as neutral; the emulator supports English, German, French, Spanish, Italian, Portuguese and Dutch',
    )
  })

  it('and has no hint where all could be judged', async () => {
    const { headers } = await analyse(await startService(), [{ text: 'Great shop' }, { text: 'The door is broken' }])
    expect(headers['x-emulator-hint']).toBeUndefined()
  })
})
