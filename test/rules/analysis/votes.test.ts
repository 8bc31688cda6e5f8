import { describe, expect, it } from 'vitest'
import { findMainConcept } from '../../../emulator/analysis/themes/choose-seeds.js'
import { separate } from '../../../emulator/analysis/themes/gather.js'

describe('[ANA-6] what a term counts for a theme', () => {
  it('what one theme has alone keeps most of its strength, what both have equally next to nothing', () => {
    const [first, , ...others] = separate(Float64Array.of(0.8, 0, 0.6, 0.6, 0, 0), 2)
    expect(first!).toBeGreaterThan(0.4)
    for (const strength of others) expect(strength).toBeLessThan(0.05)
  })

  it('an item is mainly about the concept it speaks of most, words aside', () => {
    const sample = {
      starts: Int32Array.of(0, 3, 5, 6),
      dims: Int32Array.of(0, 1, 900, 1, 900, 900),
      values: Float64Array.of(0.3, 0.7, 0.9, 0.1, 0.9, 0.9),
    }
    expect([0, 1, 2].map((index) => findMainConcept(sample, index))).toEqual([1, 1, -1])
  })
})
