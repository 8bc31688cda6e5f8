import type { FileHandle } from '../../adapters/files.js'
import { createColumns, type ItemColumns, pushRecord } from './columns.js'
import {
  createIndex,
  encodeSegmentHeader,
  openSegment,
  type Segment,
  type SegmentFolder,
  segmentNames,
} from './segment.js'
import { loadIndex } from './segment-index.js'
import type { Segments } from './segments.js'

const COPY_BYTES = 4 * 1024 * 1024

/** A segment's next generation on its way: synced once it is in use, not before. */
export interface Rewrite {
  generation: number
  path: string
  handle: FileHandle
  columns: ItemColumns
  /** Bytes of the old file whose rows are copied or left out. */
  through: number
}

/** Opens the file of a segment's next generation. */
export async function beginRewrite(segments: Segments, segment: Segment): Promise<Rewrite> {
  const { place } = segments
  await loadIndex(place, segment)
  segments.generation += 1
  const { generation } = segments
  const path = `${place.folder}/${segmentNames(segment.sourceId, generation).rows}`
  const handle = await place.files.open(path)
  await handle.append(encodeSegmentHeader(segment.sourceId, generation, place.format))
  return { generation, path, handle, columns: createColumns(), through: 0 }
}

/** Copies the rows that were flushed since the last time, but the erased ones. `goesOn` throws if that has no use any more. */
export async function copyRows(
  place: SegmentFolder,
  segment: Segment,
  rewrite: Rewrite,
  erased: ReadonlySet<number>,
  goesOn: () => void = () => {},
): Promise<void> {
  const source = await openSegment(place, segment)
  const { columns } = segment.index!
  const { length } = segment.flushed
  for (const run of runsOf(columns, keptRecords(columns, rewrite.through, length, erased))) {
    goesOn()
    await copyRun(columns, run, source, rewrite)
  }
  rewrite.through = length
}

function keptRecords(columns: ItemColumns, from: number, to: number, erased: ReadonlySet<number>): number[] {
  const kept: number[] = []
  for (let record = 0; record < columns.count && columns.offset[record]! < to; record += 1) {
    if (columns.offset[record]! >= from && !erased.has(columns.id[record]!)) kept.push(record)
  }
  return kept
}

/** Records that follow one another in the file, at most some megabytes of them at once. */
function* runsOf(columns: ItemColumns, records: readonly number[]): Generator<number[]> {
  let run: number[] = []
  let bytes = 0
  for (const record of records) {
    const isNext = run.length === 0 || run.at(-1)! + 1 === record
    if (!isNext || bytes >= COPY_BYTES) {
      yield run
      run = []
      bytes = 0
    }
    run.push(record)
    bytes += columns.length[record]!
  }
  if (run.length > 0) yield run
}

async function copyRun(from: ItemColumns, run: number[], source: FileHandle, { handle, columns }: Rewrite) {
  const start = from.offset[run[0]!]!
  const shift = handle.size - start
  const last = run.at(-1)!
  await handle.append(await source.read(start, from.offset[last]! + from.length[last]! - start))
  for (const record of run) pushRecord(columns, from, record, from.offset[record]! + shift)
}

/**
 * Puts a new generation in the place of the old one: one synchronous step, in which chunks that came meanwhile move
 * to its end. Returns the old file, to be closed.
 */
export function swapSegment(segment: Segment, next: Rewrite, erased: ReadonlySet<number>) {
  const before = segment.index!.columns
  const old = { generation: segment.flushed.generation, handle: segment.handle }
  const { generation, handle } = next
  const { length, lastId } = segment.flushed
  const shift = handle.size - length
  const count = next.columns.count
  for (let record = before.count - unflushedCount(segment); record < before.count; record += 1) {
    pushRecord(next.columns, before, record, before.offset[record]! + shift)
  }
  for (const chunk of segment.chunks) chunk.offset += shift
  for (const id of erased) segment.hidden.delete(id)
  segment.flushed = { generation, length: handle.size, count, lastId }
  segment.length += shift
  segment.count = next.columns.count
  segment.indexed = 0
  segment.index = createIndex(next.columns)
  segment.handle = handle
  segment.opening = Promise.resolve(handle)
  return old
}

function unflushedCount({ chunks }: Segment): number {
  return chunks.reduce((sum, chunk) => sum + chunk.count, 0)
}
