import type { SentimentSummary, Tally } from './types.js'

/** How many items a tally counts. */
export function countOf(tally: Tally): number {
  return tally.positive + tally.neutral + tally.negative
}

/** A tally of nothing. */
export function emptyTally(): Tally {
  return { positive: 0, neutral: 0, negative: 0, milliScore: 0 }
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
