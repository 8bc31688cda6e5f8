import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Aggregate, Finding } from '../../../emulator/rules/analysis/index.js'
import {
  addFinding,
  analyseText,
  emptyAggregate,
  summarise,
  themesOfFinding,
} from '../../../emulator/rules/analysis/index.js'

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
  'constructor',
  '__proto__',
]
const text = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))
const item = fc.record({ text, rating: fc.option(fc.integer({ min: 1, max: 5 })) })
const items = fc.array(item, { maxLength: 40 })

function add(aggregate: Aggregate, findings: readonly Finding[], sign: 1 | -1): Aggregate {
  for (const finding of findings) addFinding(aggregate, finding, sign)
  return aggregate
}

const analyse = (item: { text: string; rating: number | null }) => analyseText(item, [])

describe('the sum of findings', () => {
  it('does not depend on the order of the items', () => {
    fc.assert(
      fc.property(
        items.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const one = summarise(add(emptyAggregate(), list.map(analyse), 1))
          const other = summarise(add(emptyAggregate(), shuffled.map(analyse), 1))
          expect(other).toEqual(one)
          expect(JSON.stringify(other)).toBe(JSON.stringify(one))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('does not depend on batches, nor on being stored as JSON between them', () => {
    fc.assert(
      fc.property(items, items, (first, second) => {
        const stored = JSON.parse(JSON.stringify(add(emptyAggregate(), first.map(analyse), 1))) as Aggregate
        const batched = summarise(add(stored, second.map(analyse), 1))
        expect(batched).toEqual(summarise(add(emptyAggregate(), [...first, ...second].map(analyse), 1)))
      }),
      { numRuns: 100 },
    )
  })

  it('is what it was when items are taken out again', () => {
    fc.assert(
      fc.property(items, items, (kept, erased) => {
        const before = add(emptyAggregate(), kept.map(analyse), 1)
        const after = add(emptyAggregate(), [...erased, ...kept].map(analyse), 1)
        add(after, erased.map(analyse), -1)
        expect(after).toEqual(before)
        expect(summarise(after)).toEqual(summarise(before))
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

  it('gives shares, counts and scores that agree with each other, and themes that their items name', () => {
    fc.assert(
      fc.property(items, (list) => {
        const findings = list.map(analyse)
        const summary = summarise(add(emptyAggregate(), findings, 1))
        const places = findings.map((finding) => themesOfFinding(finding, summary))
        expect(summary.item_count).toBe(list.length)
        for (const theme of summary.themes) {
          const { positive, neutral, negative, score } = theme.sentiment
          expect(positive.count + neutral.count + negative.count).toBe(theme.item_count)
          expect(theme.share).toBeCloseTo(theme.item_count / list.length, 4)
          expect(Math.abs(score)).toBeLessThanOrEqual(1)
          expect(places.filter((ids) => ids.includes(theme.theme_id))).toHaveLength(theme.item_count)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('of nothing is all zeros', () => {
    const zero = { count: 0, share: 0 }
    expect(summarise(emptyAggregate())).toEqual({
      item_count: 0,
      sentiment: { positive: zero, neutral: zero, negative: zero, score: 0 },
      themes: [],
    })
  })
})
