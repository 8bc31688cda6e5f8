import { describe, expect, it } from 'vitest'
import {
  addFinding,
  analyseText,
  emptyCorpus,
  learnThemes,
  summariseCorpus,
  themesOfItems,
} from '../../../emulator/analysis/index.js'
import { encodePolarity } from '../../../emulator/analysis/sentiment/polarity.js'
import type { AnalysisRule } from '../../../src/contract/control/analysis-rules.js'

function corpusOf(texts: readonly string[], rules: readonly AnalysisRule[]) {
  const corpus = emptyCorpus()
  texts.forEach((text, index) => {
    addFinding(corpus, index + 1, analyseText({ text, rating: 5 }, rules))
  })
  return corpus
}

const summaryOf = (texts: readonly string[], rules: readonly AnalysisRule[]) => summariseCorpus(corpusOf(texts, rules))

describe('rules are applied before the analysis proper', () => {
  it('a rule decides the sentiment, over text and rating', () => {
    const finding = analyseText({ text: 'I love ZEBRA mode', rating: 5 }, [{ pattern: 'zebra', sentiment: 'negative' }])
    expect(finding).toMatchObject({ sentiment: 'negative', score: -1 })
    for (const { polarity } of finding.features) expect(polarity).toBe(encodePolarity('negative', -1_000))
  })

  it('a rule names the theme, in its own words, and no other theme is looked for', () => {
    const summary = summaryOf(['the parcel was late, zebra'], [{ pattern: 'Zebra', theme: 'Stripes of Doom' }])
    expect(summary.themes.map(({ label, item_count }) => [label, item_count])).toEqual([['Stripes of Doom', 1]])
  })

  it('the first rule that names a sentiment decides it, all that fit give their theme', () => {
    const rules: AnalysisRule[] = [
      { pattern: 'absent', sentiment: 'neutral' },
      { pattern: 'a', theme: 'First' },
      { pattern: 'b', sentiment: 'negative', theme: 'Second' },
      { pattern: 'c', sentiment: 'positive' },
    ]
    const finding = analyseText({ text: 'abc' }, rules)
    const corpus = corpusOf(['abc'], rules)
    const summary = summariseCorpus(corpus)
    const found = themesOfItems(corpus, learnThemes(corpus)).get(1) ?? []
    expect(finding.sentiment).toBe('negative')
    expect(found.map((id) => summary.themes.find(({ theme_id }) => theme_id === id)?.label)).toEqual([
      'First',
      'Second',
    ])
  })

  it('a theme that a rule names once is among the themes of a thousand items', () => {
    const texts = Array.from({ length: 1_000 }, (_, index) => `The delivery of order ${index} was late`)
    const summary = summaryOf(['zebra', ...texts], [{ pattern: 'zebra', theme: 'Stripes' }])
    expect(summary.themes.find(({ label }) => label === 'Stripes')?.item_count).toBe(1)
  })

  it('a rule whose theme is one the analysis knows adds to it and makes no twin', () => {
    const summary = summaryOf(['zebra', 'The app crashes'], [{ pattern: 'zebra', theme: 'crash' }])
    expect(summary.themes.map(({ label, item_count }) => [label.toLowerCase(), item_count])).toEqual([['crashes', 2]])
  })

  it('an empty pattern and a rule that dictates nothing change nothing', () => {
    const item = { text: 'The delivery was late' }
    expect(
      analyseText(item, [{ pattern: '', sentiment: 'positive' }, { pattern: 'late' }, { pattern: 'late', theme: ' ' }]),
    ).toEqual(analyseText(item, []))
  })
})
