import parse from 'parse-duration'

/** Milliseconds of a duration such as `90s`, `6m` or `1h 30m`; undefined if it is not one or negative. */
export function parseDuration(text: string): number | undefined {
  if (!/\d\s*[a-z]/i.test(text)) return undefined
  const ms = parse(text)
  return ms === null || !Number.isFinite(ms) || ms < 0 ? undefined : Math.round(ms)
}

const UNITS = [
  ['d', 24 * 60 * 60_000],
  ['h', 60 * 60_000],
  ['m', 60_000],
  ['s', 1_000],
] as const

/** Writes whole seconds, given in milliseconds, in the largest unit that fits: `6m`, `90s`. */
export function writeDuration(milliseconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => milliseconds % each === 0 && milliseconds >= each) ?? ['s', 1_000]
  return `${milliseconds / length}${unit}`
}
