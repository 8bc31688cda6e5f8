import { lazy } from '../../../src/base/lazy.js'
import lexicon from '../lexicon/concepts.json' with { type: 'json' }

/** How much a word speaks for concepts: what "courier", "parcel" and "delivery" share. */
export interface Hints {
  /** Concept times LEVELS and weight, in steps of STEP, in one number each. */
  codes: readonly number[]
  /** The text that they were counted in last. */
  countedIn: number
}

/** Something that a text may be about. Concepts have numbers below this; the one of this number stands for nothing in particular. */
export const CONCEPT_COUNT = lexicon.count

/** The digits that codes are stored in. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Weights are kept in steps of this size, so many at most. */
export const STEP = 0.46
export const LEVELS = 20

/** No weight is 0, so no code is. */
export const END_OF_CODES = 0

/** The codes that a text of the lexicon stands for. */
export function readCodes(text: string): number[] {
  const codes: number[] = []
  for (let at = 0; at < text.length; at += 2)
    codes.push(DIGITS.indexOf(text.charAt(at)) * DIGITS.length + DIGITS.indexOf(text.charAt(at + 1)))
  return codes
}

/** What a hint says of a concept: its weight in steps, 0 if it is about others. */
export function weightIn(hints: Hints | undefined, concept: number): number {
  const code = hints?.codes.find((each) => Math.floor(each / LEVELS) === concept)
  return code === undefined ? 0 : code % LEVELS
}

/** Of each word its hints as stored; a word is stored as how many letters it shares with the one before, and the rest. */
export function indexCodes(words: string): Map<string, string> {
  const index = new Map<string, string>()
  let word = ''
  for (const entry of words.split(' ')) {
    const end = entry.indexOf(':')
    word = word.slice(0, Number(entry.charAt(0))) + entry.slice(1, end)
    index.set(word, entry.slice(end + 1))
  }
  return index
}

/** One object an entry, whatever forms of a word lead to it, so that a text counts it once. */
function indexHints(words: string): Map<string, Hints> {
  return new Map([...indexCodes(words)].map(([word, codes]) => [word, { codes: readCodes(codes), countedIn: 0 }]))
}

const hintsOfStems = lazy(() => indexHints(lexicon.words))
const hintsAbroad = lazy(() => indexHints(lexicon.abroad))

const SHORTEST = 4
const SHORTEST_END = 5

/** What the word of a stem speaks for in an English text, which a short one may be taken for; undefined if it says nothing. */
export function findHints(stem: string): Hints | undefined {
  return hintsOfStems().get(stem) ?? hintsAbroad().get(stem)
}

/** The same of a word in another language, which may begin with one that is known, or end with it, as compounds do. */
export function findHintsAbroad(stem: string, word: string): Hints | undefined {
  const hints = hintsAbroad()
  const whole = hints.get(word) ?? hints.get(stem)
  if (whole !== undefined) return whole
  for (let length = word.length - 1; length >= SHORTEST; length--) {
    const part =
      hints.get(word.slice(0, length)) ?? (length >= SHORTEST_END ? hints.get(word.slice(-length)) : undefined)
    if (part !== undefined) return part
  }
  return undefined
}

const namesOfConcepts = lazy(() =>
  lexicon.names.split(',').map((entry) => {
    const [name = '', ...names] = entry.split(';')
    return { name, names: names.map((some) => some.split(' ')) }
  }),
)

/** What a concept is called in English. */
export function nameOfConcept(concept: number): string {
  return namesOfConcepts()[concept]!.name
}

/** Letters that words with one root begin with: "cleaners" and "cleanliness". */
const ROOT = 5

function isAkin(name: string, stem: string): boolean {
  return name === stem || (name.length >= ROOT && name.slice(0, ROOT) === stem.slice(0, ROOT))
}

/** How well a stem names a concept: 2 if people call it by this word, 1 if by one that says the same, otherwise 0. */
export function rankName(stem: string, concept: number | undefined): number {
  if (concept === undefined) return 0
  const place = namesOfConcepts()[concept]!.names.findIndex((names) => names.some((name) => isAkin(name, stem)))
  return place < 0 ? 0 : 2 - place
}

const tooWide = lazy(() => lexicon.wide.split(' ').map(Number))

/** Whether a concept is too wide to be a theme: what is said of "quality" or "content" has nothing in common. */
export function isTooWide(concept: number): boolean {
  return tooWide().includes(concept)
}
