import { crc32 } from 'node:zlib'
import type { FileHandle, Files } from '../../adapters/files.js'
import { DamagedFileError, FormatError } from '../errors.js'
import { findLineData, NEWLINE } from '../line.js'
import { COLUMN_NAMES, createColumns, type ItemColumns, pushItem, RECORD_BYTES } from './columns.js'
import { decodeRow } from './row.js'
import { createIndex, indexPath, openSegment, rowsPath, type Segment, type SegmentFolder } from './segment.js'

// The number also tells the byte order: on a machine with the other one the file is rebuilt.
const MAGIC = 0x494e5058

const INDEX_FORMAT = 1
const HEADER_BYTES = 40

// Rows are checked and parsed without a pause as far as they are read: some milliseconds.
const READ_BYTES = 512 * 1024

/** Columns of a segment's first `covered` bytes. */
interface Progress {
  columns: ItemColumns
  covered: number
}

/** Brings a segment's index into memory: from its file, and from the rows that file does not cover. */
export async function loadIndex(place: SegmentFolder, segment: Segment): Promise<void> {
  while (segment.index === undefined) {
    segment.loading ??= buildIndex(place, segment).finally(() => {
      delete segment.loading
    })
    await segment.loading
  }
}

async function buildIndex(place: SegmentFolder, segment: Segment): Promise<void> {
  const { generation } = segment.flushed
  try {
    const handle = await openSegment(place, segment)
    const file = await findIndex(place.files, indexPath(place, segment), segment.flushed.length)
    const progress = file ?? { columns: createColumns(), covered: 0 }
    segment.indexed = file?.covered ?? 0
    while (progress.covered < segment.flushed.length && segment.flushed.generation === generation) {
      await indexNextRows(place, segment, handle, progress)
    }
    if (segment.flushed.generation === generation) finishIndex(place, segment, progress.columns)
  } catch (error) {
    // An erase rewrote the file meanwhile and let go of this one: start over with the new one.
    if (segment.flushed.generation === generation) throw error
  }
}

/** Nothing may be committed between the last row of the file and the first chunk, so this is one synchronous step. */
function finishIndex(place: SegmentFolder, segment: Segment, columns: ItemColumns): void {
  for (const { bytes, offset } of segment.chunks) pushRows(rowsPath(place, segment), bytes, offset, columns)
  segment.index = createIndex(columns)
}

async function indexNextRows(place: SegmentFolder, segment: Segment, handle: FileHandle, progress: Progress) {
  const path = rowsPath(place, segment)
  const left = segment.flushed.length - progress.covered
  const bytes = await handle.read(progress.covered, Math.min(READ_BYTES, left))
  const whole = bytes.lastIndexOf(NEWLINE) + 1
  if (whole === 0) throw new DamagedFileError(path, 'a line is cut short', undefined, progress.covered)
  const start = progress.covered === 0 ? requireHeader(path, bytes, place.format) : 0
  pushRows(path, bytes.subarray(start, whole), progress.covered + start, progress.columns)
  progress.covered += whole
}

/** Checks the first line and returns its length. */
function requireHeader(path: string, bytes: Uint8Array, format: number): number {
  const end = bytes.indexOf(NEWLINE)
  const header = findLineData(bytes.subarray(0, end)) as { format: number } | undefined
  if (header === undefined) throw new DamagedFileError(path, 'the first line does not match its checksum', 1, 0)
  if (header.format > format) throw new FormatError(path, header.format, format)
  return end + 1
}

function pushRows(path: string, bytes: Uint8Array, offset: number, columns: ItemColumns): void {
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(NEWLINE, from) + 1 || bytes.length
    const item = decodeRow(path, offset + from, bytes.subarray(from, to), columns.count + 2)
    pushItem(columns, item, offset + from, to - from)
    from = to
  }
}

/** The columns of a segment's first `covered` bytes. */
interface ItemIndexFile {
  columns: ItemColumns
  covered: number
}

/** Writes the index beside its segment. */
export async function writeIndex(files: Files, path: string, columns: ItemColumns, covered: number): Promise<void> {
  const bytes = new Uint8Array(HEADER_BYTES + columns.count * RECORD_BYTES)
  let at = HEADER_BYTES
  for (const column of bytesOf(columns)) {
    bytes.set(column, at)
    at += column.length
  }
  new Float64Array(bytes.buffer, 16, 3).set([columns.count, covered, 0])
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, INDEX_FORMAT, crc32(bytes.subarray(16))])
  await files.writeAtomically(path, bytes)
}

/** The index, or nothing when it is missing, damaged, foreign or reaches beyond `length`: it can always be rebuilt. */
async function findIndex(files: Files, path: string, length: number): Promise<ItemIndexFile | undefined> {
  const size = await files.findSize(path)
  if (size === undefined || size < HEADER_BYTES) return undefined
  const file = await files.open(path)
  try {
    return await readIndex(file, length)
  } finally {
    await file.close()
  }
}

async function readIndex(file: FileHandle, length: number): Promise<ItemIndexFile | undefined> {
  const header = new Uint8Array(HEADER_BYTES)
  await readInto(file, 0, header)
  const [magic, format, sum] = new Uint32Array(header.buffer, 0, 3)
  const [count = 0, covered = 0] = new Float64Array(header.buffer, 16, 2)
  if (magic !== MAGIC || format !== INDEX_FORMAT || covered > length) return undefined
  if (file.size !== HEADER_BYTES + count * RECORD_BYTES) return undefined
  const columns = createColumns(Math.max(64, Math.ceil(count * 1.25)))
  columns.count = count
  let found = crc32(header.subarray(16))
  let at = HEADER_BYTES
  for (const bytes of bytesOf(columns)) {
    await readInto(file, at, bytes)
    found = crc32(bytes, found)
    at += bytes.length
  }
  return found === sum ? { columns, covered } : undefined
}

/** Fills bytes from a file: of a million items these are 44 MB, which each copy would take as long again. */
async function readInto(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  const read = await file.read(offset, bytes.length, bytes)
  if (read.buffer !== bytes.buffer) bytes.set(read)
}

/** What the columns hold, in the order of the index file. */
function bytesOf(columns: ItemColumns): Uint8Array[] {
  return COLUMN_NAMES.map((name) => {
    const { buffer, byteOffset, byteLength } = columns[name].subarray(0, columns.count)
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
}
