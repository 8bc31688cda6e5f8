import { crc32 } from 'node:zlib'
import type { Files } from '../../adapters/files.js'
import { COLUMN_NAMES, createColumns, type ItemColumns, RECORD_BYTES } from './columns.js'

// The number also tells the byte order: on a machine with the other one the file is rebuilt.
const MAGIC = 0x494e5058
const INDEX_FORMAT = 1
const HEADER_BYTES = 40

/** The columns of a segment's first `covered` bytes. */
export interface ItemIndexFile {
  columns: ItemColumns
  covered: number
}

/** Writes the index beside its segment. */
export async function writeIndex(files: Files, path: string, columns: ItemColumns, covered: number): Promise<void> {
  const bytes = new Uint8Array(HEADER_BYTES + columns.count * RECORD_BYTES)
  let at = HEADER_BYTES
  for (const name of COLUMN_NAMES) {
    const column = columns[name].subarray(0, columns.count)
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += column.byteLength
  }
  new Float64Array(bytes.buffer, 16, 3).set([columns.count, covered, 0])
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, INDEX_FORMAT, crc32(bytes.subarray(16))])
  await files.writeAtomically(path, bytes)
}

/** The index, or nothing when it is missing, damaged, foreign or reaches beyond `length`: it can always be rebuilt. */
export async function findIndex(files: Files, path: string, length: number): Promise<ItemIndexFile | undefined> {
  const found = await files.findAll(path)
  if (found === undefined || found.length < HEADER_BYTES) return undefined
  const bytes = Uint8Array.from(found)
  const [magic, format, sum] = new Uint32Array(bytes.buffer, 0, 3)
  if (magic !== MAGIC || format !== INDEX_FORMAT || sum !== crc32(bytes.subarray(16))) return undefined
  const [count = 0, covered = 0] = new Float64Array(bytes.buffer, 16, 2)
  if (covered > length || bytes.length !== HEADER_BYTES + count * RECORD_BYTES) return undefined
  return { columns: readColumns(bytes, count), covered }
}

function readColumns(bytes: Uint8Array, count: number): ItemColumns {
  const columns = createColumns(Math.max(64, Math.ceil(count * 1.25)))
  let at = HEADER_BYTES
  for (const name of COLUMN_NAMES) {
    const wide = columns[name] instanceof Float64Array
    columns[name].set(wide ? new Float64Array(bytes.buffer, at, count) : new Uint32Array(bytes.buffer, at, count))
    at += count * (wide ? 8 : 4)
  }
  columns.count = count
  return columns
}
