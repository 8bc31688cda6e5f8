import { lazy } from '../../../src/base/lazy.js'
import lexicon from '../lexicon/concepts.json' with { type: 'json' }
import type { Word } from './words.js'

/** Something that a text may be about. Concepts have numbers below this; the one of this number stands for nothing in particular. */
export const CONCEPT_COUNT = lexicon.count

/** The digits that codes are stored in. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Weights are kept in steps of this size, so many at most. */
export const STEP = 0.9
export const LEVEL_BITS = 4
export const LEVELS = 1 << LEVEL_BITS

/** What words speak for, a list a word: what "courier", "parcel" and "delivery" share. Flat, as every word of every text is looked up. */
interface Hints {
  /** Three numbers a list: where its hints start and end, and the text that it was counted in last. The first list is empty. */
  lists: Int32Array
  /** Of each hint its concept times LEVELS and its weight in steps of STEP; in a list concepts ascend. */
  codes: Uint16Array
}

const stored = lazy(() => {
  const lists = [0, 0, 0]
  const codes: number[] = []
  const store = (words: string) =>
    new Map(
      readEntries(words).map(([word, list]) => {
        const from = codes.length
        codes.push(...readCodes(list))
        return [word, lists.push(from, codes.length, 0) - 3]
      }),
    )
  const [words, abroad] = [store(lexicon.words), store(lexicon.abroad)]
  return { words, abroad, hints: { lists: Int32Array.from(lists), codes: Uint16Array.from(codes) } }
})

/** The hints of all words; a word has the place of its list. */
export function allHints(): Hints {
  return stored().hints
}

/** The codes that a text of the lexicon stands for. */
function readCodes(text: string): number[] {
  const codes: number[] = []
  for (let at = 0; at < text.length; at += 2)
    codes.push(DIGITS.indexOf(text.charAt(at)) * DIGITS.length + DIGITS.indexOf(text.charAt(at + 1)))
  return codes
}

/** Each word with its codes; a word is stored as how many letters it shares with the one before, and the rest. */
function readEntries(words: string): [string, string][] {
  let word = ''
  return words.split(' ').map((entry) => {
    const end = entry.indexOf(':')
    word = word.slice(0, Number(entry.charAt(0))) + entry.slice(1, end)
    return [word, entry.slice(end + 1)]
  })
}

/** What a list of hints says of a concept: its weight in steps, 0 if it is about others. */
export function weightIn(list: number, concept: number): number {
  const { lists, codes } = allHints()
  let low = lists[list]!
  let high = lists[list + 1]!
  while (low < high) {
    const middle = (low + high) >> 1
    if (codes[middle]! < concept * LEVELS) low = middle + 1
    else high = middle
  }
  const code = low < lists[list + 1]! ? codes[low]! - concept * LEVELS : 0
  return code < LEVELS ? code : 0
}

/** The concept that a list of hints speaks for most; undefined for the empty one. */
export function mostIn(list: number): number | undefined {
  const { lists, codes } = allHints()
  const own = codes.subarray(lists[list], lists[list + 1])
  const best = own.reduce((most, code) => (code % LEVELS > most % LEVELS ? code : most), 0)
  return own.length > 0 ? best >> LEVEL_BITS : undefined
}

const SHORTEST = 4
const SHORTEST_END = 5

/** What hints are looked up by: every word counts, also "not" and "where", and all numbers as one. */
export function nameOfHints({ kind, stem }: Pick<Word, 'kind' | 'stem'>): string | undefined {
  if (kind === 'number') return '0'
  return kind === 'word' ? stem : undefined
}

/** How many concepts a list of hints speaks for. */
export function countHints(list: number): number {
  const { lists } = allHints()
  return lists[list + 1]! - lists[list]!
}

/** The list of what the word of a stem speaks for in an English text, which a short one may be taken for; 0 if it says nothing. */
export function findHints(stem: string | undefined): number {
  const { words, abroad } = stored()
  return stem === undefined ? 0 : (words.get(stem) ?? abroad.get(stem) ?? 0)
}

/** The same of a word in another language, which may begin with one that is known, or end with it, as compounds do. */
export function findHintsAbroad(stem: string, word: string): number {
  const hints = stored().abroad
  const whole = hints.get(word) ?? hints.get(stem)
  if (whole !== undefined) return whole
  for (let length = word.length - 1; length >= SHORTEST; length--) {
    const part =
      hints.get(word.slice(0, length)) ?? (length >= SHORTEST_END ? hints.get(word.slice(-length)) : undefined)
    if (part !== undefined) return part
  }
  return 0
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

const trusts = lazy(() => lexicon.trust.split(' ').map(Number))

/**
 * How far a concept is to be trusted: of the texts that seem to be about it, how many are, for each that would be if likelihoods were
 * right. 0 for one too wide to be a theme: what is said of "quality" or "content" has nothing in common.
 */
export function trustIn(concept: number): number {
  return trusts()[concept]!
}
