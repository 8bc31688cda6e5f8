import { describe, expect, it } from 'vitest'
import { analyseText } from '../../../emulator/analysis/index.js'

const sentimentOf = (text: string, rating?: number) => analyseText({ text, rating: rating ?? null }, []).sentiment
const topicsOf = (text: string) =>
  analyseText({ text }, [])
    .features.map(({ name }) => name)
    .filter((name) => name.startsWith('#'))
    .map((name) => name.slice(1))

describe('[ANA-5] the sentiment of one text', () => {
  it.each([
    ['The blender is fantastic, I love it', 'positive'],
    ['Thank you, your team sorted it out within minutes', 'positive'],
    ['Terrible, it broke after two days and nobody answers', 'negative'],
    ['Still waiting for my refund', 'negative'],
    ['I was charged twice this month', 'negative'],
    ["I can't log in", 'negative'],
    ['Where is my order? It was supposed to be here on Monday', 'negative'],
    ['Could you send me a copy of the manual?', 'neutral'],
    ['The app keeps crashing', 'negative'],
    ['Where do I find the meeting notes?', 'neutral'],
  ])('%s: %s', (text, sentiment) => {
    expect(sentimentOf(text)).toBe(sentiment)
  })

  it.each([
    ['The bread is not bad', 'positive'],
    ['The lamp isn’t working', 'negative'],
    ["I don't like the new toaster", 'negative'],
    ['I would not recommend this', 'negative'],
    ['I would recommend this', 'positive'],
    ['This kettle never disappoints', 'positive'],
  ])('turns with a negation: %s: %s', (text, sentiment) => {
    expect(sentimentOf(text)).toBe(sentiment)
  })

  it.each([
    ['😍😍', 'positive'],
    ['😡', 'negative'],
    [':)', 'positive'],
    ['the update :(', 'negative'],
    ['Ich bin hier 😍', 'positive'],
  ])('reads emoji and emoticons: %s: %s', (text, sentiment) => {
    expect(sentimentOf(text)).toBe(sentiment)
  })

  it('counts a rating where there is one, the more extreme the more', () => {
    const text = 'Bought it in May for the kitchen'
    expect([1, 5, 9, 2.5].map((rating) => sentimentOf(text, rating))).toEqual([
      'negative',
      'positive',
      'positive',
      sentimentOf(text),
    ])
    const scores = [1, 2, 3, 4, 5].map((rating) => analyseText({ text, rating }, []).score)
    expect(scores).toEqual([...scores].sort((a, b) => a - b))
  })

  it('ignores a rating on no scale', () => {
    const text = 'Good kettle'
    const plain = analyseText({ text }, [])
    for (const rating of [-1, 101, Number.NaN, Number.POSITIVE_INFINITY])
      expect(analyseText({ text, rating }, [])).toEqual(plain)
  })

  it('keeps scores within -1 and 1, and their sign with the sentiment', () => {
    for (const text of ['love '.repeat(400), 'hate '.repeat(400)]) {
      const { score, sentiment } = analyseText({ text }, [])
      expect(Math.abs(score)).toBeLessThanOrEqual(1)
      expect(sentiment).toBe(score > 0 ? 'positive' : 'negative')
    }
  })
})

describe('[ANA-6] what one text speaks of', () => {
  it.each([
    ['I cannot log in since yesterday', 'login'],
    ['Please reset my password', 'login'],
    ['My parcel never arrived', 'delivery/missing'],
    ['They charged me twice this month', 'billing'],
    ['I want my money back', 'refund'],
    ['Battery life got worse', 'battery'],
    ['The waiter was charming', 'staff'],
    ['Please add a dark mode', 'ui/dark-mode'],
    ['The bed in our room was hard', 'room'],
  ])('%s: %s', (text, key) => {
    expect(topicsOf(text).slice(0, 2)).toContain(key)
  })

  it('judges each topic by the sentences that speak of it', () => {
    const { features } = analyseText(
      { text: 'The staff were wonderful and kind. The parking was a horrible mess.' },
      [],
    )
    const scores = new Map(features.map(({ name, milliScore }) => [name, milliScore]))
    expect(scores.get('#staff')).toBeGreaterThan(scores.get('#parking') ?? 0)
    expect(scores.get('#parking')).toBeLessThan(0)
  })

  it('names no topic twice and only one leaf of a topic', () => {
    const text = 'Late delivery, tracking says delivered, shipping fee too high, never arrived. Delivery! Delivery!'
    expect(topicsOf(text).filter((key) => key.startsWith('delivery/'))).toHaveLength(1)
    expect(topicsOf(text).filter((key) => key === 'delivery')).toHaveLength(1)
  })
})

describe('other languages do no harm', () => {
  it.each([
    ['Das Paket ist leider nicht angekommen und der Kundenservice ist unfreundlich', 'negative'],
    ['La habitación estaba muy limpia y el personal amable, gracias', 'positive'],
    ['Il prodotto è arrivato e lo uso con la mia macchina', 'neutral'],
    ['Это приложение я поставил вчера', 'neutral'],
    ['昨日アプリをインストールしました', 'neutral'],
  ])('%s: %s', (text, sentiment) => {
    expect(sentimentOf(text)).toBe(sentiment)
  })

  it('takes the declared language before its own guess', () => {
    const german = analyseText({ text: 'gut die art', language: 'de-AT' }, [])
    expect(german.sentiment).toBe('positive')
    expect(analyseText({ text: 'Awful, I hate it', language: 'fi' }, []).sentiment).toBe('neutral')
  })

  it('finds topics by their words in German, French, Spanish, Italian and Dutch', () => {
    const topics = [
      'Die Lieferung ist nicht da',
      'La livraison est en retard',
      'La entrega no ha llegado',
      'La consegna non è arrivata',
      'De bezorging is niet gelukt',
    ]
    for (const text of topics) expect(topicsOf(text)[0], text).toBe('delivery')
  })

  it('offers no words of theirs as themes', () => {
    const { features } = analyseText(
      { text: 'Ich habe das gestern mit der Post bekommen und es ist wie auf dem Bild' },
      [],
    )
    expect(features.filter(({ name }) => !name.startsWith('#'))).toEqual([])
  })
})
