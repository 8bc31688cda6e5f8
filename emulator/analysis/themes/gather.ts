import type { Family } from './families.js'
import type { Sample } from './sample.js'

/** How much a text counts for a theme by how near it is to it, 1 for its nearest: half as near, a 64th. No power, as that takes longer than all else. */
function sharpen(near: number): number {
  const cube = near * near * near
  return cube * cube
}

const LEAST_PART = 0.05
/** How often themes are gathered again from the texts near them. */
const ROUNDS = 6
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
  const { termsOf, values, copies } = sample
  const sums = new Float64Array(directions.length)
  const near = new Float64Array(count)
  for (let index = 0; index < copies.length; index++) {
    const [own, parts] = [termsOf[index]!, values[index]!]
    near.fill(0)
    for (let at = 0; at < own.length; at++) {
      const start = own[at]! * count
      for (let theme = 0; theme < count; theme++) near[theme]! += directions[start + theme]! * parts[at]!
    }
    let most = 0
    for (let theme = 0; theme < count; theme++) most = Math.max(most, near[theme]!)
    for (let theme = 0; theme < count && most > 0; theme++) {
      const part = isSharp ? sharpen(near[theme]! / most) : near[theme]!
      if (part < LEAST_PART) continue
      for (let at = 0; at < own.length; at++) sums[own[at]! * count + theme]! += copies[index]! * part * parts[at]!
    }
  }
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
 * How strongly each term speaks for each theme, `scores[term * themes.length + place]`: in a small source a theme's own word alone,
 * in a large one by the texts in which it is next to the theme's word or to what is next to that. This is how an item lands in a
 * theme it never names.
 */
export function associate(sample: Sample, themes: readonly Family[]): Float32Array {
  const count = themes.length
  let directions: Float64Array = new Float64Array(sample.terms.length * count)
  themes.forEach(({ concept, terms }, theme) => {
    if (concept === undefined) directions[terms[0]! * count + theme] = 1
  })
  if (sample.withConcepts) return Float32Array.from(directions)
  for (let round = 0; round <= ROUNDS; round++) directions = gather(sample, directions, count, round > 0)
  return Float32Array.from(separate(directions, count))
}
