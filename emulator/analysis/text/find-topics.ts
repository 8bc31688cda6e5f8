import { lazy } from '../../../src/base/lazy.js'
import lexicon from '../lexicon/concepts.json' with { type: 'json' }
import { allHints, CONCEPT_COUNT, LEVELS, STEP } from './concepts.js'
import type { Word } from './words.js'

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

/** Counts a list of hints, once in a text. */
function countList(cells: Int32Array, list: number, place: number): void {
  if (cells[list] === texts) return
  cells[list] = texts
  for (let at = list + 1; cells[at] !== 0; at++) count(cells[at]!, place)
}

/** The likeliest concepts of the first words of a text, at most three; each word and each pair counts once. */
export function findTopics(words: readonly Word[], isEnglish: boolean): Topic[] {
  const { cells, pairs } = allHints()
  texts++
  let before = 0
  const end = Math.min(words.length, MOST_WORDS)
  for (let at = 0; at < end; at++) {
    const { kind, concepts, conceptsAbroad, pairPlace } = words[at]!
    if (kind === 'sign') continue
    const list = isEnglish ? concepts : conceptsAbroad
    if (list > 0) countList(cells, list, at)
    if (isEnglish) countList(cells, pairs.find(before, pairPlace), at)
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
