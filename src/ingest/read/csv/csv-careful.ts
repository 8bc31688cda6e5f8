import { InputFileError } from '../../errors.js'
import { type TextBytes, takeBadBytes } from '../decode/text-bytes.js'
import type { RawRow } from '../table.js'
import { createCsvParser } from './csv-parser.js'
import { nextRow, type Position } from './csv-position.js'
import { endsLine, findBadQuote, nextLine } from './csv-quotes.js'

/** Bytes read again in all because of broken rows: beyond it the file is not what it is taken for. */
const MOST_BYTES_AGAIN = 128 * 1024 * 1024
const BROKEN = 'a quote is opened and not closed properly'

/** One csv-parse parser from a row start on; keeps the bytes of the record it is in. */
export interface CarefulPass {
  /** False once it met a record it can not read. */
  feed(chunk: Buffer): Promise<boolean>
  end(): Promise<boolean>
  take(): RawRow[]
}

/** Begins a pass at a row start. */
export function createCarefulPass(text: TextBytes, delimiter: string, position: Position): CarefulPass {
  let rows: RawRow[] = []
  // Known with the first byte: a line given up before may have to be skipped first.
  let startAt: number | undefined
  const separator = delimiter.charCodeAt(0)
  const parser = createCsvParser(delimiter, (cells, end) => {
    const endAt = startAt! + end
    const length = endAt - position.keptAt
    const record = position.kept.subarray(0, length)
    if (!isSound(cells, record, separator, position)) return false
    rows.push(nextRow(cells, position, text, () => endAt))
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

/** Gives up the lines of the record up to and with the one its bad quote opens in; what follows stays in `kept`. */
export function giveUpLine(text: TextBytes, delimiter: string, position: Position): RawRow {
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
