import type { FileHandle, Files } from '../../adapters/files.js'
import type { SegmentExtent } from '../image.js'
import { encodeLine, NEWLINE } from '../line.js'
import type { StoredItem } from '../types.js'
import { createColumns, type ItemColumns, pushItem } from './columns.js'
import { createExternalIds, type ExternalIds } from './external-ids.js'
import { encodeRows } from './row.js'
import { createTimeBlocks, type TimeBlocks } from './time-blocks.js'

/** Items of one change-set that are not in the file yet. */
export interface Chunk {
  offset: number
  bytes: Buffer
  count: number
  lastId: number
}

/** What is in memory of a source's items once the source was touched. */
export interface ItemIndex {
  columns: ItemColumns
  externalIds: ExternalIds
  times: TimeBlocks
}

/** The items of one source: a file of committed lines and the chunks still on their way into it. */
export interface Segment {
  readonly sourceId: number
  /** What is in the file; `generation` changes when an erase rewrites it. */
  flushed: SegmentExtent
  /** Bytes and items with the chunks. */
  length: number
  count: number
  lastId: number
  chunks: Chunk[]
  handle?: FileHandle
  opening?: Promise<FileHandle>
  index?: ItemIndex
  loading?: Promise<void>
  /** Ids an erase has taken away in memory, but not yet from the file. */
  hidden: Set<number>
  /** Bytes the index file is known to cover. */
  indexed: number
}

/** Where the segments of one organisation are. */
export interface SegmentFolder {
  files: Files
  folder: string
  format: number
}

export function createSegment(sourceId: number, extent: SegmentExtent): Segment {
  const { length, count, lastId } = extent
  return { sourceId, flushed: { ...extent }, length, count, lastId, chunks: [], hidden: new Set(), indexed: 0 }
}

/** A segment nothing was written to yet. */
export function createEmptySegment(sourceId: number, generation: number, format: number): Segment {
  const length = encodeSegmentHeader(sourceId, generation, format).length
  return { ...createSegment(sourceId, { generation, length, count: 0, lastId: 0 }), index: createIndex() }
}

export function createIndex(columns: ItemColumns = createColumns()): ItemIndex {
  return { columns, externalIds: createExternalIds(columns), times: createTimeBlocks(columns) }
}

/** First line of a segment. */
export function encodeSegmentHeader(source: number, generation: number, format: number): Buffer {
  return encodeLine(JSON.stringify({ kind: 'items', format, source, generation }))
}

/** Names of the two files of a segment's generation. */
export function segmentNames(source: number | string, generation: number): { rows: string; index: string } {
  return { rows: `${source}.${generation}.jsonl`, index: `${source}.${generation}.index` }
}

/** Path of a segment's rows. */
export function rowsPath({ folder }: SegmentFolder, segment: Segment): string {
  return `${folder}/${segmentNames(segment.sourceId, segment.flushed.generation).rows}`
}

/** Path of a segment's index. */
export function indexPath({ folder }: SegmentFolder, segment: Segment): string {
  return `${folder}/${segmentNames(segment.sourceId, segment.flushed.generation).index}`
}

/** The segment's file, opened at its first use; a new one gets its header and a durable name. */
export function openSegment(place: SegmentFolder, segment: Segment): Promise<FileHandle> {
  segment.opening ??= openRows(place, segment).then((handle) => {
    segment.handle = handle
    return handle
  })
  return segment.opening
}

async function openRows(place: SegmentFolder, segment: Segment): Promise<FileHandle> {
  const handle = await place.files.open(rowsPath(place, segment))
  if (handle.size === 0) {
    await handle.append(encodeSegmentHeader(segment.sourceId, segment.flushed.generation, place.format))
    await place.files.syncFolder(place.folder)
  }
  return handle
}

/** Lets go of the file; readers open it again. */
export async function closeSegment(segment: Segment): Promise<void> {
  const handle = await segment.opening?.catch(() => undefined)
  delete segment.opening
  delete segment.handle
  await handle?.close()
}

/** Adds items in memory; readers see them at once. */
export function appendItems(segment: Segment, items: readonly StoredItem[]): Chunk {
  const bytes = encodeRows(items)
  const chunk: Chunk = { offset: segment.length, bytes, count: items.length, lastId: items.at(-1)!.id }
  if (segment.index) indexItems(segment.index, items, chunk)
  segment.length += bytes.length
  segment.count += items.length
  segment.lastId = chunk.lastId
  segment.chunks.push(chunk)
  return chunk
}

function indexItems({ columns }: ItemIndex, items: readonly StoredItem[], { offset, bytes }: Chunk): void {
  let from = 0
  for (const item of items) {
    const end = bytes.indexOf(NEWLINE, from) + 1
    pushItem(columns, item, offset + from, end - from)
    from = end
  }
}

/** The part of a chunk at an offset of the segment; nothing when it is in the file already. */
export function findUnflushed(segment: Segment, offset: number, length: number): Buffer | undefined {
  const chunk = segment.chunks.findLast((candidate) => candidate.offset <= offset)
  return chunk?.bytes.subarray(offset - chunk.offset, offset - chunk.offset + length)
}

/** Writes chunks, the oldest ones of the segment, into the file and waits for the disk. */
export async function flushChunks(segment: Segment, handle: FileHandle, chunks: readonly Chunk[]): Promise<void> {
  await handle.append(chunks.length === 1 ? chunks[0]!.bytes : Buffer.concat(chunks.map(({ bytes }) => bytes)))
  await handle.datasync()
  for (const chunk of chunks) {
    segment.flushed.length += chunk.bytes.length
    segment.flushed.count += chunk.count
    segment.flushed.lastId = chunk.lastId
  }
  segment.chunks.splice(0, chunks.length)
}
