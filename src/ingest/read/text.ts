import type { TextBytes } from './decode/text-bytes.js'
import { type Line, readLines } from './lines.js'
import type { RawRow, Table } from './table.js'

/** Plain text: every line that is not blank is an item. */
export function readText(text: TextBytes, separator: number): Table {
  return { columns: ['text'], rows: textRows(readLines(text, separator)) }
}

async function* textRows(groups: AsyncIterable<Line[]>): AsyncGenerator<RawRow[]> {
  for await (const lines of groups) {
    yield lines.map(({ row, text, fault }) =>
      fault ? { row, cells: [text], fault: { kind: 'bad_bytes', reason: fault } } : { row, cells: [text] },
    )
  }
}
