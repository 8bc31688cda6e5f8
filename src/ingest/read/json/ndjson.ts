import { findJsonFault } from '../../../base/json-fault.js'
import { MEMBERS } from '../../../contract/items/members.js'
import type { TextBytes } from '../decode/text-bytes.js'
import type { RawRow, Table } from '../table.js'
import { readLines, type TextLine } from '../text.js'
import { collectColumns, jsonRow } from './json-item.js'
import { findRepeatedMembers } from './repeated-members.js'

/**
 * NDJSON: a string or an item object a line. `head` is the start of the text, whose keys become columns; then come the members
 * that it lacks, so that one that is rare is never missed.
 */
export function readNdjson(text: TextBytes, head: Buffer): Table {
  const values = head
    .toString()
    .split('\n')
    .map((line) => parseLine(line).value)
  const named = collectColumns(values)
  const columns = [...new Set([...named, ...MEMBERS])]
  return { columns, named: named.size, typed: true, rows: itemRows(readLines(text), columns) }
}

async function* itemRows(groups: AsyncIterable<TextLine[]>, columns: readonly string[]): AsyncGenerator<RawRow[]> {
  for await (const lines of groups) yield lines.map((line) => itemRow(line, columns))
}

function itemRow({ row, text, fault }: TextLine, columns: readonly string[]): RawRow {
  if (fault) return { row, cells: [text], fault: { kind: 'bad_bytes', reason: fault, isWhole: true } }
  const { value, problem } = parseLine(text)
  if (problem === undefined) return jsonRow(row, value, columns, findRepeatedMembers(text, 1).get(0))
  return { row, cells: [text], fault: { kind: 'invalid_rows', reason: `not valid JSON: ${problem}`, isWhole: true } }
}

function parseLine(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const fault = findJsonFault(text)
    return { problem: fault ? `${fault.message} (column ${fault.column})` : (error as Error).message }
  }
}
