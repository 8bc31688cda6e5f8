import { mixLeanings } from './leaning.js'
import type { Leaning } from './sentiment-model.js'

const CLEAR = 1.6
const MOST_WEIGHT = 0.75

/** A rating as -1 to 1: up to 5 on a scale of 1 to 5, up to 10 on one of 0 to 10, up to 100 as a percentage; null for others. */
export function readRating(rating: number | null | undefined): number | null {
  if (rating === null || rating === undefined || !(rating >= 0 && rating <= 100)) return null
  if (rating <= 5) return (Math.max(rating, 1) - 3) / 2
  return rating <= 10 ? (rating - 6) / 4 : (rating - 60) / 40
}

/** What the text says, moved by what the rating says: the more extreme the rating, the less the text counts. */
export function applyRating(leaning: Leaning, rating: number | null | undefined): Leaning {
  const value = readRating(rating)
  if (value === null) return leaning
  const strength = Math.min(1, CLEAR * Math.abs(value))
  const rated = { positive: value > 0 ? strength : 0, negative: value < 0 ? strength : 0 }
  return mixLeanings(rated, leaning, MOST_WEIGHT * strength)
}
