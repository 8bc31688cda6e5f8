import { describe, expect, it } from 'vitest'
import { GUESSED_VALUES } from '../../../src/contract/assumptions/values.js'
import { startService } from '../service.js'
import { ALTERNATIVES } from './alternatives.js'
import { OF_LATER } from './of-later.js'
import { OF_LIMITS } from './of-limits.js'
import { OF_REQUESTS } from './of-requests.js'

const PLAYS = { ...OF_REQUESTS, ...OF_LIMITS, ...OF_LATER }
const SENTENCES = Object.entries(ALTERNATIVES).flatMap(([behaviour, others]) =>
  Object.entries(others).map(([word, sentence]) => ({ behaviour, word, sentence })),
)

describe('an emulator that is told of a rule plays it', () => {
  for (const { behaviour, word, sentence } of SENTENCES) {
    it(`${behaviour} ${word}: ${sentence}`, async () => {
      const { see, with: options } = PLAYS[`${behaviour} ${word}`]!
      const service = await startService({
        ...options,
        facts: { ...options?.facts, [`behaviour:${behaviour}`]: { rule: word } },
      })
      await see(service)
      await service.emulator.close()
    })
  }

  it('all alternatives have a sentence and a play', () => {
    const all = Object.entries(GUESSED_VALUES).flatMap(([behaviour, members]) => {
      const { rule } = members as { rule?: { guess: string; pattern: string } }
      const words = rule?.pattern.slice(2, -2).split('|') ?? []
      return words.filter((word) => word !== rule!.guess).map((word) => `${behaviour} ${word}`)
    })
    expect(SENTENCES.map(({ behaviour, word }) => `${behaviour} ${word}`).sort()).toEqual(all.sort())
    expect(Object.keys(PLAYS).sort()).toEqual(all)
  })
})
