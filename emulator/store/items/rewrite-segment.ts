import type { FileHandle } from '../../adapters/files.js'
import type { SegmentExtent } from '../image.js'
import { createColumns, type ItemColumns, pushRecord } from './columns.js'
import { loadIndex } from './load-index.js'
import { openSegment, type SegmentFolder } from './open-segment.js'
import { createIndex, encodeSegmentHeader, type Segment, segmentNames } from './segment.js'

const COPY_BYTES = 4 * 1024 * 1024

/** A segment's next generation: complete on disk, not yet in use. */
export interface Rewritten {
  extent: SegmentExtent
  columns: ItemColumns
  handle: FileHandle
}

/** Writes the flushed rows of a segment but the erased ones into a new file. Runs in the write queue. */
export async function rewriteSegment(
  place: SegmentFolder,
  segment: Segment,
  erased: ReadonlySet<number>,
  generation: number,
): Promise<Rewritten> {
  await loadIndex(place, segment)
  const source = await openSegment(place, segment)
  const handle = await place.files.open(`${place.folder}/${segmentNames(segment.sourceId, generation).rows}`)
  await handle.append(encodeSegmentHeader(segment.sourceId, generation, place.format))
  const kept = keptRecords(segment, erased)
  const columns = createColumns(Math.max(64, kept.length))
  for (const run of runsOf(segment.index!.columns, kept))
    await copyRun(segment.index!.columns, run, source, handle, columns)
  await handle.datasync()
  await place.files.syncFolder(place.folder)
  return {
    extent: { generation, length: handle.size, count: columns.count, lastId: segment.flushed.lastId },
    columns,
    handle,
  }
}

function keptRecords({ index, flushed }: Segment, erased: ReadonlySet<number>): number[] {
  const { columns } = index!
  const kept: number[] = []
  for (let record = 0; record < columns.count && columns.offset[record]! < flushed.length; record += 1) {
    if (!erased.has(columns.id[record]!)) kept.push(record)
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

async function copyRun(from: ItemColumns, run: number[], source: FileHandle, handle: FileHandle, to: ItemColumns) {
  const start = from.offset[run[0]!]!
  const shift = handle.size - start
  const last = run.at(-1)!
  await handle.append(await source.read(start, from.offset[last]! + from.length[last]! - start))
  for (const record of run) pushRecord(to, from, record, from.offset[record]! + shift)
}

/**
 * Puts a new generation in the place of the old one: one synchronous step, in which chunks that came meanwhile move
 * to its end. Returns the old file, to be closed.
 */
export function swapSegment(segment: Segment, next: Rewritten, erased: ReadonlySet<number>) {
  const before = segment.index!.columns
  const old = { generation: segment.flushed.generation, handle: segment.handle }
  const shift = next.extent.length - segment.flushed.length
  for (let record = before.count - unflushedCount(segment); record < before.count; record += 1) {
    pushRecord(next.columns, before, record, before.offset[record]! + shift)
  }
  for (const chunk of segment.chunks) chunk.offset += shift
  for (const id of erased) segment.hidden.delete(id)
  segment.flushed = next.extent
  segment.length += shift
  segment.count = next.columns.count
  segment.indexed = 0
  segment.index = createIndex(next.columns)
  segment.handle = next.handle
  segment.opening = Promise.resolve(next.handle)
  return old
}

function unflushedCount({ chunks }: Segment): number {
  return chunks.reduce((sum, chunk) => sum + chunk.count, 0)
}
