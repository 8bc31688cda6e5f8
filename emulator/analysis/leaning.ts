import type { Leaning } from './sentiment-model.js'
import type { Sentiment } from './types.js'

/** What a leaning comes down to: the likeliest of the three, and how far it leans, -1 to 1. */
export function concludeLeaning({ positive, negative }: Leaning): { sentiment: Sentiment; milliScore: number } {
  const neutral = 1 - positive - negative
  const milliScore = Math.round((positive - negative) * 1_000)
  if (positive > neutral && positive > negative) return { sentiment: 'positive', milliScore }
  return { sentiment: negative > neutral && negative > positive ? 'negative' : 'neutral', milliScore }
}

/** Mixes two leanings; `part` (0 to 1) is the weight of the first. */
export function mixLeanings(first: Leaning, second: Leaning, part: number): Leaning {
  return {
    positive: first.positive * part + second.positive * (1 - part),
    negative: first.negative * part + second.negative * (1 - part),
  }
}

/** The leaning that a dictated sentiment stands for. */
export function leaningOf(sentiment: Sentiment): Leaning {
  return { positive: sentiment === 'positive' ? 1 : 0, negative: sentiment === 'negative' ? 1 : 0 }
}
