import { isObject, type JsonObject } from '../base/is-object.js'
import { memberLike } from '../contract/schema.js'

interface Bounds {
  type?: string
  minimum?: number
  maximum?: number
}

/** Whether a value is of a type of JSON Schema. */
export function isOfType(type: string, value: unknown): boolean {
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** What is wrong with a number that means nothing here, such as a count of -7; undefined if nothing is. */
export function misfitOf(
  { type, minimum = -Infinity, maximum = Infinity }: Bounds,
  value: unknown,
): string | undefined {
  if (typeof value !== 'number') return undefined
  // 1e400 is JSON, and Infinity to whoever reads it.
  if (!Number.isFinite(value)) return 'larger than any number'
  if (type === 'integer' && !Number.isInteger(value)) return 'not a whole number'
  if (value < minimum) return `less than ${minimum}`
  return value > maximum ? `more than ${maximum}` : undefined
}

/** The shares of all sides of one thing add up to about 1; percentages that were read as hundredths once too often to 0.01. */
const LEAST_SUM = 0.05

/** Why none of the shares of the sides of a sentiment can be right: they add up to next to nothing. Undefined if nothing is wrong. */
export function faultOfShares(schema: object, value: JsonObject): string | undefined {
  if (memberLike(schema) === undefined) return undefined
  const shares = Object.values(value).flatMap((side) =>
    isObject(side) && typeof side.share === 'number' ? [side.share] : [],
  )
  const sum = shares.reduce((all, each) => all + each, 0)
  if (shares.length < 3 || sum <= 0 || sum >= LEAST_SUM) return undefined
  return `is one of shares that add up to ${Number(sum.toPrecision(2))}, not to 1`
}
