import { lazy } from '../../../src/base/lazy.js'
import stored from '../lexicon/concepts.json' with { type: 'json' }

/** How much a word has to do with a concept: what "courier", "parcel" and "delivery" share. */
export interface ConceptHint {
  concept: number
  weight: number
}

/** Concepts have numbers below this. */
export const CONCEPT_COUNT = stored.count

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Weights are kept in fifths, fewer than this. */
const LEVELS = 20
const STEPS = 5
const NONE: readonly ConceptHint[] = []

function readCodes(codes: string): ConceptHint[] {
  const hints: ConceptHint[] = []
  for (let at = 0; at < codes.length; at += 2) {
    const code = DIGITS.indexOf(codes.charAt(at)) * DIGITS.length + DIGITS.indexOf(codes.charAt(at + 1))
    hints.push({ concept: Math.floor(code / LEVELS), weight: (code % LEVELS) / STEPS })
  }
  return hints
}

/** Of each word its hints as stored; a word is stored as how many letters it shares with the one before, and the rest. */
function indexCodes(words: string): Map<string, string> {
  const index = new Map<string, string>()
  let word = ''
  for (const entry of words.split(' ')) {
    const end = entry.indexOf(':')
    word = word.slice(0, Number(entry.charAt(0))) + entry.slice(1, end)
    index.set(word, entry.slice(end + 1))
  }
  return index
}

const codesOfStems = lazy(() => indexCodes(stored.words))
const codesAbroad = lazy(() => indexCodes(stored.abroad))

const SHORTEST = 4
const SHORTEST_END = 5

/** The hints of a word that begins with one known of German or French, or ends with it, as compounds do. */
function findAbroad(word: string): readonly ConceptHint[] {
  const codes = codesAbroad()
  const whole = codes.get(word)
  if (whole !== undefined) return readCodes(whole)
  for (let length = word.length - 1; length >= SHORTEST; length--) {
    const found =
      codes.get(word.slice(0, length)) ?? (length >= SHORTEST_END ? codes.get(word.slice(-length)) : undefined)
    if (found !== undefined) return readCodes(found)
  }
  return NONE
}

/** The concepts of a word by its stem, the nearest first; of one that no list of English has, by what it begins or ends with abroad. */
export function findConcepts(stem: string, word: string): readonly ConceptHint[] {
  const codes = codesOfStems().get(stem)
  return codes === undefined ? findAbroad(word) : readCodes(codes)
}

const namesOfConcepts = lazy(() =>
  stored.names.split(',').map((names) => names.split(';').map((some) => some.split(' '))),
)

/** Letters that words with one root begin with: "cleaners" and "cleanliness". */
const ROOT = 5

function isAkin(name: string, stem: string): boolean {
  return name === stem || (name.length >= ROOT && name.slice(0, ROOT) === stem.slice(0, ROOT))
}

/** How well a stem names a concept: 2 if people call it by this word, 1 if by one that says the same, otherwise 0. */
export function rankName(stem: string, concept: number | undefined): number {
  if (concept === undefined) return 0
  const place = namesOfConcepts()[concept]!.findIndex((names) => names.some((name) => isAkin(name, stem)))
  return place < 0 ? 0 : 2 - place
}
