/** A number as people write it, with a comma between thousands: `1,234.5`. `Intl` would take 10 ms to load. */
export function grouped(number: number): string {
  const [whole, fraction] = String(Math.round(number * 1_000) / 1_000).split('.')
  const thousands = whole!.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${thousands}.${fraction}` : thousands
}

/** A count with its noun: `1 row`, `2,000 rows`; `- rows` if it is not known. */
export function count(number: number | undefined, noun: string, plural = `${noun}s`): string {
  return `${number === undefined ? '-' : grouped(number)} ${number === 1 ? noun : plural}`
}
