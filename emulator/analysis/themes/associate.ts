import type { LearningRow } from './learning-rows.js'
import { hintsOf, type Terms } from './terms.js'

const SCALE = 10_000
/** A row counts this much less for a theme it is half as near to as to its nearest, as a power of the part. */
const NEARNESS_POWER = 6
const LEAST_PART = 0.05
/** How often themes are gathered again from the rows near them: where words alone tell, their company takes more rounds to find. */
const ROUNDS = { byConcepts: 1, byWords: 6 }
/** So few items do not show what goes together: those that speak of a seed themselves are in its theme. */
const FEW_ITEMS = 20
/** What every theme has of every term, so that a rare term doesn't tell too much. */
const COMMON = 0.07
/** What a term counts that speaks for all themes alike: where texts repeat there may be no other. */
const LEAST_TELLING = 0.03

/** A sum as a direction of length one; to whole numbers first, whose squares sum exactly. */
function toDirection(sum: Float64Array): Float64Array {
  const highest = sum.reduce((most, value) => Math.max(most, value), 0) || 1
  const scaled = sum.map((value) => Math.round((value / highest) * SCALE))
  const length = Math.sqrt(scaled.reduce((total, value) => total + value * value, 0)) || 1
  return scaled.map((value) => value / length)
}

/** The directions of themes, by the place of the term, from the rows near them; rows must be in an order of their own, as sums round. */
function gather(
  rows: readonly LearningRow[],
  directions: readonly Float64Array[],
  partOf: (nearness: number, most: number) => number,
): Float64Array[] {
  const sums = directions.map(({ length }) => new Float64Array(length))
  for (const { terms, values } of rows) {
    const near = directions.map((strengths) => terms.reduce((sum, term, at) => sum + strengths[term]! * values[at]!, 0))
    const most = Math.max(0, ...near)
    if (most === 0) continue
    near.forEach((nearness, theme) => {
      const part = partOf(nearness, most)
      if (part < LEAST_PART) return
      for (let at = 0; at < terms.length; at++) sums[theme]![terms[at]!]! += part * values[at]!
    })
  }
  return sums.map(toDirection)
}

/** The directions that seeds grow to: what is next to them, then what is nearer to that than to what is next to others. */
function findCompany(rows: readonly LearningRow[], seeds: readonly Float64Array[], rounds: number): Float64Array[] {
  let directions = gather(rows, seeds, (nearness) => nearness)
  for (let round = 0; round < rounds; round++) {
    directions = gather(rows, directions, (nearness, most) => (nearness / most) ** NEARNESS_POWER)
  }
  return directions
}

/** What is left of the strengths of terms for a theme where others share them: what speaks for every theme hardly speaks for one. */
export function separate(directions: readonly Float64Array[]): Float64Array[] {
  const means = new Float64Array(directions[0]?.length ?? 0)
  for (const direction of directions) {
    for (let at = 0; at < means.length; at++) means[at]! += direction[at]! / Math.max(2, directions.length)
  }
  return directions.map((direction) =>
    direction.map(
      (strength, at) => strength * Math.max(LEAST_TELLING, Math.log((strength + COMMON) / (means[at]! + COMMON))),
    ),
  )
}

/**
 * How strongly each term speaks for each theme, `scores[term * seeds.length + place]`: by the rows in which it is next to the
 * theme's seed or to what is next to that, and by the concepts it hints at. This is how an item lands in a theme it never names.
 */
export function associate(
  rows: readonly LearningRow[],
  { list }: Terms,
  seeds: readonly number[],
  withConcepts: boolean,
): Float32Array {
  const alone = seeds.map((seed) => new Float64Array(list.length).fill(1, seed, seed + 1))
  const telling = separate(
    rows.length <= FEW_ITEMS ? alone : findCompany(rows, alone, withConcepts ? ROUNDS.byConcepts : ROUNDS.byWords),
  )
  const scores = new Float32Array(list.length * seeds.length)
  list.forEach((term, index) => {
    const hints = hintsOf(term)
    telling.forEach((strengths, place) => {
      const hinted = hints.reduce((sum, hint) => sum + hint.weight * strengths[hint.concept]!, 0)
      const own = strengths[index]!
      // That two words agree says more than that one speaks loudly, where concepts have much to say.
      scores[index * seeds.length + place] = withConcepts ? Math.sqrt(term.weight * own + hinted) : own
    })
  })
  return scores
}
