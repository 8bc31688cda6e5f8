import { describe, expect, it } from 'vitest'
import { sharpen, toVotes } from '../../../emulator/analysis/themes/theme-model.js'
import { findMainConcept } from '../../../emulator/analysis/themes/ubiquitous-terms.js'

describe('[ANA-6] what a term counts for a theme', () => {
  it('what one theme has alone keeps its strength, what two share equally falls to a half of it', () => {
    const [first, second] = sharpen([Float64Array.of(0.8, 0.6, 0), Float64Array.of(0, 0.6, 0)])
    expect([...first!]).toEqual([0.8, 0.3, 0])
    expect([...second!]).toEqual([0, 0.3, 0])
  })

  it('two terms that agree outweigh one that is half as strong again', () => {
    const [once, loud] = toVotes(Float32Array.of(1, 1.5))
    expect(once! + once!).toBeGreaterThan(loud!)
  })

  it('an item is mainly about the concept it speaks of most, words aside', () => {
    const row = (...pairs: [number, number][]) => ({
      terms: Int32Array.from(pairs.map(([term]) => term)),
      values: Int32Array.from(pairs.map(([, value]) => value)),
    })
    const rows = [row([0, 300], [1, 700], [5, 900]), row([1, 100], [5, 900]), row([5, 900])]
    expect(rows.map((each) => findMainConcept(each, 2))).toEqual([1, 1, -1])
  })
})
