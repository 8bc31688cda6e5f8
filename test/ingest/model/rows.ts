import type { PushOptions } from '../../../src/ingest/index.js'
import { detectEncoding } from '../../../src/ingest/read/decode/detect-encoding.js'
import { sniffFile } from '../../../src/ingest/read/decode/sniff.js'
import { openTable } from '../../../src/ingest/read/open-table.js'
import { findReadSettings } from '../../../src/ingest/read/read-settings.js'
import type { RawRow, Table } from '../../../src/ingest/read/table.js'
import { memoryFile } from './memory.js'

export interface ReadFile extends Omit<Table, 'rows'> {
  rows: RawRow[]
  /** `row: reason` of every row that can not be used. */
  faults: string[]
}

/** Reads a whole file as a push would, in chunks of a given size. */
export async function readRows(
  content: string | Uint8Array,
  options: Partial<PushOptions> = {},
  chunkSize?: number,
): Promise<ReadFile> {
  const path = options.path ?? 'a.csv'
  const file = memoryFile(path, Buffer.from(content), chunkSize)
  const table = await openTable(file, await findReadSettings({ path, ...options }, await sniffFile(file)))
  const rows: RawRow[] = []
  for await (const group of table.rows) rows.push(...group)
  return { ...table, rows, faults: rows.flatMap(({ row, fault }) => (fault ? [`${row}: ${fault.reason}`] : [])) }
}

/** Cells of the rows that can be used. */
export function soundCells({ rows }: ReadFile): unknown[][] {
  return rows.filter(({ fault }) => !fault).map(({ cells }) => [...cells])
}

export async function encodingOf(content: Uint8Array, asked?: PushOptions['encoding']) {
  return detectEncoding(await sniffFile(memoryFile('a.csv', content)), asked)
}
