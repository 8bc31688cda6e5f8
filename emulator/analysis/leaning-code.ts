import type { Sentiment, Tally } from './types.js'

const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

/** A sentiment and its score in one number that fits into 16 bits. */
export function encodeLeaning(sentiment: Sentiment, milliScore: number): number {
  return (milliScore + 1_000) * SENTIMENTS.length + SENTIMENTS.indexOf(sentiment)
}

/** Counts an item that leans so, in place. */
export function addLeaning(tally: Tally, code: number): void {
  tally[SENTIMENTS[code % SENTIMENTS.length]!]++
  tally.milliScore += Math.floor(code / SENTIMENTS.length) - 1_000
}
