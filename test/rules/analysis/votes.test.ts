import { describe, expect, it } from 'vitest'
import { chooseSeeds } from '../../../emulator/rules/analysis/choose-seeds.js'
import { countMainTopics } from '../../../emulator/rules/analysis/main-topic.js'
import type { Terms } from '../../../emulator/rules/analysis/terms.js'
import { sharpen, toVotes } from '../../../emulator/rules/analysis/votes.js'

describe('[ANA-6] what a term counts for a theme', () => {
  it('what one theme has alone keeps its strength, what two share equally falls to a quarter of it', () => {
    const [first, second] = sharpen([Float64Array.of(0.8, 0.6, 0), Float64Array.of(0, 0.6, 0)])
    expect([...first!]).toEqual([0.8, 0.15, 0])
    expect([...second!]).toEqual([0, 0.15, 0])
  })

  it('two terms that agree outweigh one that is half as strong again', () => {
    const [once, loud] = toVotes(Float32Array.of(1, 1.5))
    expect(once! + once!).toBeGreaterThan(loud!)
  })

  it('an item is mainly about the topic it speaks of most, words aside', () => {
    const row = (...pairs: [number, number][]) => ({
      terms: Int32Array.from(pairs.map(([term]) => term)),
      values: Int32Array.from(pairs.map(([, value]) => value)),
    })
    const rows = [row([0, 300], [1, 700], [5, 900]), row([1, 100], [5, 900]), row([5, 900])]
    expect([...countMainTopics(rows, 2)]).toEqual([0, 2])
  })

  it('a topic that is only ever mentioned beside others is no theme, however often', () => {
    const topics = ['delivery', 'refund', 'login', 'staff']
    const list = topics.map((topic) => ({
      name: `#${topic}`,
      isTopic: true,
      count: 20,
      form: '',
      formCount: 0,
      weight: 0,
    }))
    const terms: Terms = { list, indexOf: new Map(), topicCount: 4, ofFeature: new Int32Array() }
    const rows = Array.from({ length: 60 }, (_, index) => ({
      terms: Int32Array.of(index % 3, 3),
      values: Int32Array.of(800, 600),
    }))
    const seeds = chooseSeeds(rows, terms, rows.length)
    expect(seeds.map((seed) => topics[seed]).sort()).toEqual(['delivery', 'login', 'refund'])
  })
})
