import { copyGuards } from '../client/checked-payload.js'
import { printable } from '../terminal/printable.js'

/** A JSON value with every string in it, keys included, made `printable`; the value itself stays as it was. */
export function printableValue(value: unknown): unknown {
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return value.map(printableValue)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([key, entry]) => [printable(key), printableValue(entry)])
  return copyGuards(value, Object.fromEntries(members))
}
