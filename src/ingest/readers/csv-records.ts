import { badBytesReason, type TextBytes, takeBadBytes } from '../decode/text-bytes.js'
import { InputFileError } from '../errors.js'
import { createCsvParser } from './csv-parser.js'
import { findBadQuote, nextLine } from './csv-quotes.js'
import type { RawRow } from './table.js'

const MOST_RESCUES = 1_000
const BROKEN = 'a quote is opened and not closed properly'

interface Position {
  /** Bytes from the last row end on: what the parser may have to read again. */
  kept: Buffer
  /** Place of `kept[0]` in the decoded text. */
  keptAt: number
  row: number
  /** Width of a sound row, known from the first one. */
  width: number
  /** First rows that are no part of the table. */
  skipped: number
  /** A broken row lies just before: rows of another width are its remains. */
  afterBroken: boolean
  rescues: number
}

/**
 * Every record of a CSV text, blank lines too, as rows. A record with broken quotes costs its own lines only: the file is read
 * again from the line after the one the quote opened in (threats B5, B6).
 */
export async function* readCsvRecords(text: TextBytes, delimiter: string, skipped = 0): AsyncGenerator<RawRow[]> {
  const position: Position = {
    kept: Buffer.alloc(0),
    keptAt: 0,
    row: 1,
    width: 0,
    skipped,
    afterBroken: false,
    rescues: 0,
  }
  const source = text.chunks[Symbol.asyncIterator]()
  try {
    let ended = false
    while (!ended) {
      const again = position.kept
      position.kept = Buffer.alloc(0)
      const reader = createPass(text, delimiter, position)
      let sound = again.length === 0 || (await reader.feed(again))
      if (reader.rows.length > 0) yield reader.take()
      while (sound && !ended) {
        const next = await source.next()
        ended = next.done === true
        sound = ended ? await reader.end() : await reader.feed(next.value)
        if (reader.rows.length > 0) yield reader.take()
      }
      if (sound) continue
      yield [rescue(text, delimiter, position)]
      if (ended && position.kept.length > 0) ended = false
    }
  } finally {
    await source.return?.()
  }
}

/** One parser from a row start on; keeps the bytes of the record it is in. */
function createPass(text: TextBytes, delimiter: string, position: Position) {
  let rows: RawRow[] = []
  const startAt = position.keptAt
  const separator = delimiter.charCodeAt(0)
  const parser = createCsvParser(delimiter, (cells, end) => {
    const length = startAt + end - position.keptAt
    const record = position.kept.subarray(0, length)
    if (!isSound(cells, record, separator, position)) return false
    rows.push(toRow(cells, position, takeBadBytes(text.badBytes, startAt + end)))
    position.kept = position.kept.subarray(length)
    position.keptAt += length
    return true
  })
  const feed = (bytes: Buffer) => {
    position.kept = position.kept.length === 0 ? bytes : Buffer.concat([position.kept, bytes])
    return parser.feed(bytes)
  }
  const take = () => {
    const taken = rows
    rows = []
    return taken
  }
  return {
    feed,
    end: parser.end,
    take,
    get rows() {
      return rows
    },
  }
}

/** A cell that begins with a quote was either escaped so, or its quotes are broken: then it may have swallowed lines. */
function isSound(cells: string[], record: Buffer, separator: number, position: Position): boolean {
  if (!cells.some((cell) => cell.charCodeAt(0) === 0x22)) return true
  if (findBadQuote(record, separator) === undefined) return true
  const oneLine = nextLine(record, 0) === record.length
  return oneLine && cells.length === position.width
}

function toRow(cells: string[], position: Position, bad: ReturnType<typeof takeBadBytes>): RawRow {
  const row = position.row
  position.row += 1
  const blank = cells.length === 1 && cells[0] === ''
  if (position.width === 0 && !blank && row > position.skipped) position.width = cells.length
  if (bad) return { row, cells, fault: { kind: 'bad_bytes', reason: badBytesReason(bad) } }
  if (!position.afterBroken || blank) return { row, cells }
  if (cells.length === position.width) position.afterBroken = false
  else return { row, cells, fault: { kind: 'broken_quotes', reason: 'the rest of a row with broken quotes' } }
  return { row, cells }
}

/** Gives up the lines of the record up to and with the one its bad quote opens in; the rest is read again. */
function rescue(text: TextBytes, delimiter: string, position: Position): RawRow {
  position.rescues += 1
  const { kept, row } = position
  if (position.rescues > MOST_RESCUES) {
    throw new InputFileError('too many rows have broken quotes', 'is the delimiter the right one? See --delimiter', row)
  }
  const opened = findBadQuote(kept, delimiter.charCodeAt(0))
  const end = nextLine(kept, opened ?? 0)
  takeBadBytes(text.badBytes, position.keptAt + end)
  position.kept = kept.subarray(end)
  position.keptAt += end
  position.row += 1
  position.afterBroken = true
  const line = kept.subarray(0, Math.min(end, 10_000)).toString()
  const reason = opened === undefined ? 'the row is longer than 1 MB' : BROKEN
  return { row, cells: [line.replace(/[\r\n]+$/, '')], fault: { kind: 'broken_quotes', reason } }
}
