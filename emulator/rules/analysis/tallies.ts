import type { ConceptTally, SentimentSummary, Tally } from './types.js'

/** How many items a tally counts. */
export function countOf(tally: Tally): number {
  return tally.positive + tally.neutral + tally.negative
}

/** A tally of nothing. */
export function emptyTally(): ConceptTally {
  return { positive: 0, neutral: 0, negative: 0, milliScore: 0, main: 0, dictated: 0, words: {} }
}

/** The tally of two groups of items that share none. */
export function joinTallies(first: ConceptTally, second: ConceptTally): ConceptTally {
  const joined = emptyTally()
  for (const tally of [first, second]) {
    joined.positive += tally.positive
    joined.neutral += tally.neutral
    joined.negative += tally.negative
    joined.milliScore += tally.milliScore
    joined.main += tally.main
    joined.dictated += tally.dictated
    for (const [word, count] of Object.entries(tally.words)) joined.words[word] = (joined.words[word] ?? 0) + count
  }
  return joined
}

/** A part of a whole, 0 to 1, rounded to four decimals; 0 of nothing. */
export function shareOf(count: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((count / whole) * 10_000) / 10_000
}

/** Counts, shares and mean score of a tally; shares and score have four decimals, so shares may miss 1 by 0.0001. */
export function describeTally(tally: Tally): SentimentSummary {
  const count = countOf(tally)
  const portion = (part: number) => ({ count: part, share: shareOf(part, count) })
  return {
    positive: portion(tally.positive),
    neutral: portion(tally.neutral),
    negative: portion(tally.negative),
    score: shareOf(tally.milliScore / 1_000, count) + 0,
  }
}

/** The words of a tally, the most frequent first, ties by the alphabet. */
export function rankWords(tally: ConceptTally): string[] {
  return Object.entries(tally.words)
    .sort(([word, count], [otherWord, otherCount]) => otherCount - count || (word < otherWord ? -1 : 1))
    .map(([word]) => word.trimEnd())
}

/** What an item counts in which a concept is not the main one. */
const ASIDE_WEIGHT = 0.3

/** How much a concept matters: its items, those that mention it aside for less. */
export function prominenceOf(tally: ConceptTally): number {
  return tally.main + ASIDE_WEIGHT * (countOf(tally) - tally.main)
}
