import { CONCEPT_COUNT } from '../text/concepts.js'
import { dimOf, type Sample } from './sample.js'

/** A text counts this much less for a theme it is half as near to as to its nearest, as a power of the part. */
const NEARNESS_POWER = 6
const LEAST_PART = 0.05
/** How often themes are gathered again from the texts near them: where words alone tell, their company takes more rounds to find. */
const ROUNDS = { byConcepts: 1, byWords: 6 }
/** So few items do not show what goes together: those that speak of a seed themselves are in its theme. */
const FEW_ITEMS = 20
/** What every theme has of every term, so that a rare term doesn't tell too much. */
const COMMON = 0.07
/** What a term counts that speaks for all themes alike: where texts repeat there may be no other. */
const LEAST_TELLING = 0.03

/** The directions of `count` themes, `directions[dim * count + theme]`, each scaled to length 1. */
function toUnits(directions: Float64Array, count: number): Float64Array {
  for (let theme = 0; theme < count; theme++) {
    let squares = 0
    for (let at = theme; at < directions.length; at += count) squares += directions[at]! ** 2
    const length = Math.sqrt(squares) || 1
    for (let at = theme; at < directions.length; at += count) directions[at]! /= length
  }
  return directions
}

/** The directions of themes from the texts near them, sharply: what is half as near hardly counts. */
function gather(sample: Sample, directions: Float64Array, count: number, isSharp: boolean): Float64Array {
  const { starts, dims, values, copies } = sample
  const sums = new Float64Array(directions.length)
  const near = new Float64Array(count)
  copies.forEach((times, index) => {
    const [from, to] = [starts[index]!, starts[index + 1]!]
    near.fill(0)
    for (let at = from; at < to; at++) {
      const start = dims[at]! * count
      for (let theme = 0; theme < count; theme++) near[theme]! += directions[start + theme]! * values[at]!
    }
    let most = 0
    for (let theme = 0; theme < count; theme++) most = Math.max(most, near[theme]!)
    if (most === 0) return
    for (let theme = 0; theme < count; theme++) {
      const part = isSharp ? (near[theme]! / most) ** NEARNESS_POWER : near[theme]!
      if (part < LEAST_PART) continue
      for (let at = from; at < to; at++) sums[dims[at]! * count + theme]! += times * part * values[at]!
    }
  })
  return toUnits(sums, count)
}

/** What is left of the strengths of terms for themes where others share them: what speaks for every theme hardly speaks for one. */
export function separate(directions: Float64Array, count: number): Float64Array {
  const found = new Float64Array(directions.length)
  for (let start = 0; start < directions.length; start += count) {
    let mean = 0
    for (let theme = 0; theme < count; theme++) mean += directions[start + theme]! / Math.max(2, count)
    for (let theme = 0; theme < count; theme++) {
      const strength = directions[start + theme]!
      const telling = strength > 0 ? Math.log((strength + COMMON) / (mean + COMMON)) : 0
      found[start + theme] = strength * Math.max(LEAST_TELLING, telling)
    }
  }
  return found
}

/**
 * How strongly each term speaks for each theme, `scores[term * seeds.length + place]`: by the texts in which it is next to the
 * theme's seed or to what is next to that, and by the concepts it hints at. This is how an item lands in a theme it never names.
 */
export function associate(sample: Sample, seeds: readonly number[]): Float32Array {
  const { terms, withConcepts, items } = sample
  const count = seeds.length
  let directions: Float64Array = new Float64Array(dimOf(terms.length) * count)
  seeds.forEach((dim, theme) => {
    directions[dim * count + theme] = 1
  })
  if (items > FEW_ITEMS) {
    const rounds = withConcepts ? ROUNDS.byConcepts : ROUNDS.byWords
    for (let round = 0; round <= rounds; round++) directions = gather(sample, directions, count, round > 0)
  }
  const telling = separate(directions, count)
  const scores = new Float32Array(terms.length * count)
  terms.forEach(({ weight, hints }, term) => {
    for (let theme = 0; theme < count; theme++) {
      const own = telling[(CONCEPT_COUNT + term) * count + theme]!
      let hinted = 0
      for (const hint of hints) hinted += hint.weight * telling[hint.concept * count + theme]!
      // That two words agree says more than that one speaks loudly, where concepts have much to say.
      scores[term * count + theme] = withConcepts ? Math.sqrt(weight * own + hinted) : own
    }
  })
  return scores
}
