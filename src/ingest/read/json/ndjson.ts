import { findJsonFault } from '../../../base/json-fault.js'
import { MEMBERS } from '../../../contract/items/members.js'
import type { TextBytes } from '../decode/text-bytes.js'
import type { RawRow, Table } from '../table.js'
import { readLines, type TextLine } from '../text.js'
import { notJson } from './json.js'
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
  const columns = [...new Set([...collectColumns(values), ...MEMBERS])]
  return { columns, typed: true, rows: itemRows(readLines(text), columns) }
}

/**
 * The rows of the lines. A last line that is the start of an item and no more refuses the file instead: it was cut off, and more
 * than that line may be missing.
 */
async function* itemRows(groups: AsyncIterable<TextLine[]>, columns: readonly string[]): AsyncGenerator<RawRow[]> {
  let cut: TextLine | undefined
  for await (const lines of groups) {
    const all = cut ? [cut, ...lines] : lines
    cut = isCutOff(all.at(-1)) ? all.pop() : undefined
    if (all.length > 0) yield all.map((line) => itemRow(line, columns))
  }
  const fault = cut && findJsonFault(cut.text)
  if (fault) throw notJson(fault, cut!.row)
}

function isCutOff(line: TextLine | undefined): boolean {
  if (!line || line.fault || parseLine(line.text).problem === undefined) return false
  return findJsonFault(line.text)?.isCutOff === true
}

function itemRow({ row, text, fault }: TextLine, columns: readonly string[]): RawRow {
  if (fault) return { row, cells: [text], fault: { kind: 'bad_bytes', reason: fault } }
  const { value, problem } = parseLine(text)
  if (problem === undefined) return jsonRow(row, value, columns, findRepeatedMembers(text, 1).get(0))
  return { row, cells: [text], fault: { kind: 'invalid_rows', reason: `not valid JSON: ${problem}` } }
}

function parseLine(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const fault = findJsonFault(text)
    return { problem: fault ? `${fault.message} (column ${fault.column})` : (error as Error).message }
  }
}
