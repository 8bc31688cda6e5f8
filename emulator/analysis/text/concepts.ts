import { lazy } from '../../../src/base/lazy.js'
import lexicon from '../lexicon/concepts.json' with { type: 'json' }
import { PairTable } from './pair-table.js'

/** Something that a text may be about. Concepts have numbers below this; the one of this number stands for nothing in particular. */
export const CONCEPT_COUNT = lexicon.count

/** The digits that codes are stored in. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Weights are kept in steps of this size, so many at most. */
export const STEP = 0.46
export const LEVELS = 20

/**
 * How much words and pairs of them speak for concepts: what "courier", "parcel" and "delivery" share. Lists of numbers, one after
 * another: first the text that the list was counted in last, then codes, which are a concept times LEVELS and a weight in steps of
 * STEP, then 0. Lists are named by where they start.
 */
const stored = lazy(() => {
  const cells = [0]
  const store = (entries: [string, string][]) =>
    entries.map(([name, codes]): [string, number] => [
      name,
      cells.push(0, ...readCodes(codes), 0) - codes.length / 2 - 2,
    ])
  const words = new Map(store(readEntries(lexicon.words)))
  const abroad = new Map(store(readEntries(lexicon.abroad)))
  const pairs = store(readEntries(lexicon.pairs)).map(
    ([pair, list]) => [...(pair.split('_') as [string, string]), list] as const,
  )
  return { words, abroad, pairs: new PairTable(pairs), cells: Int32Array.from(cells) }
})

/** The cells of all lists of hints, and the lists of pairs. */
export function allHints(): { cells: Int32Array; pairs: PairTable } {
  return stored()
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
  const { cells } = stored()
  for (let at = list + 1; cells[at] !== 0; at++)
    if (Math.floor(cells[at]! / LEVELS) === concept) return cells[at]! % LEVELS
  return 0
}

const SHORTEST = 4
const SHORTEST_END = 5

/** The list of what the word of a stem speaks for in an English text, which a short one may be taken for; 0 if it says nothing. */
export function findHints(stem: string): number {
  const { words, abroad } = stored()
  return words.get(stem) ?? abroad.get(stem) ?? 0
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

const tooWide = lazy(() => lexicon.wide.split(' ').map(Number))

/** Whether a concept is too wide to be a theme: what is said of "quality" or "content" has nothing in common. */
export function isTooWide(concept: number): boolean {
  return tooWide().includes(concept)
}
