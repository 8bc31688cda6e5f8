import { describe, expect, it } from 'vitest'
import { separate } from '../../../emulator/analysis/themes/associate.js'
import { findMainConcept } from '../../../emulator/analysis/themes/ubiquitous-terms.js'

describe('[ANA-6] what a term counts for a theme', () => {
  it('what one theme has alone keeps most of its strength, what both have equally next to nothing', () => {
    const [first, second] = separate([Float64Array.of(0.8, 0.6, 0), Float64Array.of(0, 0.6, 0)])
    expect(first![0]!).toBeGreaterThan(0.4)
    for (const strength of [...first!.slice(1), ...second!]) expect(strength).toBeLessThan(0.05)
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
