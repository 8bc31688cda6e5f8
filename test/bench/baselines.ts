import stopWords from '../../emulator/analysis/lexicon/function-words.json' with { type: 'json' }

const THEMES = 12
const SEEDS = 5
const ROUNDS = 30
const DIMENSIONS = 50
const POWER_ROUNDS = 4
const LEAST_ITEMS = 2

/** A text as the places and weights of its words, of length 1. */
interface Sparse {
  at: number[]
  weight: number[]
}

function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function wordsOf(text: string, stop: ReadonlySet<string>): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}']+/gu) ?? []
  return words.filter((word) => !stop.has(word))
}

function toUnits(texts: readonly string[], language: string): { rows: Sparse[]; words: number } {
  const listed = (stopWords as Record<string, string>)[language] ?? ''
  const stop = new Set(listed.split(' '))
  const counted = texts.map((text) => {
    const counts = new Map<string, number>()
    for (const word of wordsOf(text, stop)) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  })
  const items = new Map<string, number>()
  for (const counts of counted) for (const word of counts.keys()) items.set(word, (items.get(word) ?? 0) + 1)
  const kept = [...items].filter(([, count]) => count >= LEAST_ITEMS)
  const place = new Map(kept.map(([word], index) => [word, index]))
  const rows = counted.map((counts) => {
    const row: Sparse = { at: [], weight: [] }
    for (const [word, count] of counts) {
      const at = place.get(word)
      if (at === undefined) continue
      row.at.push(at)
      row.weight.push(count * (Math.log((1 + texts.length) / (1 + items.get(word)!)) + 1))
    }
    const length = Math.hypot(...row.weight) || 1
    row.weight = row.weight.map((weight) => weight / length)
    return row
  })
  return { rows, words: kept.length }
}

function dot(row: Sparse, centre: Float64Array): number {
  let sum = 0
  for (let index = 0; index < row.at.length; index++) sum += row.weight[index]! * centre[row.at[index]!]!
  return sum
}

function nearest(row: Sparse, centres: readonly Float64Array[]): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  centres.forEach((centre, place) => {
    const likeness = dot(row, centre)
    if (likeness > most) {
      most = likeness
      best = place
    }
  })
  return best
}

/** k-means by the cosine, as libraries do it: random items to begin with, a fixed number of rounds. */
function kMeans(rows: readonly Sparse[], size: number, seed: number): number[] {
  const random = makeRandom(seed)
  const centres = Array.from({ length: THEMES }, () => new Float64Array(size))
  for (const centre of centres) addTo(centre, rows[Math.floor(random() * rows.length)]!)
  let found: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const next = rows.map((row) => nearest(row, centres))
    if (found.every((place, index) => place === next[index]) && found.length > 0) break
    found = next
    for (const centre of centres) centre.fill(0)
    rows.forEach((row, index) => {
      addTo(centres[found[index]!]!, row)
    })
    for (const centre of centres) scaleToUnit(centre)
  }
  return found
}

function addTo(centre: Float64Array, row: Sparse): void {
  for (let index = 0; index < row.at.length; index++) centre[row.at[index]!]! += row.weight[index]!
}

function scaleToUnit(values: Float64Array): void {
  let sum = 0
  for (const value of values) sum += value * value
  const length = Math.sqrt(sum) || 1
  for (let at = 0; at < values.length; at++) values[at]! /= length
}

/** The texts on the main directions of their words, by the power method. */
function reduce(rows: readonly Sparse[], words: number): Sparse[] {
  const random = makeRandom(7)
  let basis = Array.from({ length: DIMENSIONS }, () => Float64Array.from({ length: words }, () => random() - 0.5))
  for (let round = 0; round < POWER_ROUNDS; round++) {
    orthogonalise(basis)
    basis = basis.map((direction) => {
      const next = new Float64Array(words)
      for (const row of rows) {
        const part = dot(row, direction)
        for (let index = 0; index < row.at.length; index++) next[row.at[index]!]! += row.weight[index]! * part
      }
      return next
    })
  }
  orthogonalise(basis)
  const at = basis.map((_, place) => place)
  return rows.map((row) => {
    const values = Float64Array.from(basis, (direction) => dot(row, direction))
    scaleToUnit(values)
    return { at, weight: [...values] }
  })
}

function orthogonalise(basis: Float64Array[]): void {
  basis.forEach((direction, place) => {
    for (const earlier of basis.slice(0, place)) {
      let part = 0
      for (let at = 0; at < direction.length; at++) part += direction[at]! * earlier[at]!
      for (let at = 0; at < direction.length; at++) direction[at]! -= part * earlier[at]!
    }
    scaleToUnit(direction)
  })
}

/** What a few lines of textbook code find in the same texts: the clusters of each of five runs, plain and after SVD. */
export function clusterPlainly(texts: readonly string[], language: string): { plain: number[][]; svd: number[][] } {
  const { rows, words } = toUnits(texts, language)
  const reduced = reduce(rows, words)
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1)
  return {
    plain: seeds.map((seed) => kMeans(rows, words, seed)),
    svd: seeds.map((seed) => kMeans(reduced, DIMENSIONS, seed)),
  }
}
