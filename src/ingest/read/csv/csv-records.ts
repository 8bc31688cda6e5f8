import type { TextBytes } from '../decode/text-bytes.js'
import type { RawRow } from '../table.js'
import { createCarefulPass, giveUpLine } from './csv-careful.js'
import { type Carry, createCarry } from './csv-carry.js'
import { type Position, startPosition } from './csv-position.js'
import { scanRows } from './csv-quick.js'
import { type CsvSource, createCsvSource } from './csv-source.js'

/** Bytes the parser keeps the lead for after a record the scanner left to it. They double while such records follow each other. */
const FIRST_LEAD_BYTES = 4 * 1024
const LONGEST_LEAD_BYTES = 1024 * 1024

interface Reading {
  text: TextBytes
  delimiter: string
  source: CsvSource
  position: Position
  carry: Carry
  leadBytes: number
}

/**
 * Every record of a CSV text, blank lines too, as rows. Records whose quotes are in order are cut by a scanner, all others by
 * csv-parse. A record with broken quotes costs its own lines only: the file is read again from the line after the one the quote
 * opened in (threats B5, B6).
 */
export async function* readCsvRecords(text: TextBytes, delimiter: string, skipped = 0): AsyncGenerator<RawRow[]> {
  const source = createCsvSource(text.chunks)
  const position = startPosition(skipped)
  const carry = createCarry()
  const reading: Reading = { text, delimiter, source, position, carry, leadBytes: FIRST_LEAD_BYTES }
  try {
    for (let ended = false; !ended; ) {
      ended = position.skipsLine ? false : yield* readQuickly(reading)
      if (!ended) ended = yield* readCarefully(reading)
    }
  } finally {
    await source.close()
  }
}

/** Scans until a record is not for the scanner; returns whether the text ended. */
async function* readQuickly(reading: Reading): AsyncGenerator<RawRow[], boolean> {
  const { text, delimiter, source, position, carry } = reading
  for (let bytesRead = 0; ; ) {
    position.kept = carry.keep(position.kept)
    const next = await source.next()
    bytesRead += next?.length ?? 0
    const bytes = next === undefined ? position.kept : carry.before(next)
    const { rows, odd } = scanRows(text, delimiter, position, { bytes, ended: next === undefined })
    if (rows.length > 0) yield rows
    if (next === undefined && !odd) return true
    if (!odd) continue
    const soon = bytesRead - position.kept.length < reading.leadBytes * 4
    reading.leadBytes = soon ? Math.min(reading.leadBytes * 2, LONGEST_LEAD_BYTES) : FIRST_LEAD_BYTES
    putKeptBack(reading)
    return false
  }
}

/** Parses from a row start until the lead is used up, at least one record; returns whether the text ended. */
async function* readCarefully(reading: Reading): AsyncGenerator<RawRow[], boolean> {
  const { text, delimiter, source, position } = reading
  position.surelyRead = false
  const pass = createCarefulPass(text, delimiter, position)
  for (let bytesRead = 0, rowsRead = 0; bytesRead < reading.leadBytes || rowsRead === 0; ) {
    const bytes = await source.nextPiece()
    const ended = bytes === undefined
    const sound = ended ? await pass.end() : await pass.feed(bytes)
    const rows = pass.take()
    if (rows.length > 0) yield rows
    if (!sound) {
      yield [giveUpLine(text, delimiter, position)]
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

function putKeptBack({ source, position }: Reading): void {
  source.putBack(position.kept)
  position.kept = Buffer.alloc(0)
}
