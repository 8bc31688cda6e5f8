import type { TextToAnalyse } from '../types.js'
import { mixPolarities, type Polarity } from './polarity.js'

interface Influence {
  /** How sharply a rating that isn't in the middle counts. */
  clear: number
  /** How much of the whole the most extreme rating is. */
  most: number
}

const OF_THE_TEXT: Influence = { clear: 1.6, most: 0.75 }
/** In a survey a rating is of the whole, and each answer is about something else. */
const OF_A_SURVEY: Influence = { clear: 1, most: 0.5 }

/** A rating as -1 to 1: up to 5 on a scale of 1 to 5, up to 10 on one of 0 to 10, up to 100 as a percentage; null for others. */
export function readRating(rating: number | null | undefined): number | null {
  if (rating === null || rating === undefined || !(rating >= 0 && rating <= 100)) return null
  if (rating <= 5) return (Math.max(rating, 1) - 3) / 2
  return rating <= 10 ? (rating - 6) / 4 : (rating - 60) / 40
}

/** What the text says, moved by what the rating says: the more extreme the rating, the less the text counts. */
export function applyRating(polarity: Polarity, { rating, feedbackType }: Omit<TextToAnalyse, 'text'>): Polarity {
  const value = readRating(rating)
  if (value === null) return polarity
  const { clear, most } = feedbackType === 'survey' ? OF_A_SURVEY : OF_THE_TEXT
  const strength = Math.min(1, clear * Math.abs(value))
  const rated = { positive: value > 0 ? strength : 0, negative: value < 0 ? strength : 0 }
  return mixPolarities(rated, polarity, most * strength)
}
