import { badBytesReason, type TextBytes, takeBadBytes } from './decode/text-bytes.js'
import type { RawRow, Table } from './table.js'

/** A longer line isn't an item; it is skipped without being kept. */
const LONGEST_LINE = 4 * 1024 * 1024
const LF = 0x0a
const CR = 0x0d

/** Plain text: every line that is not blank is an item. */
export function readText(text: TextBytes, separator: number): Table {
  return { columns: ['text'], rows: textRows(readLines(text, separator)) }
}

async function* textRows(groups: AsyncIterable<TextLine[]>): AsyncGenerator<RawRow[]> {
  for await (const lines of groups) {
    yield lines.map(({ row, text, fault }) =>
      fault ? { row, cells: [text], fault: { kind: 'bad_bytes', reason: fault } } : { row, cells: [text] },
    )
  }
}

export interface TextLine {
  /** From 1. */
  row: number
  text: string
  fault?: string
}

/** The lines of a text without their ends (LF or CR LF; CR where `separator` says so), in groups, blank ones left out. */
export async function* readLines(text: TextBytes, separator: number = LF): AsyncGenerator<TextLine[]> {
  const reader = createLineReader(text)
  for await (const chunk of text.chunks) {
    const lines: TextLine[] = []
    let from = 0
    for (let end = chunk.indexOf(separator); end !== -1; end = chunk.indexOf(separator, from)) {
      reader.add(chunk.subarray(from, end))
      reader.finish(lines)
      from = end + 1
    }
    // A copy: the chunk is written over when the next one comes.
    reader.add(Buffer.from(chunk.subarray(from)))
    if (lines.length > 0) yield lines
  }
  const last: TextLine[] = []
  reader.finish(last)
  if (last.length > 0) yield last
}

/** CR only where the first part of the text has no LF at all. */
export function lineSeparator(head: Buffer): number {
  return !head.includes(LF) && head.includes(CR) ? CR : LF
}

function createLineReader(text: TextBytes) {
  let parts: Buffer[] = []
  let length = 0
  let row = 0
  let position = 0
  return {
    add(part: Buffer) {
      length += part.length
      if (length <= LONGEST_LINE && part.length > 0) parts.push(part)
    },
    finish(into: TextLine[]) {
      row += 1
      position += length + 1
      const bad = takeBadBytes(text.badBytes, position)
      const line =
        length > LONGEST_LINE ? '' : withoutEnd((parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString())
      if (length > LONGEST_LINE) into.push({ row, text: '', fault: `the line is longer than ${LONGEST_LINE} bytes` })
      else if (bad) into.push({ row, text: line, fault: badBytesReason(bad) })
      else if (line.trim() !== '') into.push({ row, text: line })
      parts = []
      length = 0
    },
  }
}

function withoutEnd(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
