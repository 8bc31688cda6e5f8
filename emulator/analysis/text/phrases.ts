import { lazy } from '../../../src/base/lazy.js'
import stored from '../lexicon/phrases.json' with { type: 'json' }
import { stemOf } from './stem.js'
import type { Word } from './words.js'

/** A turn of phrase: the stems to find, in order, and its valence, -4 to 4. */
export interface Phrase {
  stems: string[]
  /** Whether other words may come before the stem of the same position. */
  gaps: boolean[]
  /** Beyond 2 either way its words say nothing by themselves: "thanks for nothing". */
  valence: number
}

const MAX_GAP = 3

/** The stems of a term such as `charged ~ twice`, where `~` stands for up to three other words. */
export function readTerm(term: string): Pick<Phrase, 'stems' | 'gaps'> {
  const stems: string[] = []
  const gaps: boolean[] = []
  let gap = false
  for (const part of term.split(/[\s-]+/)) {
    if (part !== '~') {
      stems.push(stemOf(part.replace(/'s$/, '')))
      gaps.push(gap)
    }
    gap = part === '~'
  }
  return { stems, gaps }
}

/** Turns of phrase that start with one stem, the longest first. */
export interface Phrases {
  /** Those of one stem, and those whose second stem may come later. */
  any: Phrase[]
  /** These and the ones that continue with a certain stem, by that stem. */
  byNext: Map<string, Phrase[]>
}

function addTo<Key>(groups: Map<Key, Phrase[]>, key: Key, phrase: Phrase): void {
  groups.set(key, [...(groups.get(key) ?? []), phrase])
}

function indexPhrases(phrases: readonly Phrase[]): Phrases {
  const isFixed = ({ stems, gaps }: Phrase) => stems.length > 1 && gaps[1] === false
  const any = phrases.filter((phrase) => !isFixed(phrase))
  const byNext = new Map<string, Phrase[]>()
  for (const phrase of phrases.filter(isFixed)) addTo(byNext, phrase.stems[1]!, phrase)
  for (const list of [any, ...byNext.values()]) {
    if (list !== any) list.push(...any)
    list.sort((a, b) => b.stems.length - a.stems.length)
  }
  return { any, byNext }
}

/** Turns of phrase of feedback ("still waiting", "stopped working", "arrived damaged") by their first stem. */
export const phrasesByStem = lazy(() => {
  const groups = new Map<string, Phrase[]>()
  for (const [valence, terms] of Object.entries(stored)) {
    for (const term of terms.split(', ')) {
      const phrase = { ...readTerm(term), valence: Number(valence) }
      addTo(groups, phrase.stems[0]!, phrase)
    }
  }
  return new Map([...groups].map(([stem, phrases]) => [stem, indexPhrases(phrases)]))
})

function findStem(words: readonly Word[], stem: string, from: number, last: number): number {
  for (let at = from; at <= last && at < words.length; at++) {
    const { stem: own, kind } = words[at]!
    if (own === stem) return at
    if (kind !== 'word' && kind !== 'number') return -1
  }
  return -1
}

/** Where a turn of phrase that starts with the word at a place ends; -1 if it doesn't stand there. */
function endOf({ stems, gaps }: Phrase, words: readonly Word[], from: number): number {
  let at = from
  for (let index = 1; index < stems.length && at >= 0; index++)
    at = findStem(words, stems[index]!, at + 1, at + 1 + (gaps[index] ? MAX_GAP : 0))
  return at
}

/** The longest turn of phrase, one of `phrases`, that starts with the word at a place, and the place of its last word. */
export function findPhrase(
  { any, byNext }: Phrases,
  words: readonly Word[],
  at: number,
): { valence: number; end: number } | undefined {
  const next = words[at + 1]
  for (const phrase of (next && byNext.get(next.stem)) ?? any) {
    const end = endOf(phrase, words, at)
    if (end >= 0) return { valence: phrase.valence, end }
  }
  return undefined
}
