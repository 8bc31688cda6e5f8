/** Dimensions in which words that go together are near each other. */
export const DIMENSIONS = 20
const LLOYD_ROUNDS = 12
/** Among so many rows, evenly spread, the first centres are looked for. */
const MOST_CANDIDATES = 250

/** A row of numbers each, one after another. */
export interface Table {
  numbers: Float64Array
  count: number
}

/** A table of zeros. */
export function emptyTable(count: number): Table {
  return { numbers: new Float64Array(count * DIMENSIONS), count }
}

/** Makes the row that begins at a place of length one, in place. */
export function normalise(numbers: Float64Array, start: number): void {
  let squares = 0
  for (let axis = 0; axis < DIMENSIONS; axis++) squares += numbers[start + axis]! ** 2
  const length = Math.sqrt(squares) || 1
  for (let axis = 0; axis < DIMENSIONS; axis++) numbers[start + axis]! /= length
}

/** How near two rows of length one are, 1 at most. */
export function cosine(first: Table, one: number, second: Table, other: number): number {
  let sum = 0
  for (let axis = 0; axis < DIMENSIONS; axis++) {
    sum += first.numbers[one * DIMENSIONS + axis]! * second.numbers[other * DIMENSIONS + axis]!
  }
  return sum
}

/** The first centres: each in turn the row that is nearest to what the ones before it leave far. */
function chooseCentres(items: Table, most: number): Table {
  const step = Math.max(1, Math.floor(items.count / MOST_CANDIDATES))
  const candidates: number[] = []
  for (let row = 0; row < items.count; row += step) candidates.push(row)
  const near = candidates.map(() => 0)
  const centres = emptyTable(most)
  for (let centre = 0; centre < most; centre++) {
    const gains = candidates.map((row) =>
      candidates.reduce((sum, other, at) => sum + Math.max(0, cosine(items, row, items, other) - near[at]!), 0),
    )
    const best = candidates[gains.indexOf(Math.max(...gains))]!
    for (let axis = 0; axis < DIMENSIONS; axis++) {
      centres.numbers[centre * DIMENSIONS + axis] = items.numbers[best * DIMENSIONS + axis]!
    }
    candidates.forEach((row, at) => {
      near[at] = Math.max(near[at]!, cosine(items, row, centres, centre))
    })
  }
  return centres
}

function findNearest(items: Table, row: number, centres: Table): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (let centre = 0; centre < centres.count; centre++) {
    const near = cosine(items, row, centres, centre)
    if (near <= most) continue
    most = near
    best = centre
  }
  return best
}

function moveCentres(items: Table, centres: Table): Table {
  const nearest = new Int32Array(items.count).fill(-1)
  let current = centres
  for (let round = 0; round < LLOYD_ROUNDS; round++) {
    const next = emptyTable(current.count)
    let moved = 0
    for (let row = 0; row < items.count; row++) {
      const centre = findNearest(items, row, current)
      if (nearest[row] !== centre) moved++
      nearest[row] = centre
      for (let axis = 0; axis < DIMENSIONS; axis++) {
        next.numbers[centre * DIMENSIONS + axis]! += items.numbers[row * DIMENSIONS + axis]!
      }
    }
    for (let centre = 0; centre < next.count; centre++) normalise(next.numbers, centre * DIMENSIONS)
    current = next
    if (moved === 0) break
  }
  return current
}

/** Divides the rows of a table, all of length one, among so many centres, which it gives (spherical k-means). */
export function findCentres(items: Table, most: number): Table {
  return moveCentres(items, chooseCentres(items, most))
}
