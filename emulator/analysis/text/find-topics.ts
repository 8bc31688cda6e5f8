import { lazy } from '../../../src/base/lazy.js'
import lexicon from '../lexicon/concepts.json' with { type: 'json' }
import { allHints, CONCEPT_COUNT, LEVEL_BITS, LEVELS, STEP, weightIn } from './concepts.js'
import type { Word } from './words.js'

/** A concept that a text speaks of. */
interface Topic {
  concept: number
  /** How likely it is the one that the text is about, 0 to 1. */
  part: number
  /** The place of the word that tells it most; 0 in a text of one part, as all of it says the same. */
  place: number
}

/** Long texts say what they are about early. */
const MOST_WORDS = 120
const MOST_TOPICS = 3
const LEAST_PART = 0.07

/** So much less counts each word of a text that has more of them. */
export const SHARED = 0.45
const PARTS = Float64Array.from({ length: MOST_WORDS + 1 }, (_, words) => words ** -SHARED)

/** Log odds are told apart this finely. */
const FINE = 32
/** The odds for each difference of log odds; longer than any difference can be, as a test in the loop takes longer than all else in it. */
const POWERS = Float64Array.from({ length: 2 ** 13 }, (_, far) => Math.exp(-far / FINE))

/** The log odds of each concept before a word is read. */
const startingOdds = lazy(() => Float64Array.from(lexicon.odds.split(' '), Number))

/** What the hints of a text come to; of one text at a time, for no text may cost an array. */
const sums = new Int32Array(CONCEPT_COUNT + 1)
const odds = new Float64Array(CONCEPT_COUNT + 1)
let texts = 0

function listOf({ concepts, conceptsAbroad }: Word, isEnglish: boolean): number {
  return isEnglish ? concepts : conceptsAbroad
}

/** The likeliest concepts of the first words of a text, at most three; each word counts once. Places only if it is `inParts`. */
export function findTopics(words: readonly Word[], isEnglish: boolean, inParts: boolean): Topic[] {
  const { lists, codes } = allHints()
  const end = Math.min(words.length, MOST_WORDS)
  let known = 0
  let isTold = false
  // Wraps as the cells do that it is compared with.
  texts = (texts + 1) | 0
  const heard = sums.fill(0)
  for (let place = 0; place < end; place++) {
    const list = listOf(words[place]!, isEnglish)
    if (list === 0 || lists[list + 2] === texts) continue
    lists[list + 2] = texts
    known++
    if (!words[place]!.isSilent) isTold = true
    const last = lists[list + 1]!
    for (let at = lists[list]!; at < last; at++) {
      const code = codes[at]!
      heard[code >> LEVEL_BITS]! += code & (LEVELS - 1)
    }
  }
  // Words that join sentences say what a text is about only beside others.
  if (!isTold) return []
  const found = conclude(STEP * PARTS[known]!)
  if (inParts) for (const topic of found) topic.place = placeOf(words, isEnglish, topic.concept)
  return found
}

/** The likeliest of the concepts, where a step counts this much. */
function conclude(step: number): Topic[] {
  const before = startingOdds()
  let highest = 0
  for (let concept = 0; concept < odds.length; concept++) {
    odds[concept] = before[concept]! + sums[concept]! * step
    highest = Math.max(highest, odds[concept]!)
  }
  let all = 0
  const found: Topic[] = []
  for (let concept = 0; concept < odds.length; concept++) {
    const part = POWERS[((highest - odds[concept]!) * FINE) | 0]!
    all += part
    if (part >= LEAST_PART && concept < CONCEPT_COUNT) found.push({ concept, part, place: 0 })
  }
  for (const topic of found) topic.part /= all
  if (found.length > 1) found.sort((a, b) => b.part - a.part || a.concept - b.concept)
  while (found.length > MOST_TOPICS || (found.at(-1)?.part ?? 1) < LEAST_PART) found.pop()
  return found
}

/** The place of the word that tells a concept most, of those that say what a text is about; 0 if none of them does. */
function placeOf(words: readonly Word[], isEnglish: boolean, concept: number): number {
  let best = 0
  let most = 0
  for (let place = 0; place < words.length && place < MOST_WORDS; place++) {
    const weight = words[place]!.isSilent ? 0 : weightIn(listOf(words[place]!, isEnglish), concept)
    if (weight <= most) continue
    most = weight
    best = place
  }
  return best
}
