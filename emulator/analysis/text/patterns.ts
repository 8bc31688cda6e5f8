import { stemOf } from './stem.js'
import type { Word } from './words.js'

/** One or more words that together mean something: the stems to find, in order. */
export interface Pattern<Meaning> {
  stems: string[]
  /** Whether other words may come before the stem of the same position. */
  gaps: boolean[]
  meaning: Meaning
}

/** Where a pattern was found: `words[from..to)`. */
export interface Match<Meaning> {
  from: number
  to: number
  pattern: Pattern<Meaning>
}

/** Patterns that start with one stem, the longest first. */
export interface PatternStart<Meaning> {
  /** Those of one stem alone, and those whose second stem may come later. */
  any: readonly Pattern<Meaning>[]
  /** These and the ones that continue with a certain stem, by that stem. */
  byNext: ReadonlyMap<string, readonly Pattern<Meaning>[]>
}

/** Patterns by their first stem. */
export type PatternTable<Meaning> = ReadonlyMap<string, PatternStart<Meaning>>

const MAX_GAP = 3

/** Reads a term such as `charged ~ twice`, where `~` stands for up to three other words. */
export function readPattern<Meaning>(term: string, meaning: Meaning): Pattern<Meaning> {
  const stems: string[] = []
  const gaps: boolean[] = []
  let gap = false
  for (const part of term.split(/[\s-]+/)) {
    if (part === '~') {
      gap = true
      continue
    }
    stems.push(stemOf(part.replace(/'s$/, '')))
    gaps.push(gap)
    gap = false
  }
  return { stems, gaps, meaning }
}

function groupBy<Meaning>(
  patterns: readonly Pattern<Meaning>[],
  keyOf: (pattern: Pattern<Meaning>) => string,
): Map<string, Pattern<Meaning>[]> {
  const groups = new Map<string, Pattern<Meaning>[]>()
  for (const pattern of patterns) {
    const key = keyOf(pattern)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [pattern])
    else group.push(pattern)
  }
  return groups
}

function indexStart<Meaning>(patterns: readonly Pattern<Meaning>[]): PatternStart<Meaning> {
  const byLength = [...patterns].sort((a, b) => b.stems.length - a.stems.length)
  const any = byLength.filter(({ stems, gaps }) => stems.length === 1 || gaps[1] === true)
  const fixed = byLength.filter((pattern) => !any.includes(pattern))
  const byNext = [...groupBy(fixed, ({ stems }) => stems[1]!)].map(([next, list]): [string, Pattern<Meaning>[]] => [
    next,
    [...list, ...any].sort((a, b) => b.stems.length - a.stems.length),
  ])
  return { any, byNext: new Map(byNext) }
}

/** Files patterns under their first two stems, so that a word asks only for those that its neighbour allows. */
export function indexPatterns<Meaning>(patterns: readonly Pattern<Meaning>[]): PatternTable<Meaning> {
  return new Map(
    [...groupBy(patterns, ({ stems }) => stems[0] ?? '')].map(([first, list]) => [first, indexStart(list)]),
  )
}

/** The stems that patterns of a table continue with at once. */
export function secondStems(table: PatternTable<unknown>): string[] {
  return [...table.values()].flatMap(({ byNext }) => [...byNext.keys()])
}

function isBreak(word: Word): boolean {
  return word.kind === 'end' || word.kind === 'comma' || word.kind === 'sign'
}

function findStem(words: readonly Word[], stem: string, from: number, reach: number): number {
  const last = Math.min(words.length - 1, from + reach)
  for (let at = from; at <= last; at++) {
    const word = words[at]!
    if (word.stem === stem) return at
    if (isBreak(word)) return -1
  }
  return -1
}

/** The position after the pattern where it starts at `from`, whose stem is known to fit; -1 if it does not. */
function findPatternEnd(words: readonly Word[], from: number, pattern: Pattern<unknown>): number {
  let at = from + 1
  for (let index = 1; index < pattern.stems.length; index++) {
    const found = findStem(words, pattern.stems[index]!, at, pattern.gaps[index] ? MAX_GAP : 0)
    if (found < 0) return -1
    at = found + 1
  }
  return at
}

/**
 * Calls `take` for the patterns in `words[from..to)`, from left to right: the longest ones at a position,
 * all of them that are equally long. Words of a pattern already found start no pattern of one word.
 */
export function findPatterns<Meaning>(
  words: readonly Word[],
  from: number,
  to: number,
  startOf: (word: Word) => PatternStart<Meaning> | undefined,
  take: (match: Match<Meaning>) => void,
): void {
  let covered = from
  for (let at = from; at < to; at++) {
    const start = startOf(words[at]!)
    if (start === undefined) continue
    const next = words[at + 1]
    const candidates = (next?.continues && start.byNext.get(next.stem)) || start.any
    if (candidates.length === 0) continue
    let length = 0
    for (const pattern of candidates) {
      if (pattern.stems.length < length) break
      if (pattern.stems.length === 1 && at < covered) continue
      const end = findPatternEnd(words, at, pattern)
      if (end < 0 || end > to) continue
      length = pattern.stems.length
      if (length > 1) covered = Math.max(covered, end)
      take({ from: at, to: end, pattern })
    }
  }
}
