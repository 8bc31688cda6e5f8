import type { PushOptions } from '../options.js'
import type { InputFile } from '../ports.js'
import { sniffFile } from './decode/sniff.js'
import { openTable } from './open-table.js'
import { findReadSettings } from './read-settings.js'
import { cellText, type RawRow, type Table } from './table.js'

/** The cells of a row as texts, under the headers. `row` counts as a spreadsheet does. */
export interface TextRow {
  row: number
  cells: string[]
  fault?: string
}

export interface TextTable {
  columns: string[]
  rows: TextRow[]
}

/** A file that is all in memory. */
export function fileOfBytes(name: string, bytes: Uint8Array): InputFile {
  return {
    name,
    size: bytes.length,
    async *stream() {
      yield bytes
    },
    readRange: async (start, length) => bytes.subarray(start, start + length),
    identity: async () => String(bytes.length),
    close: async () => undefined,
  }
}

/** A small table, whole, with nothing made of its columns yet. Rejects with `InputFileError`. */
export async function readWholeTable(file: InputFile, options: ReadOptions): Promise<TextTable> {
  const table = await openSmallTable(file, options)
  const rows: TextRow[] = []
  for await (const group of table.rows) rows.push(...group.map(textRow))
  return { columns: headersOf(table), rows }
}

/** The headers of a table. Rejects with `InputFileError`. */
export async function readHeaders(file: InputFile): Promise<string[]> {
  return headersOf(await openSmallTable(file, {}))
}

type ReadOptions = Pick<PushOptions, 'format' | 'encoding' | 'delimiter' | 'sheet'>

async function openSmallTable(file: InputFile, options: ReadOptions): Promise<Table> {
  return openTable(file, await findReadSettings({ path: file.name, ...options }, await sniffFile(file)))
}

const headersOf = ({ columns }: Table) => columns.map((column) => column.trim())

function textRow({ row, cells, fault }: RawRow): TextRow {
  return { row, cells: cells.map(cellText), ...(fault ? { fault: fault.reason } : {}) }
}
