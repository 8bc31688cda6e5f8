/** A whole number from 0, below a limit. */
export type Pick = (limit: number) => number

/** One of a list. */
export function oneOf<T>(pick: Pick, values: readonly T[]): T {
  return values[pick(values.length)]!
}
