import { findBadQuote, nextLine } from './csv-quotes.js'

const CANDIDATES = [',', ';', '\t', '|'] as const
const SAMPLE_LINES = 100

/** The delimiter that a first line `sep=;` names, as Excel writes it; undefined without such a line. */
export function findSeparatorLine(head: Buffer): string | undefined {
  return /^"?sep=([^\r\n"])"?[\r\n]/i.exec(head.subarray(0, 16).toString('latin1'))?.[1]
}

/** The delimiter that cuts the first lines most evenly; a comma if none does. */
export function detectDelimiter(head: Buffer): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of CANDIDATES) {
    const score = evenness(separatorsPerRow(head, delimiter))
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Share of rows as wide as the header, and a little for width, so that of two even ones the wider wins. */
function evenness(counts: number[]): number {
  const first = counts[0] ?? 0
  if (first === 0) return 0
  const even = counts.filter((count) => count === first).length / counts.length
  return even + Math.min(first, 99) / 1_000
}

/** How often a delimiter stands outside of quotes in each of the first rows. */
export function separatorsPerRow(head: Buffer, separator: string): number[] {
  const delimiter = separator.charCodeAt(0)
  const counts: number[] = []
  let at = 0
  while (at < head.length && counts.length < SAMPLE_LINES) {
    const { end, count } = countRow(head, at, delimiter)
    // The last row may be cut off by the end of the sample.
    if (end >= head.length && counts.length > 0) break
    if (!isBlank(head.subarray(at, end))) counts.push(count)
    at = end
  }
  return counts
}

/** A row ends at the first line end where all quotes opened so far are closed; broken quotes end with their line. */
function countRow(head: Buffer, start: number, delimiter: number): { end: number; count: number } {
  const first = nextLine(head, start)
  let end = first
  for (let lines = 0; lines < 50 && findBadQuote(head.subarray(start, end), delimiter) !== undefined; lines += 1) {
    if (end >= head.length) break
    end = nextLine(head, end)
  }
  if (findBadQuote(head.subarray(start, end), delimiter) !== undefined) end = first
  return { end, count: countOutsideQuotes(head.subarray(start, end), delimiter) }
}

function countOutsideQuotes(row: Buffer, delimiter: number): number {
  let count = 0
  let quoted = false
  for (const byte of row) {
    if (byte === 0x22) quoted = !quoted
    else if (byte === delimiter && !quoted) count += 1
  }
  return count
}

function isBlank(line: Buffer): boolean {
  return line.toString('latin1').trim() === ''
}
