import type { Sentiment } from './types.js'

const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

/** A sentiment and its score in one number that fits into 16 bits. */
export function encodeLeaning(sentiment: Sentiment, milliScore: number): number {
  return (milliScore + 1_000) * SENTIMENTS.length + SENTIMENTS.indexOf(sentiment)
}

export function decodeLeaning(code: number): { sentiment: Sentiment; milliScore: number } {
  return {
    sentiment: SENTIMENTS[code % SENTIMENTS.length] ?? 'neutral',
    milliScore: Math.floor(code / SENTIMENTS.length) - 1_000,
  }
}
