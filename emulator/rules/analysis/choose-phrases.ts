import type { Candidate } from './group-topics.js'
import { stemOf } from './stem.js'
import { countOf, prominenceOf, rankWords } from './tallies.js'

const MIN_ITEMS = 3
const MIN_PART = 0.03
/** What stands in more of the items than this is what they are all about: the product's name, say. */
const MAX_PART = 0.4
const SMALL_SET = 8
/** A phrase replaces its head where it makes up this part of it. */
const SPECIFIC_PART = 0.5
const MAX_PHRASES = 6

function stemsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(stemOf)
}

function isFrequent(candidate: Candidate, itemCount: number): boolean {
  const count = countOf(candidate.tally)
  if (itemCount > SMALL_SET && count > itemCount * MAX_PART) return false
  return (
    count >= Math.max(MIN_ITEMS, itemCount * MIN_PART) &&
    prominenceOf(candidate.tally) >= Math.max(MIN_ITEMS - 1, itemCount * MIN_PART * 0.5)
  )
}

function hasSpecificForm(head: Candidate, phrases: readonly Candidate[]): boolean {
  if (head.key.includes(' ')) return false
  return phrases.some(
    ({ key, tally }) => key.endsWith(` ${head.key.slice(1)}`) && countOf(tally) >= countOf(head.tally) * SPECIFIC_PART,
  )
}

function takenStems(themes: readonly Candidate[]): Set<string> {
  return new Set(themes.flatMap(({ label, tally }) => [label, ...rankWords(tally).slice(0, 12)].flatMap(stemsOf)))
}

/** Phrases the lexicon does not know that are frequent enough to be themes, none of which shares a word with another theme. */
export function choosePhrases(
  phrases: readonly Candidate[],
  themes: readonly Candidate[],
  itemCount: number,
): Candidate[] {
  const frequent = phrases.filter((candidate) => isFrequent(candidate, itemCount))
  const ranked = frequent
    .filter((candidate) => !hasSpecificForm(candidate, frequent))
    .sort(
      (a, b) =>
        prominenceOf(b.tally) - prominenceOf(a.tally) || b.key.length - a.key.length || (a.key < b.key ? -1 : 1),
    )
  const taken = takenStems(themes)
  const chosen: Candidate[] = []
  for (const candidate of ranked) {
    const stems = stemsOf(candidate.label)
    if (chosen.length >= MAX_PHRASES || stems.some((stem) => taken.has(stem))) continue
    chosen.push(candidate)
    for (const stem of stems) taken.add(stem)
  }
  return chosen
}
