import { badBytesReason, type TextBytes, takeBadBytes } from '../decode/text-bytes.js'
import { InputFileError } from '../errors.js'
import { createCsvParser } from './csv-parser.js'
import { endsLine, findBadQuote, nextLine } from './csv-quotes.js'
import { createCsvSource } from './csv-source.js'
import type { RawRow } from './table.js'

/** Bytes read again in all because of broken rows: beyond it the file is not what it is taken for. */
const MOST_BYTES_AGAIN = 128 * 1024 * 1024
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
  /** The line given up goes on: its end is yet to come. */
  skipsLine: boolean
  bytesAgain: number
}

const START = { keptAt: 0, row: 1, width: 0, afterBroken: false, skipsLine: false, bytesAgain: 0 }

/**
 * Every record of a CSV text, blank lines too, as rows. A record with broken quotes costs its own lines only: the file is read
 * again from the line after the one the quote opened in (threats B5, B6).
 */
export async function* readCsvRecords(text: TextBytes, delimiter: string, skipped = 0): AsyncGenerator<RawRow[]> {
  const position: Position = { ...START, kept: Buffer.alloc(0), skipped }
  const source = createCsvSource(text.chunks)
  try {
    for (let ended = false; !ended; ) {
      const pass = createPass(text, delimiter, position)
      let sound = true
      while (sound && !ended) {
        const bytes = await source.next()
        ended = bytes === undefined
        sound = bytes === undefined ? await pass.end() : await pass.feed(bytes)
        const rows = pass.take()
        if (rows.length > 0) yield rows
      }
      if (sound) continue
      yield [giveUpLine(text, delimiter, position)]
      ended = ended && position.kept.length === 0
      source.putBack(position.kept)
      position.kept = Buffer.alloc(0)
    }
  } finally {
    await source.close()
  }
}

/** One parser from a row start on; keeps the bytes of the record it is in. */
function createPass(text: TextBytes, delimiter: string, position: Position) {
  let rows: RawRow[] = []
  // Known with the first byte: a line given up before may have to be skipped first.
  let startAt: number | undefined
  const separator = delimiter.charCodeAt(0)
  const parser = createCsvParser(delimiter, (cells, end) => {
    const endAt = startAt! + end
    const length = endAt - position.keptAt
    const record = position.kept.subarray(0, length)
    if (!isSound(cells, record, separator, position)) return false
    rows.push(toRow(cells, position, takeBadBytes(text.badBytes, endAt)))
    position.kept = position.kept.subarray(length)
    position.keptAt += length
    return true
  })
  return {
    async feed(chunk: Buffer) {
      const bytes = position.skipsLine ? skipLine(text, chunk, position) : chunk
      if (bytes.length === 0) return true
      startAt ??= position.keptAt
      position.kept = position.kept.length === 0 ? bytes : Buffer.concat([position.kept, bytes])
      return parser.feed(bytes)
    },
    end: parser.end,
    take() {
      const taken = rows
      rows = []
      return taken
    },
  }
}

function skipLine(text: TextBytes, chunk: Buffer, position: Position): Buffer {
  const end = nextLine(chunk, 0)
  position.skipsLine = end === chunk.length && !endsLine(chunk)
  position.keptAt += end
  takeBadBytes(text.badBytes, position.keptAt)
  return chunk.subarray(end)
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

/** Gives up the lines of the record up to and with the one its bad quote opens in; what follows stays in `kept`. */
function giveUpLine(text: TextBytes, delimiter: string, position: Position): RawRow {
  const { kept, row } = position
  position.bytesAgain += kept.length
  if (position.bytesAgain > MOST_BYTES_AGAIN) {
    throw new InputFileError('too many rows have broken quotes', 'is the delimiter the right one? See --delimiter', row)
  }
  const opened = findBadQuote(kept, delimiter.charCodeAt(0))
  const end = nextLine(kept, opened ?? 0)
  takeBadBytes(text.badBytes, position.keptAt + end)
  const line = kept.subarray(0, Math.min(end, 10_000)).toString()
  position.skipsLine = end === kept.length && !endsLine(kept)
  position.kept = kept.subarray(end)
  position.keptAt += end
  position.row += 1
  position.afterBroken = opened !== undefined
  const reason = opened === undefined ? 'the row is longer than 1 MB' : BROKEN
  return { row, cells: [line.replace(/[\r\n]+$/, '')], fault: { kind: 'broken_quotes', reason } }
}
