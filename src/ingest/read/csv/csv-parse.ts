import { Parser } from 'csv-parse'
import { InputFileError } from '../../errors.js'
import { type TextBytes, takeBadBytes } from '../decode/text-bytes.js'
import type { RawRow } from '../table.js'
import { LARGEST_RECORD, nextRow, type Position } from './csv-position.js'
import { endsLine, findBadQuote, nextLine } from './csv-quotes.js'

/** Bytes read again in all because of broken rows: beyond it the format was detected wrongly. */
const MOST_BYTES_AGAIN = 128 * 1024 * 1024
const BROKEN = 'unclosed or misplaced quote'
const STOP = new Error('stopped')

/** One csv-parse parser from a row start on; keeps the bytes of the record it is in. */
export interface ParserPass {
  /** False once it met a record it can't read. */
  feed(chunk: Buffer): Promise<boolean>
  end(): Promise<boolean>
  take(): RawRow[]
}

/** Starts a pass at a row start. */
export function createParserPass(text: TextBytes, delimiter: string, position: Position): ParserPass {
  let rows: RawRow[] = []
  // Known with the first byte: a line rejected before may have to be skipped first.
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

/** A cell that starts with a quote was either escaped so, or its quotes are broken: then it may have swallowed lines. */
function isSound(cells: string[], record: Buffer, separator: number, position: Position): boolean {
  if (!cells.some((cell) => cell.charCodeAt(0) === 0x22)) return true
  if (findBadQuote(record, separator) === undefined) return true
  const oneLine = nextLine(record, 0) === record.length
  return oneLine && cells.length === position.width
}

/** Rejects the lines of the record up to and with the one its bad quote opens in; what follows stays in `kept`. */
export function rejectLine(text: TextBytes, delimiter: string, position: Position): RawRow {
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
  return { row, cells: [line.replace(/[\r\n]+$/, '')], fault: { kind: 'broken_quotes', reason, isWhole: true } }
}

/** `end`: byte after the record in what was fed since the parser started. Return false to stop the parser there. */
export type OnRecord = (cells: string[], end: number) => boolean

export interface CsvParser {
  /** False once the parser stopped: by `OnRecord`, or on a record it can't read. */
  feed(bytes: Buffer): Promise<boolean>
  end(): Promise<boolean>
}

/** csv-parse as arrays of strings, nothing cast, every kind of line end; quotes within a cell are ordinary characters. */
export function createCsvParser(delimiter: string, onRecord: OnRecord): CsvParser {
  const parser = new RecordParser(delimiter, onRecord)
  parser.resume()
  return {
    feed: (bytes) => parser.feed(bytes),
    end: async () => parser.settled(await new Promise<unknown>((resolve) => parser.end(resolve))),
  }
}

/**
 * Takes each record when csv-parse gives it to its stream, before the stream buffers it. `on_record` would do that, too, but builds two
 * objects for each record: 2.4 s of processor time instead of 1.5 s for 300,000 rows of which one in fifty has broken quotes.
 */
class RecordParser extends Parser {
  #failure: unknown
  #feeding = false
  readonly #onRecord: OnRecord

  constructor(delimiter: string, onRecord: OnRecord) {
    super({
      delimiter,
      quote: '"',
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: LARGEST_RECORD,
    })
    this.#onRecord = onRecord
    this.on('error', (error) => {
      this.#failure ??= error
    })
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null)
    if (this.#failure || this.#onRecord(cells, this.info.bytes)) return true
    this.#failure = STOP
    // While a chunk is fed this ends the parser immediately; at the end of the file nothing would catch it.
    if (this.#feeding) throw STOP
    return true
  }

  async feed(bytes: Buffer): Promise<boolean> {
    this.#feeding = true
    const error = await new Promise<unknown>((resolve) => {
      try {
        this.write(bytes, resolve)
      } catch (stopped) {
        resolve(stopped)
      }
    })
    this.#feeding = false
    return this.settled(error)
  }

  /** False if the parser stopped; throws an error that isn't caused by the text. */
  settled(error: unknown): boolean {
    const reason = this.#failure ?? error
    if (!reason) return true
    if (reason === STOP || (reason as { code?: string }).code?.startsWith('CSV_')) return false
    throw reason
  }
}
