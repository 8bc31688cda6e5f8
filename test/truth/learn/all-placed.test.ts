import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onlyPlacement } from '../../../src/truth/learn/match/all-placed.js'

/** All ways in which each row takes another column: tried out one by one. */
function waysOf([row, ...rows]: readonly boolean[][], taken: readonly number[] = []): number[][] {
  if (!row) return [[...taken]]
  const free = row.flatMap((canBe, column) => (canBe && !taken.includes(column) ? [column] : []))
  return free.flatMap((column) => waysOf(rows, [...taken, column]))
}

function placement(table: readonly boolean[][]): number[] | undefined {
  const numbers = table.map((_, at) => at)
  const placed = onlyPlacement(numbers, numbers, (row, column) => table[row]![column]!)
  return placed?.sort(([a], [b]) => a - b).map(([, column]) => column)
}

test('members are placed where there is one way alone to place them all', () => {
  const table = fc
    .integer({ min: 0, max: 5 })
    .chain((size) => fc.array(fc.array(fc.boolean(), { minLength: size, maxLength: size }), fixed(size)))
  fc.assert(
    fc.property(table, (rows) => {
      const [only, another] = waysOf(rows)
      expect(placement(rows)).toEqual(another ? undefined : only)
    }),
    { numRuns: 2000 },
  )
})

test('a hundred members that can all be any of a hundred others take no time', () => {
  const all = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => true))
  expect(placement(all)).toBeUndefined()
  const triangle = all.map((row, at) => row.map((_, column) => column <= at))
  expect(placement(triangle)).toEqual(all.map((_, at) => at))
})

const fixed = (size: number) => ({ minLength: size, maxLength: size })
