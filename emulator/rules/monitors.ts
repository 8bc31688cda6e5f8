import type { Values } from '../../src/contract/assumptions/values.js'
import type { Monitor } from '../state/state.js'

/** Scripts written without spaces, and pictures: each character is a word of its own. */
const LONE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/gu
const WORD = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu

/** The words of a text between single spaces, with one before and behind, so that a phrase is found as a part of it. */
export function wordsOf(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().replace(LONE, ' $& ').match(WORD) ?? []
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

/** The words and phrases of a monitor as they are looked for: case, width and punctuation do not count. */
export function phrasesOf(query: readonly string[]): string[] {
  return [...new Set(query.map(wordsOf).filter((phrase) => phrase !== ''))].sort()
}

/** Whether one of the phrases is in a text (`wordsOf` it): whole words in a row, or any part of the text. */
export function isMatch(words: string, phrases: readonly string[], by: 'words' | 'substrings' = 'words'): boolean {
  return phrases.some((phrase) => words.includes(by === 'words' ? phrase : phrase.trim()))
}

/** The places of a query that hold no word at all: such an entry could never match. */
export function findWordless(query: readonly string[]): number[] {
  return query.flatMap((entry, place) => (wordsOf(entry) === '' ? [place] : []))
}

/** Whether a monitor watches a source: that one, or all. */
export function watches({ sourceId }: Monitor, source: number): boolean {
  return sourceId === null || sourceId === source
}

/** Whether a count rose to the threshold or beyond (EVT-8), or is there after any pass. */
export function hasCrossed(
  threshold: number,
  before: number,
  after: number,
  rule: Values['flag-crossing']['rule'],
): boolean {
  return (rule === 'every-pass' || before < threshold) && after >= threshold
}
