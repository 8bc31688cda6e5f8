import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CorpusSummary, Finding } from '../../../emulator/analysis/index.js'
import {
  addFinding,
  analyseText,
  emptyCorpus,
  itemsOfTheme,
  learnThemes,
  removeItem,
  summariseCorpus,
  themesOfItems,
} from '../../../emulator/analysis/index.js'
import { LARGE_NAMES, readDevelopmentTexts } from '../../bench/development-texts.js'

const PARTS = [
  'The delivery was late',
  'the parcel',
  'great staff',
  'not',
  'password reset',
  'wooden spoon',
  'spoon',
  'never again',
  '😡',
  ':)',
  '!',
  '.',
  'but',
  'awful',
  'lovely',
  'refund',
  'a',
  'quinoa bowl',
  'prix trop cher',
  'przesyłka jest zniszczona',
  'constructor',
  '__proto__',
]
const text = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))
const item = fc.record({ text, rating: fc.option(fc.integer({ min: 1, max: 5 })) })
const items = fc.array(item, { maxLength: 40 })
/** What adds up over periods. */
const SUMS: readonly ((summary: CorpusSummary) => number)[] = [
  ({ item_count }) => item_count,
  ({ unjudged_count }) => unjudged_count,
  ({ sentiment }) => sentiment.positive.count,
  ({ sentiment }) => sentiment.neutral.count,
  ({ sentiment }) => sentiment.negative.count,
]

function corpusOf(all: readonly { finding: Finding }[], firstId = 1, corpus = emptyCorpus()) {
  all.forEach(({ finding }, index) => {
    addFinding(corpus, firstId + index, finding)
  })
  return corpus
}

const analyse = (item: { text: string; rating: number | null }) => ({ finding: analyseText(item, []) })

describe('what a source comes to', () => {
  it('does not depend on the order of the items', () => {
    fc.assert(
      fc.property(
        items.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const one = summariseCorpus(corpusOf(list.map(analyse)))
          const other = summariseCorpus(corpusOf(shuffled.map(analyse)))
          expect(other).toEqual(one)
          expect(JSON.stringify(other)).toBe(JSON.stringify(one))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('of a large source does not depend on the order either', () => {
    const sentences = LARGE_NAMES.flatMap((name) => readDevelopmentTexts(name).map(({ item: { text } }) => text))
    const findings = sentences.map((text) => analyse({ text, rating: null }))
    const one = summariseCorpus(corpusOf(findings))
    expect(one.themes.length).toBeGreaterThan(5)
    expect(summariseCorpus(corpusOf([...findings].reverse()))).toEqual(one)
    const turned = findings.map((_, index) => findings[(index * 7_919 + 11) % findings.length]!)
    expect(summariseCorpus(corpusOf(turned))).toEqual(one)
  })

  it('is the sum of its periods, theme by theme', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 40 }), (list, split) => {
        const corpus = emptyCorpus()
        list.forEach((one, index) => {
          addFinding(corpus, index + 1, analyse(one).finding, index)
        })
        const model = learnThemes(corpus)
        const parts = [
          { fromDay: 0, untilDay: split },
          { fromDay: split, untilDay: 1_000 },
        ].map((days) => summariseCorpus(corpus, model, days))
        const countOf = (summary: CorpusSummary, id: string) =>
          summary.themes.find(({ theme_id }) => theme_id === id)?.item_count ?? 0
        const whole = summariseCorpus(corpus, model)
        for (const sumOf of SUMS) expect(parts.reduce((sum, part) => sum + sumOf(part), 0)).toBe(sumOf(whole))
        for (const { theme_id, item_count } of whole.themes) {
          expect(parts.reduce((sum, part) => sum + countOf(part, theme_id), 0)).toBe(item_count)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('does not depend on batches, nor on having been summarised between them', () => {
    fc.assert(
      fc.property(items, items, (first, second) => {
        const corpus = corpusOf(first.map(analyse))
        summariseCorpus(corpus)
        corpusOf(second.map(analyse), first.length + 1, corpus)
        expect(summariseCorpus(corpus)).toEqual(summariseCorpus(corpusOf([...first, ...second].map(analyse))))
      }),
      { numRuns: 100 },
    )
  })

  it('is what it was when items are taken out again, and their words are gone', () => {
    fc.assert(
      fc.property(items, items, items, (kept, erased, later) => {
        const corpus = corpusOf([...erased, ...kept].map(analyse))
        erased.forEach((_item, index) => {
          expect(removeItem(corpus, index + 1)).toBe(true)
          expect(removeItem(corpus, index + 1)).toBe(false)
        })
        const words = new Set(kept.flatMap((item) => analyse(item).finding.features.map(({ name }) => name)))
        expect(new Set(corpus.vocabulary.words.ids.keys())).toEqual(words)
        expect(new Set(corpus.vocabulary.words.names.filter((name) => name !== undefined))).toEqual(words)
        corpusOf(later.map(analyse), 1_000, corpus)
        expect(summariseCorpus(corpus)).toEqual(summariseCorpus(corpusOf([...kept, ...later].map(analyse))))
      }),
      { numRuns: 100 },
    )
  })

  it('is found the same whatever was analysed before', () => {
    fc.assert(
      fc.property(item, items, (one, others) => {
        const alone = analyse(one)
        others.map(analyse)
        expect(analyse(one)).toEqual(alone)
      }),
      { numRuns: 100 },
    )
  })

  it('gives shares, counts and scores that agree with each other, and themes that hold the items they say', () => {
    fc.assert(
      fc.property(items, (list) => {
        const corpus = corpusOf(list.map(analyse))
        const model = learnThemes(corpus)
        const summary = summariseCorpus(corpus, model)
        const places = [...themesOfItems(corpus, model).values()]
        expect(summary.item_count).toBe(list.length)
        const { positive, neutral, negative } = summary.sentiment
        expect(positive.count + neutral.count + negative.count).toBe(list.length)
        expect(summary.unjudged_count).toBeLessThanOrEqual(neutral.count)
        for (const theme of summary.themes) {
          const { positive, neutral, negative, score } = theme.sentiment
          expect(positive.count + neutral.count + negative.count).toBe(theme.item_count)
          expect(theme.share).toBeCloseTo(theme.item_count / list.length, 4)
          expect(Math.abs(score)).toBeLessThanOrEqual(1)
          expect(places.filter((ids) => ids.includes(theme.theme_id))).toHaveLength(theme.item_count)
          const query = { themeId: theme.theme_id, afterId: 0, limit: list.length }
          expect(itemsOfTheme(corpus, model, query)).toHaveLength(theme.item_count)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('of nothing is all zeros', () => {
    const zero = { count: 0, share: 0 }
    expect(summariseCorpus(emptyCorpus())).toEqual({
      item_count: 0,
      unjudged_count: 0,
      sentiment: { positive: zero, neutral: zero, negative: zero, score: 0 },
      themes: [],
    })
  })
})
