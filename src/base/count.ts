/** A count with its noun: `1 row`, `2,000 rows`; `- rows` if it is not known. */
export function count(number: number | undefined, noun: string, plural = `${noun}s`): string {
  return `${number?.toLocaleString('en-US') ?? '-'} ${number === 1 ? noun : plural}`
}
