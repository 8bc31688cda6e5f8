import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addFinding, analyseText, emptyCorpus, removeItem, summariseCorpus } from '../../../emulator/analysis/index.js'
import { scanText } from '../../../emulator/analysis/text/scan.js'
import { anyText } from '../../any-text.js'
import { HOSTILE } from './hostile.js'

describe('hostile texts', () => {
  it.each(HOSTILE)('%s: neither crash nor leave a trace', (_name, text) => {
    const corpus = emptyCorpus()
    for (let id = 1; id <= 5; id++) addFinding(corpus, id, analyseText({ text }, []))
    expect(summariseCorpus(corpus).item_count).toBe(5)
    expect(Object.keys({})).toEqual([])
    expect(({} as Record<string, unknown>).positive).toBeUndefined()
    for (let id = 1; id <= 5; id++) expect(removeItem(corpus, id)).toBe(true)
    expect(corpus.vocabulary.words.ids.size).toBe(0)
    expect(summariseCorpus(corpus)).toEqual(summariseCorpus(emptyCorpus()))
  })

  it.each([
    ['WiFi信号很差', ['wifi', '信号']],
    ['3日も配送が遅れた', ['3', '配送', '遅れ']],
    ['データが消えた', ['データ']],
  ])('%s is cut where the script changes, and into its words', (text, expected) => {
    expect(scanText(text).words.map((word) => word.text)).toEqual(expect.arrayContaining(expected))
  })

  it('the names of the language are words like others', () => {
    const corpus = emptyCorpus()
    for (let id = 1; id <= 10; id++) {
      addFinding(corpus, id, analyseText({ text: id <= 3 ? 'the constructor of the __proto__' : 'a nice day' }, []))
    }
    expect(
      summariseCorpus(corpus)
        .themes.map(({ label }) => label.toLowerCase())
        .join(),
    ).toContain('constructor')
  })

  it('any text is analysed, with a score in range', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const { score, features } = analyseText({ text }, [{ pattern: 'x', theme: '__proto__' }])
        expect(Math.abs(score)).toBeLessThanOrEqual(1)
        expect(features.length).toBeLessThanOrEqual(40)
      }),
      { numRuns: 300 },
    )
  })
})
