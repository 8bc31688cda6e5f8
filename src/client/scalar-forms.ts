import { isObject } from '../base/is-object.js'

/** A scalar of a schema, by its type and bounds. */
interface ScalarNode {
  type?: string
  minimum?: number
  maximum?: number
}

/** Whether a value is of the type of a scalar. */
export function isOfType(type: string, value: unknown): boolean {
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** What is wrong with a number that means nothing here, such as a count of -7; undefined if nothing is. */
export function misfitOf(
  { type, minimum = -Infinity, maximum = Infinity }: ScalarNode,
  value: unknown,
): string | undefined {
  if (typeof value !== 'number') return undefined
  // 1e400 is JSON, and Infinity to whoever reads it.
  if (!Number.isFinite(value)) return 'larger than any number'
  if (type === 'integer' && !Number.isInteger(value)) return 'not a whole number'
  if (value < minimum) return `less than ${minimum}`
  return value > maximum ? `more than ${maximum}` : undefined
}

/** Whether a scalar says how many there are of something. */
export function isCount({ type, minimum, maximum }: ScalarNode): boolean {
  return type === 'integer' && minimum === 0 && maximum === undefined
}

/**
 * How many entries a list has that stands where a number of them is expected: `accepted: ["a@example.com"]` says that one was accepted. Undefined
 * for anything else, and where entries have numbers of their own, which may be the counts.
 */
export function countOfList(value: unknown): number | undefined {
  if (!Array.isArray(value)) return undefined
  const isOne = (entry: unknown) =>
    typeof entry === 'string' || (isObject(entry) && !Object.values(entry).some((each) => typeof each === 'number'))
  return value.every(isOne) ? value.length : undefined
}
