import { badBytesReason, type TextBytes, takeBadBytes } from '../decode/text-bytes.js'
import type { RawRow } from '../table.js'

/** Longest row, in bytes: one over it is an open quote, not a row (threats B5). */
export const LARGEST_RECORD = 1024 * 1024

/** How far a CSV was read, by the scanner or the parser. */
export interface Position {
  /** Bytes from the last row end on: what may have to be read again. */
  kept: Buffer
  /** Place of `kept[0]` in the decoded text. */
  keptAt: number
  row: number
  /** Width of a sound row, known from the first one. */
  width: number
  /** First rows that don't belong to the table. */
  skipped: number
  /** The row before was broken: rows of another width are its remains. */
  afterBroken: boolean
  /** The line rejected last continues in the next chunk. */
  skipsLine: boolean
  /** No sign of a wrong encoding is in the text that is being cut. */
  notMojibake: boolean
  bytesAgain: number
}

/** The start of a text whose first `skipped` rows don't belong to the table. */
export function startPosition(skipped: number): Position {
  const place = { keptAt: 0, row: 1, width: 0, skipped, bytesAgain: 0 }
  return { ...place, kept: Buffer.alloc(0), afterBroken: false, skipsLine: false, notMojibake: false }
}

/** The next row, of these cells. `endAt`: its end in the decoded text; asked for only where there are bad bytes. */
export function nextRow(cells: string[], position: Position, text: TextBytes, endAt: () => number): RawRow {
  const row = position.row
  position.row += 1
  const blank = cells.length === 1 && cells[0] === ''
  if (position.width === 0 && !blank && row > position.skipped) position.width = cells.length
  const bad = text.badBytes.length === 0 ? undefined : takeBadBytes(text.badBytes, endAt())
  if (bad) return { row, cells, fault: { kind: 'bad_bytes', reason: badBytesReason(bad) } }
  if (!position.afterBroken || blank) return { row, cells, notMojibake: position.notMojibake }
  if (cells.length === position.width) position.afterBroken = false
  else return { row, cells, fault: { kind: 'broken_quotes', reason: 'the rest of a row with unbalanced quotes' } }
  return { row, cells }
}
