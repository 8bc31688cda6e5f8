import { describe, expect, it } from 'vitest'
import {
  addFinding,
  analyseText,
  emptyCorpus,
  learnThemes,
  summariseCorpus,
  themesOfItems,
} from '../../../emulator/analysis/index.js'
import { findTopics } from '../../../emulator/analysis/text/find-topics.js'
import { scanText } from '../../../emulator/analysis/text/scan.js'
import { findSpreadTerms } from '../../../emulator/analysis/themes/families.js'
import { separate } from '../../../emulator/analysis/themes/gather.js'
import { drawSample } from '../../../emulator/analysis/themes/sample.js'

const repeat = (text: string, count: number) => Array.from({ length: count }, () => text)
/** Different texts of nothing in particular, so that a source is not a small one. */
const FILLERS = Array.from({ length: 40 }, (_, index) => `nothing more to say, ${'abcdefghij'.charAt(index % 10)}`)

function analyse(texts: readonly string[]) {
  const corpus = emptyCorpus()
  texts.forEach((text, index) => {
    addFinding(corpus, index + 1, analyseText({ text }, []))
  })
  const model = learnThemes(corpus)
  const { themes } = summariseCorpus(corpus, model)
  const labels = new Map(themes.map(({ theme_id, label }) => [theme_id, label]))
  const places = themesOfItems(corpus, model)
  return {
    themes,
    labelsOf: (index: number) => places.get(index + 1)!.map((id) => labels.get(id)),
  }
}

const labelsOf = (texts: readonly string[]) => analyse(texts).themes.map(({ label }) => label)

describe('[ANA-6] a theme has a topic in common that its label names', () => {
  it('words that say the same are one theme, called by what they say the same of', () => {
    const texts = [
      ...repeat('the potatoes were raw', 3),
      ...repeat('my soup was salty', 4),
      ...repeat('good food', 2),
      ...repeat('the curry again', 3),
      ...FILLERS,
    ]
    const { themes } = analyse(texts)
    expect(themes.map(({ label, item_count }) => [label, item_count])).toEqual([['Food and drink', 12]])
  })

  it('a theme that none of its words names has the name of what they are about', () => {
    const texts = [
      ...['the potatoes were raw', 'my soup was salty', 'the curry again', 'the cheese sandwich'],
      ...['rice and sausages', 'the pudding', 'ham again', 'tomatoes'],
      ...FILLERS,
    ]
    expect(labelsOf(texts)).toEqual(['Food and drink'])
  })

  it.each([
    ['currencies', 'pounds euros cents dollars'],
    ['units', 'centimetres litres degrees kilometres percent'],
    ['times', 'morning evenings minutes weekend fortnight'],
    ['weekdays and months', 'mondays mardi mittwoch septiembre gennaio'],
    ['numbers', 'fourth veinte trente'],
  ])('no theme is called by words for %s, however frequent', (_class, words) => {
    for (const word of words.split(' ')) {
      const texts = [...repeat(`the ${word} zzz qqq`, 6), ...repeat('the trampoline', 6), ...FILLERS]
      expect(labelsOf(texts).map((label) => label.toLowerCase())).not.toContain(word)
    }
  })

  it('an item that only one vague word ties to a theme is in none', () => {
    const texts = [...repeat('the parcel came late', 6), ...FILLERS, 'my sister says hello again']
    expect(analyse(texts).labelsOf(texts.length - 1)).toEqual([])
  })

  it('a word that keeps the words of a theme company leads to it', () => {
    const texts = [
      ...Array.from({ length: 9 }, (_, index) => `the trampoline wobblix ${index}`),
      'wobblix only',
      ...FILLERS,
      ...FILLERS,
    ]
    expect(analyse(texts).labelsOf(9)).toEqual(analyse(texts).labelsOf(0))
  })

  it('what one theme has alone keeps most of its strength, what both have equally next to nothing', () => {
    const [first, , ...others] = separate(Float64Array.of(0.8, 0, 0.6, 0.6, 0, 0), 2)
    expect(first!).toBeGreaterThan(0.4)
    for (const strength of others) expect(strength).toBeLessThan(0.05)
  })

  it('texts that differ in a phrase alone count as two, whichever comes first', () => {
    const [sent, unsent] = [repeat('the zorblat was sent', 5), repeat('the zorblat was never sent', 5)]
    expect(labelsOf([...sent, ...unsent, ...FILLERS])).toEqual(labelsOf([...unsent, ...sent, ...FILLERS]))
  })

  it('all forms of a word say what it is about once, in any language', () => {
    const partsOf = (text: string) => findTopics(scanText(text).words, false, false).map(({ part }) => part)
    expect(partsOf('Die Rechnung und die Lieferung')).toHaveLength(2)
    expect(partsOf('Die Rechnung und die Lieferung, Lieferungen')).toEqual(partsOf('Die Rechnung und die Lieferung'))
  })

  it('a word in a twentieth of very many items is not taken for what all are about', () => {
    const subjects = ['parcel', 'password', 'refund', 'invoice', 'parking', 'breakfast', 'battery', 'courier']
    const letters = (index: number) =>
      index.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)))
    const texts = Array.from({ length: 40_000 }, (_, index) => {
      const subject = subjects[index % subjects.length]!
      return index % 17 === 0 ? `the widget, ${subject} q${letters(index)}` : `the ${subject} q${letters(index)}`
    })
    const corpus = emptyCorpus()
    texts.forEach((text, index) => {
      addFinding(corpus, index + 1, analyseText({ text }, []))
    })
    expect(findSpreadTerms(drawSample(corpus)).size).toBe(0)
  })
})
