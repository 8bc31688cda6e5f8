import parse from 'parse-duration'

/** Milliseconds of a duration such as `90s`, `6m` or `1h 30m`; undefined if it is not one or negative. */
export function parseDuration(text: string): number | undefined {
  if (!/\d\s*[a-z]/i.test(text)) return undefined
  const ms = parse(text)
  return ms === null || !Number.isFinite(ms) || ms < 0 ? undefined : Math.round(ms)
}
