import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count, grouped } from '../../src/base/count.js'

test('numbers are written as English writes them, with at most three decimals', () => {
  const numbers = fc.oneof(
    fc.integer(),
    fc.integer({ min: -2e15, max: 2e15 }),
    fc.integer().map((n) => n / 1_000),
  )
  fc.assert(fc.property(numbers, (number) => grouped(number) === number.toLocaleString('en-US')))
})

test('a count has its noun, in the singular for one', () => {
  expect([0, 1, 2_000, undefined].map((number) => count(number, 'row'))).toEqual([
    '0 rows',
    '1 row',
    '2,000 rows',
    '- rows',
  ])
})
