import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentId, contentPrint } from '../../../src/ingest/map/ids.js'
import { createOccurrenceCounter } from '../../../src/ingest/map/occurrences.js'

describe('counting occurrences', () => {
  it('counts as a Map does, whatever the order and number', () => {
    const word = fc.oneof(fc.integer({ min: 0, max: 7 }), fc.constantFrom(-1, 2 ** 31, 2 ** 32 - 1, 2 ** 31 - 1))
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 600 }), (prints) => {
        const count = createOccurrenceCounter()
        const seen = new Map<string, number>()
        for (const [high, low] of prints) {
          // 56 bits are compared.
          const key = `${high >>> 0}:${low & 0xffffff}`
          seen.set(key, (seen.get(key) ?? 0) + 1)
          expect(count(high, low)).toBe(seen.get(key))
        }
      }),
    )
  })

  it('counts beyond what an entry holds, and over many growths', () => {
    const count = createOccurrenceCounter()
    for (let time = 1; time <= 1_000; time += 1) expect(count(7, 512)).toBe(time)
    const countOther = (other: number) => count(Math.imul(other, 0x9e3779b1), Math.imul(other, 0x85ebca6b))
    const others = Array.from({ length: 100_000 }, (_, other) => other)
    expect(others.every((other) => countOther(other) === 1)).toBe(true)
    expect(others.every((other) => countOther(other) === 2)).toBe(true)
    expect(count(7, 512)).toBe(1_001)
  })

  it('gives equal contents different ids, and the same ones every time', () => {
    const print = contentPrint({ text: 'a', rating: 5 })
    expect(contentId(print, 1)).not.toBe(contentId(print, 2))
    expect(contentPrint({ text: 'a', rating: 5, external_id: 'x' })).toEqual(print)
    expect(contentPrint({ text: 'a', rating: 4 })).not.toEqual(print)
  })
})
