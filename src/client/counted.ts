import { isObject } from '../base/is-object.js'

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
