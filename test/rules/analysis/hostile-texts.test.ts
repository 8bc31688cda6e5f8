import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addFinding, analyseText, emptyCorpus, summarise, takeOut } from '../../../emulator/rules/analysis/index.js'

const HOSTILE: [name: string, text: string][] = [
  ['nothing', ''],
  ['white space', ' \n\t\u00a0\u2003'],
  ['10,000 emoji', '😀'.repeat(10_000)],
  ['10,000 letters', 'a'.repeat(10_000)],
  ['5,000 different-looking letters', 'abcdefghij'.repeat(500)],
  ['negations', 'not '.repeat(2_500)],
  ['sentences', 'no. '.repeat(2_500)],
  ['contrasts', 'but '.repeat(2_500)],
  ['words that start phrases', 'delivery charged '.repeat(600)],
  ['gaps', 'charged a b '.repeat(800)],
  ['apostrophes', "'".repeat(10_000)],
  ['letters and apostrophes', "a'".repeat(5_000)],
  ['colons', ':'.repeat(10_000)],
  ['addresses', 'http://'.repeat(1_400)],
  ['mentions', '@a'.repeat(5_000)],
  ['lone surrogates', `\ud83d delivery \ude00 \ud800`.repeat(500)],
  ['combining marks', `e${'\u0301'.repeat(9_999)}`],
  ['right to left', '\u202eevil \u200f\u202d'.repeat(800)],
  ['capital dotted i', 'İ'.repeat(10_000)],
  [
    'names of the language',
    '__proto__ constructor prototype toString hasOwnProperty valueOf __defineGetter__ '.repeat(50),
  ],
  ['Chinese', '包裹没有收到'.repeat(1_600)],
]

describe('hostile texts', () => {
  it.each(HOSTILE)('%s: neither crash nor leave a trace', (_name, text) => {
    const corpus = emptyCorpus()
    for (let id = 1; id <= 5; id++) addFinding(corpus, id, analyseText({ text }, []))
    expect(summarise(corpus).item_count).toBe(5)
    expect(Object.keys({})).toEqual([])
    expect(({} as Record<string, unknown>).positive).toBeUndefined()
    for (let id = 1; id <= 5; id++) expect(takeOut(corpus, id)).toBe(true)
    expect(corpus.ids.size).toBe(0)
    expect(summarise(corpus)).toEqual(summarise(emptyCorpus()))
  })

  it('the names of the language are words like others', () => {
    const corpus = emptyCorpus()
    for (let id = 1; id <= 10; id++) {
      addFinding(corpus, id, analyseText({ text: id <= 3 ? 'the constructor of the __proto__' : 'a nice day' }, []))
    }
    expect(
      summarise(corpus)
        .themes.map(({ label }) => label.toLowerCase())
        .join(),
    ).toContain('constructor')
  })

  it('any text is analysed, with a score in range', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { score, features } = analyseText({ text }, [{ pattern: 'x', theme: '__proto__' }])
        expect(Math.abs(score)).toBeLessThanOrEqual(1)
        expect(features.length).toBeLessThanOrEqual(40)
      }),
      { numRuns: 300 },
    )
  })

  it.each(HOSTILE)('%s: four times the length takes about four times as long', (_name, text) => {
    const measure = (input: string) => {
      const times = Array.from({ length: 5 }, () => {
        const startedAt = performance.now()
        analyseText({ text: input }, [])
        return performance.now() - startedAt
      })
      return Math.min(...times)
    }
    measure(text)
    // A quadratic step would take 16 times as long; below 5 ms nothing can be told.
    expect(measure(text.repeat(4))).toBeLessThan(Math.max(5, measure(text)) * 10)
  })
})
