import type { Period } from '../../src/contract/periods.js'
import type { Days } from '../analysis/index.js'

const DAY_MS = 86_400_000

/** The day of a time, since 1970 in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** The days of a period. */
export function daysOf({ startAt, endAt }: Period): Days {
  return { fromDay: dayOf(startAt), untilDay: dayOf(endAt) }
}
