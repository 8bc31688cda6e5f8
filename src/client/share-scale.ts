import { isObject, type JsonObject } from '../base/is-object.js'
import { sidesOf } from '../contract/sides.js'

/** By what a share is multiplied, by the sum of those of a whole. */
const SCALES = [
  { sum: 100, by: 0.01 },
  { sum: 0.01, by: 100 },
]
const TOLERANCE = 0.03

/**
 * An answer with the shares of sides (`{positive: {share}, neutral: …}`) as 0 to 1. All sides make the whole, so that their sum says in
 * which scale a service has them, whatever they are called; where it says nothing they stay as they are.
 */
export function withSettledShares(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSettledShares)
  if (!isObject(value)) return value
  // A total beside the sides is in their scale, and none of them.
  const shares = sidesOf(value).flatMap(([, { share }]) => (typeof share === 'number' ? [share] : []))
  const by = shares.length > 1 ? factorOf(shares) : undefined
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    by !== undefined && hasShare(each)
      ? { ...each, share: Number((each.share * by).toPrecision(14)) }
      : withSettledShares(each),
  ])
  return Object.fromEntries(entries)
}

function factorOf(shares: readonly number[]): number | undefined {
  const sum = shares.reduce((all, each) => all + each, 0)
  return SCALES.find((scale) => Math.abs(sum / scale.sum - 1) <= TOLERANCE)?.by
}

const hasShare = (value: unknown): value is JsonObject & { share: number } =>
  isObject(value) && typeof value.share === 'number'
