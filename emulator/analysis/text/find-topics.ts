import { lazy } from '../../../src/base/lazy.js'
import lexicon from '../lexicon/concepts.json' with { type: 'json' }
import { CONCEPT_COUNT, END_OF_CODES, indexCodes, LEVELS, readCodes, STEP } from './concepts.js'
import type { Word } from './words.js'

/** More than stems that are in pairs. */
const PLACES = 2 ** 14
const CELLS = 2 ** 16
const cellOf = (first: number, second: number) => (Math.imul(first, 40_503) + second) & (CELLS - 1)

/**
 * The codes of pairs of stems, by the places of both, in a hash table of our own: most pairs of a text are not known, and a map with
 * an object each would cost as much as reading the text.
 */
const pairs = lazy(() => {
  const places = new Map<string, number>()
  const placeOf = (stem: string) => {
    const place = places.get(stem) ?? places.size + 1
    places.set(stem, place)
    return place
  }
  const keys = new Int32Array(CELLS)
  const starts = new Int32Array(CELLS)
  const codes: number[] = []
  for (const [pair, stored] of indexCodes(lexicon.pairs)) {
    const [first, second] = pair.split('_').map(placeOf) as [number, number]
    let cell = cellOf(first, second)
    while (keys[cell] !== 0) cell = (cell + 1) & (CELLS - 1)
    keys[cell] = first * PLACES + second
    starts[cell] = codes.length
    codes.push(...readCodes(stored), END_OF_CODES)
  }
  return { places, keys, starts, codes: Uint16Array.from(codes) }
})

/** The place of a stem among those of pairs; 0 if it is in none. */
export function placeInPairs(stem: string): number {
  return pairs().places.get(stem) ?? 0
}

/** The stems that stand side by side in a text, as pairs are named: what `findTopics` looks up. */
export function pairsOf(words: readonly Word[]): string[] {
  const found: string[] = []
  let before: Word | undefined
  for (const word of words) {
    if (word.kind === 'sign') continue
    if (word.kind === 'word' && before?.kind === 'word') found.push(`${before.stem} ${word.stem}`)
    before = word
  }
  return found
}

/** A concept that a text speaks of. */
export interface Topic {
  concept: number
  /** How likely it is the one that the text is about, 0 to 1. */
  part: number
  /** The place of the first word that speaks for it. */
  place: number
}

/** Long texts say what they are about early. */
const MOST_WORDS = 120
const MOST_TOPICS = 3
const LEAST_PART = 0.07

/** By how much so many steps multiply the odds; more steps than this count no more, or the product would be infinite. */
const FACTORS = Float64Array.from({ length: 1_500 }, (_, steps) => Math.exp(steps * STEP))

/** The odds of each concept before a word is read, and their sum. */
const startingOdds = lazy(() => {
  const odds = Float64Array.from(lexicon.odds.split(' '), (logOdds) => Math.exp(Number(logOdds)))
  return { odds, all: odds.reduce((sum, each) => sum + each, 0) }
})

/** What the hints of a text come to; of one text at a time, for no text may cost an array. */
const sums = new Int32Array(CONCEPT_COUNT + 1)
const odds = new Float64Array(CONCEPT_COUNT + 1)
const places = new Int32Array(CONCEPT_COUNT + 1)
const touched: number[] = []
let texts = 0

function count(code: number, place: number): void {
  const concept = (code / LEVELS) | 0
  if (sums[concept] === 0) {
    touched.push(concept)
    places[concept] = place
  }
  sums[concept]! += code % LEVELS
}

/** Counts what two words side by side speak for, by their places among the words of pairs. */
function countPair(first: number, second: number, place: number): void {
  const { keys, starts, codes } = pairs()
  const key = first * PLACES + second
  for (let cell = cellOf(first, second); keys[cell] !== 0; cell = (cell + 1) & (CELLS - 1)) {
    if (keys[cell] !== key) continue
    for (let at = starts[cell]!; codes[at] !== END_OF_CODES; at++) count(codes[at]!, place)
    return
  }
}

/** The likeliest concepts of the first words of a text, at most three; each word counts once. */
export function findTopics(words: readonly Word[], isEnglish: boolean): Topic[] {
  texts++
  let before = 0
  const end = Math.min(words.length, MOST_WORDS)
  for (let at = 0; at < end; at++) {
    const word = words[at]!
    const { kind, pairPlace } = word
    if (kind === 'sign') continue
    const concepts = isEnglish ? word.concepts : word.conceptsAbroad
    if (concepts !== undefined && concepts.countedIn !== texts) {
      concepts.countedIn = texts
      for (const code of concepts.codes) count(code, at)
    }
    if (isEnglish && before > 0 && pairPlace > 0) countPair(before, pairPlace, at)
    before = pairPlace
  }
  return conclude()
}

/** The likeliest of the concepts that something speaks for; clears what was counted. */
function conclude(): Topic[] {
  const { odds: before, all: allBefore } = startingOdds()
  let all = allBefore
  for (const concept of touched) {
    odds[concept] = before[concept]! * FACTORS[Math.min(sums[concept]!, FACTORS.length - 1)]!
    all += odds[concept]! - before[concept]!
  }
  const found: Topic[] = []
  for (const concept of touched) {
    const part = odds[concept]! / all
    sums[concept] = 0
    if (concept < CONCEPT_COUNT && part >= LEAST_PART) found.push({ concept, part, place: places[concept]! })
  }
  touched.length = 0
  if (found.length > 1) found.sort((a, b) => b.part - a.part || a.concept - b.concept)
  return found.length > MOST_TOPICS ? found.slice(0, MOST_TOPICS) : found
}
