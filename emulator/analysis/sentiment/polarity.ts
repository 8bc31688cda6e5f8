import { SENTIMENTS } from '../../../src/contract/records.js'
import type { Sentiment, Tally } from '../types.js'

/** How likely a text is which; with neutral they sum to 1. */
export interface Polarity {
  positive: number
  negative: number
}

/** A part of a text that says one thing, from where the one before it ends up to word `to`. */
export interface Stretch {
  to: number
  polarity: Polarity
}

/** What a polarity comes down to: the likeliest of the three, and how far it leans, -1 to 1. */
export function concludePolarity({ positive, negative }: Polarity): { sentiment: Sentiment; milliScore: number } {
  const neutral = 1 - positive - negative
  const milliScore = Math.round((positive - negative) * 1_000)
  if (positive > neutral && positive > negative) return { sentiment: 'positive', milliScore }
  return { sentiment: negative > neutral && negative > positive ? 'negative' : 'neutral', milliScore }
}

/** Mixes two polarities; `part` (0 to 1) is the weight of the first. */
export function mixPolarities(first: Polarity, second: Polarity, part: number): Polarity {
  return {
    positive: first.positive * part + second.positive * (1 - part),
    negative: first.negative * part + second.negative * (1 - part),
  }
}

/** The polarity that a dictated sentiment stands for. */
export function polarityOf(sentiment: Sentiment): Polarity {
  return { positive: sentiment === 'positive' ? 1 : 0, negative: sentiment === 'negative' ? 1 : 0 }
}

const UNJUDGED = 1 << 14

/** A sentiment, its score and whether it was judged at all, in one number that fits into 16 bits. */
export function encodePolarity(sentiment: Sentiment, milliScore: number, isUnjudged = false): number {
  return (milliScore + 1_000) * SENTIMENTS.length + SENTIMENTS.indexOf(sentiment) + (isUnjudged ? UNJUDGED : 0)
}

/** Whether an encoded polarity is neutral only because nothing could be judged. */
export function isUnjudged(code: number): boolean {
  return code >= UNJUDGED
}

/** Counts an item that leans so, in place. */
export function addPolarity(tally: Tally, code: number): void {
  const judged = isUnjudged(code) ? code - UNJUDGED : code
  tally[SENTIMENTS[judged % SENTIMENTS.length]!]++
  tally.milliScore += Math.floor(judged / SENTIMENTS.length) - 1_000
}
