import type { LearningRow } from './learning-rows.js'
import { hintsOf, type Terms } from './terms.js'

const SCALE = 10_000

function countTogether(rows: readonly LearningRow[], seeds: readonly number[], size: number): Float64Array[] {
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

/** To whole numbers first, whose squares sum exactly. */
function normalise(sum: Float64Array): Float64Array {
  const highest = sum.reduce((most, value) => Math.max(most, value), 0) || 1
  const scaled = sum.map((value) => Math.round((value / highest) * SCALE))
  const length = Math.sqrt(scaled.reduce((total, value) => total + value * value, 0)) || 1
  return scaled.map((value) => value / length)
}

/**
 * How strongly each term speaks for each seed, `scores[term * seeds.length + place]`: by the items in which it stands
 * beside the seed, and by the topics it hints at. This is how an item lands in a theme it never names.
 */
export function associate(rows: readonly LearningRow[], seeds: readonly number[], terms: Terms): Float32Array {
  const together = countTogether(rows, seeds, terms.list.length).map(normalise)
  const scores = new Float32Array(terms.list.length * seeds.length)
  terms.list.forEach((term, index) => {
    const hints = hintsOf(terms, term)
    const own = term.isTopic ? 1 : term.weight
    together.forEach((strengths, place) => {
      const hinted = hints.reduce((sum, hint) => sum + hint.weight * strengths[hint.index]!, 0)
      scores[index * seeds.length + place] = own * strengths[index]! + hinted
    })
  })
  return scores
}
