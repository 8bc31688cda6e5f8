import type { LearningRow } from './learning-rows.js'
import { hintsOf, type Terms } from './terms.js'

const SCALE = 10_000

/** What is next to each seed: per seed the sum over its items, by the place of the term. */
export function countTogether(rows: readonly LearningRow[], seeds: readonly number[], size: number): Float64Array[] {
  const sums = seeds.map(() => new Float64Array(size))
  const placeOf = new Map(seeds.map((seed, place) => [seed, place]))
  for (const { terms, values } of rows) {
    for (let at = 0; at < terms.length; at++) {
      const place = placeOf.get(terms[at]!)
      if (place === undefined) continue
      const sum = sums[place]!
      for (let other = 0; other < terms.length; other++) sum[terms[other]!]! += values[at]! * values[other]!
    }
  }
  return sums
}

/** A sum as a direction of length one; to whole numbers first, whose squares sum exactly. */
export function toDirection(sum: Float64Array): Float64Array {
  const highest = sum.reduce((most, value) => Math.max(most, value), 0) || 1
  const scaled = sum.map((value) => Math.round((value / highest) * SCALE))
  const length = Math.sqrt(scaled.reduce((total, value) => total + value * value, 0)) || 1
  return scaled.map((value) => value / length)
}

/** A row counts this much less for a theme it is half as near to as to its nearest, as a power of the part. */
const NEARNESS_POWER = 9
const LEAST_PART = 0.05

/** The directions of themes again, from all rows that are near them; rows must be in an order of their own, as the sums round. */
export function gatherCompany(rows: readonly LearningRow[], directions: readonly Float64Array[]): Float64Array[] {
  const sums = directions.map(({ length }) => new Float64Array(length))
  for (const { terms, values } of rows) {
    const near = directions.map((strengths) => terms.reduce((sum, term, at) => sum + strengths[term]! * values[at]!, 0))
    const most = Math.max(0, ...near)
    if (most === 0) continue
    near.forEach((nearness, theme) => {
      const part = (nearness / most) ** NEARNESS_POWER
      if (part < LEAST_PART) return
      for (let at = 0; at < terms.length; at++) sums[theme]![terms[at]!]! += part * values[at]!
    })
  }
  return sums.map(toDirection)
}

/**
 * How strongly each term speaks for each theme, `scores[term * directions.length + place]`: by the items in which it is next to
 * the theme's seeds, and by the concepts it hints at. This is how an item lands in a theme it never names.
 */
export function associate(directions: readonly Float64Array[], terms: Terms): Float32Array {
  const scores = new Float32Array(terms.list.length * directions.length)
  terms.list.forEach((term, index) => {
    const hints = hintsOf(term)
    directions.forEach((strengths, place) => {
      const hinted = hints.reduce((sum, hint) => sum + hint.weight * strengths[hint.concept]!, 0)
      scores[index * directions.length + place] = term.weight * strengths[index]! + hinted
    })
  })
  return scores
}
