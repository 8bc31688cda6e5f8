import { stemOf } from './stem.js'
import type { Word } from './words.js'

/** One or more words that together mean something: the stems to find, in order. */
export interface Pattern<Meaning> {
  stems: string[]
  /** Whether other words may stand before the stem of the same position. */
  gaps: boolean[]
  meaning: Meaning
}

/** Where a pattern was found: `words[from..to)`. */
export interface Match<Meaning> {
  from: number
  to: number
  pattern: Pattern<Meaning>
}

/** Patterns by their first stem. */
export type PatternTable<Meaning> = Map<string, Pattern<Meaning>[]>

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

/** Adds a pattern under its first stem, longer ones first. */
export function addPattern<Meaning>(table: PatternTable<Meaning>, pattern: Pattern<Meaning>): void {
  const first = pattern.stems[0] ?? ''
  const list = table.get(first) ?? []
  list.push(pattern)
  list.sort((a, b) => b.stems.length - a.stems.length)
  table.set(first, list)
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

/** Rules most patterns out by their second word alone. */
function canFollow(pattern: Pattern<unknown>, next: Word | undefined): boolean {
  return pattern.stems.length === 1 || pattern.gaps[1] === true || next?.stem === pattern.stems[1]
}

/** The position after the pattern where it starts at `from`, whose stem is known to fit; -1 where it does not. */
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
  startsOf: (word: Word) => readonly Pattern<Meaning>[] | undefined,
  take: (match: Match<Meaning>) => void,
): void {
  let covered = from
  for (let at = from; at < to; at++) {
    const candidates = startsOf(words[at]!)
    if (candidates === undefined) continue
    let length = 0
    for (const pattern of candidates) {
      if (pattern.stems.length < length) break
      if (pattern.stems.length === 1 && at < covered) continue
      if (!canFollow(pattern, words[at + 1])) continue
      const end = findPatternEnd(words, at, pattern)
      if (end < 0 || end > to) continue
      length = pattern.stems.length
      if (length > 1) covered = Math.max(covered, end)
      take({ from: at, to: end, pattern })
    }
  }
}
