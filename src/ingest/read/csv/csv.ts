import { unguardCell } from '../../../contract/items/exported.js'
import { InputFileError } from '../../errors.js'
import type { TextBytes } from '../decode/text-bytes.js'
import { type Cell, cellText, isBlankRow, type RawRow, type Table } from '../table.js'
import { createParserPass, rejectLine } from './csv-parse.js'
import { type Position, startPosition } from './csv-position.js'
import { scanRows } from './csv-scan.js'
import { type CsvSource, createCsvSource, createLeftoverBuffer, type LeftoverBuffer } from './csv-source.js'

/** Bytes csv-parse reads after a record the scanner left to it. They double while such records follow each other. */
const FIRST_LEAD_BYTES = 4 * 1024
const LONGEST_LEAD_BYTES = 1024 * 1024

interface CsvForm {
  delimiter: string
  /** The first line is none of its rows. */
  separatorLine: boolean
  /** An export of ours, whose cells are guarded against being run as formulas. */
  isGuarded: boolean
}

/** A CSV text as a table: its first row that is not blank holds the headers. */
export async function readCsv(text: TextBytes, { delimiter, separatorLine, isGuarded }: CsvForm): Promise<Table> {
  const skipped = separatorLine ? 1 : 0
  const records = readCsvRecords(text, delimiter, skipped)
  const rows = records[Symbol.asyncIterator]()
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const at = next.value.findIndex((row) => row.row > skipped && (row.fault !== undefined || !isBlankRow(row.cells)))
    if (at === -1) continue
    const header = next.value[at]!
    if (header.fault) {
      await rows.return(undefined)
      throw new InputFileError(`the header row can't be read: ${header.fault.reason}`, undefined, header.row)
    }
    const data = dataRows(next.value.slice(at + 1), rows)
    return { columns: header.cells.map(cellText), rows: isGuarded ? unguarded(data) : data, cellsCanShift: true }
  }
  throw new InputFileError('the file is empty')
}

async function* dataRows(first: RawRow[], rest: AsyncGenerator<RawRow[]>): AsyncGenerator<RawRow[]> {
  try {
    yield present(first)
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield present(next.value)
  } finally {
    await rest.return(undefined)
  }
}

/** The rows as they were before they were exported. */
async function* unguarded(groups: AsyncGenerator<RawRow[]>): AsyncGenerator<RawRow[]> {
  const textOf = (cell: Cell) => (typeof cell === 'string' ? unguardCell(cell) : cell)
  for await (const rows of groups) yield rows.map((row) => (row.fault ? row : { ...row, cells: row.cells.map(textOf) }))
}

function present(rows: RawRow[]): RawRow[] {
  const isPresent = (row: RawRow) => row.fault !== undefined || !isBlankRow(row.cells)
  return rows.every(isPresent) ? rows : rows.filter(isPresent)
}

interface CsvReading {
  text: TextBytes
  delimiter: string
  source: CsvSource
  position: Position
  leftover: LeftoverBuffer
  leadBytes: number
}

/**
 * Every record of a CSV text, blank lines too, as rows. Records whose quotes are in order are cut by a scanner, all others by
 * csv-parse. A record with broken quotes costs its own lines only: the file is read again from the line after the one the quote
 * opened in (threats B5, B6).
 */
async function* readCsvRecords(text: TextBytes, delimiter: string, skipped = 0): AsyncGenerator<RawRow[]> {
  const source = createCsvSource(text.chunks)
  const position = startPosition(skipped)
  const leftover = createLeftoverBuffer()
  const reading: CsvReading = { text, delimiter, source, position, leftover, leadBytes: FIRST_LEAD_BYTES }
  try {
    for (let ended = false; !ended; ) {
      ended = position.skipsLine ? false : yield* readByScanner(reading)
      if (!ended) ended = yield* readByParser(reading)
    }
  } finally {
    await source.close()
  }
}

/** Scans until a record is not for the scanner; returns whether the text ended. */
async function* readByScanner(reading: CsvReading): AsyncGenerator<RawRow[], boolean> {
  const { text, delimiter, source, position, leftover } = reading
  for (let bytesRead = 0; ; ) {
    position.kept = leftover.keep(position.kept)
    const next = await source.next()
    bytesRead += next?.length ?? 0
    const bytes = next === undefined ? position.kept : leftover.before(next)
    const { rows, malformed } = scanRows(text, delimiter, position, { bytes, ended: next === undefined })
    if (rows.length > 0) yield rows
    if (next === undefined && !malformed) return true
    if (!malformed) continue
    const soon = bytesRead - position.kept.length < reading.leadBytes * 4
    reading.leadBytes = soon ? Math.min(reading.leadBytes * 2, LONGEST_LEAD_BYTES) : FIRST_LEAD_BYTES
    putKeptBack(reading)
    return false
  }
}

/** Parses from a row start through at least one record and `leadBytes`; returns whether the text ended. */
async function* readByParser(reading: CsvReading): AsyncGenerator<RawRow[], boolean> {
  const { text, delimiter, source, position } = reading
  position.notMojibake = false
  const pass = createParserPass(text, delimiter, position)
  for (let bytesRead = 0, rowsRead = 0; bytesRead < reading.leadBytes || rowsRead === 0; ) {
    const bytes = await source.nextPiece()
    const ended = bytes === undefined
    const sound = ended ? await pass.end() : await pass.feed(bytes)
    const rows = pass.take()
    if (rows.length > 0) yield rows
    if (!sound) {
      yield [rejectLine(text, delimiter, position)]
      const over = ended && position.kept.length === 0
      putKeptBack(reading)
      return over
    }
    if (ended) return true
    bytesRead += bytes.length
    rowsRead += rows.length
  }
  putKeptBack(reading)
  return false
}

function putKeptBack({ source, position }: CsvReading): void {
  source.putBack(position.kept)
  position.kept = Buffer.alloc(0)
}
