import { describe, expect, it } from 'vitest'
import { LINKS } from '../../../emulator/analysis/find-features.js'
import { analyseText } from '../../../emulator/analysis/index.js'
import { encodePolarity } from '../../../emulator/analysis/sentiment/polarity.js'

const sentimentOf = (text: string, rating?: number) => analyseText({ text, rating: rating ?? null }, []).sentiment
const featuresOf = (text: string, language?: string) =>
  analyseText({ text, language: language ?? null }, []).features.flatMap(({ name, link }, at, all) =>
    link === 0 ? [name] : [name, `${all[at - 1]!.name}${LINKS[link]}${name}`],
  )

it('[ANA-6] a text of two sentences speaks of each matter as of the one it says', () => {
  const { features } = analyseText({ text: 'The staff were wonderful. The parking was a mess.' }, [])
  const concepts = features.filter(({ name }) => name.startsWith('#'))
  expect(new Set(concepts.map(({ polarity }) => polarity)).size).toBe(2)
})

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
    ['Thanks for nothing', 'negative'],
    ['Thank you for nothing, your driver left it in the rain', 'negative'],
    ['Good luck getting a refund', 'negative'],
    ["I couldn't be happier", 'positive'],
    ['Far from perfect', 'negative'],
    ['The staff was anything but friendly.', 'negative'],
    ['Thank you for ignoring my emails', 'negative'],
    ["I can't recommend this place enough.", 'positive'],
    ['Never had any issues', 'positive'],
  ])('reads turns of phrase that mean something else than their words: %s: %s', (text, sentiment) => {
    expect(sentimentOf(text)).toBe(sentiment)
    const { sentiment: ofTicket } = analyseText({ text, feedbackType: 'support_ticket' }, [])
    expect(ofTicket).toBe(sentiment)
  })

  it.each(['&rsquo;', '&#8217;', '&#x2019;', '&apos;'])('a negation is read that a web page wrote with %s', (mark) => {
    expect(sentimentOf(`I don${mark}t recommend it`)).toBe('negative')
  })

  it.each(['Ich habe am Montag bestellt.', 'An den Geräten stehen Leute mit Handy'])('is not praise: %s', (text) => {
    expect(sentimentOf(text)).toBe('neutral')
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
    ['Please reset my password', ['reset', 'password']],
    ['My card has still not arrived', ['card', 'arrived', 'card not arrived']],
    ['The flight was cancelled', ['flight', 'cancelled', 'flight cancelled']],
    ['Two late deliveries', ['late', 'deliveries', 'late deliveries']],
    ['The bed in our room was hard', ['bed', 'room']],
  ])('%s: words and phrases of its own', (text, names) => {
    expect(featuresOf(text)).toEqual(expect.arrayContaining(names))
  })

  it('judges each word by the sentence that holds it first', () => {
    const { features } = analyseText(
      { text: 'The staff were wonderful and kind. The parking was a horrible mess.' },
      [],
    )
    const scores = new Map(features.map(({ name, polarity }) => [name, polarity]))
    expect(scores.get('staff')).toBeGreaterThan(scores.get('parking') ?? 0)
    expect(scores.get('parking')).toBeLessThan(encodePolarity('neutral', 0))
  })

  it('names nothing twice, in whatever form it is said', () => {
    const names = featuresOf('Late delivery, deliveries are late, delivered late. Delivery! Delivery!')
    expect(names.filter((name) => name.startsWith('deliver') && !name.includes(' '))).toEqual(['delivery', 'delivered'])
    expect(new Set(names).size).toBe(names.length)
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

  it.each([
    ['Die Lieferung ist nicht da', 'lieferung'],
    ['La livraison est en retard', 'livraison'],
    ['La entrega no ha llegado', 'entrega'],
    ['La consegna non è arrivata', 'consegna'],
    ['De bezorging is niet gelukt', 'bezorging'],
    ['Доставка опоздала', 'доставка'],
  ])('%s: speaks in its own words of %s', (text, name) => {
    expect(featuresOf(text)).toContain(name)
  })

  it('offers no function words of theirs as themes', () => {
    const names = featuresOf('Ich habe das gestern mit der Post bekommen und es ist wie auf dem Bild')
    for (const word of ['ich', 'habe', 'das', 'mit', 'der', 'und', 'es', 'ist', 'wie', 'auf', 'dem']) {
      expect(names).not.toContain(word)
    }
  })
})
