import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'

const ID = 'result:getAnalysis.sentiment'
const faultsOf = (...paths: string[]) =>
  checkFacts({ [ID]: { names: Object.fromEntries(paths.map((path, index) => [path, `x${index}`])) } }).faults.map(
    ({ message }) => message,
  )

test('a sentiment may have sides of its own, alike or not', () => {
  expect(faultsOf('mixed.count', 'mixed.share', 'very_positive.count', 'very_negative.count')).toEqual([])
  expect(faultsOf('tier1.count', 'tier2.count')).toEqual([])
})

test.each(['positve.count', 'Positive.count', 'negativ.share', 'nuetral.count', 'scores.count'])(
  'what is nearly one of ours is a slip and no side: %s',
  (path) => {
    const [fault] = faultsOf(path)
    expect(fault).toContain(`has no sentiment.${path}; it has positive, neutral, negative, score`)
  },
)

test.each(['mixed', 'mixed.cuont', 'mixed.score', 'mixed.count.of', 'label'])(
  'a side of its own has a count and a share, and nothing else: %s',
  (path) => {
    expect(faultsOf(path)[0]).toContain(`has no sentiment.${path}`)
  },
)
