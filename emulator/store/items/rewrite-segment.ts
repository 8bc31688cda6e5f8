import type { FileHandle } from '../../adapters/files.js'
import { createColumns, findAfter, findAt, type ItemColumns, pushRecords } from './columns.js'
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

/** Pieces of one megabyte took a third more of the processor. */
const COPY_BYTES = 4 * 1024 * 1024
/** The last row of a piece ends beyond it. */
const ROOM_BYTES = COPY_BYTES + 1024 * 1024

/** A segment's next generation on its way: synced once it is in use, not before. */
export interface Rewrite {
  generation: number
  path: string
  handle: FileHandle
  columns: ItemColumns
  /** Where rows are on their way: fresh memory for each piece of a file would cost as much as reading it. */
  room: Uint8Array
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
  const columns = createColumns(segment.index!.columns.count)
  return { generation, path, handle, columns, room: new Uint8Array(ROOM_BYTES), through: 0 }
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
  for (const range of rangesOf(columns, rewrite.through, length, erased)) {
    goesOn()
    await copyRange(columns, range, source, rewrite)
  }
  rewrite.through = length
}

/** Records from `first` up to `end`. */
interface RecordRange {
  first: number
  end: number
}

/** The records that stay, of those that lie from one offset to another: about four megabytes at once. */
function* rangesOf(
  columns: ItemColumns,
  from: number,
  to: number,
  erased: ReadonlySet<number>,
): Generator<RecordRange> {
  const last = findAt(columns, to)
  const gone = [...erased].map((id) => findAfter(columns, id) - 1).filter((record) => erased.has(columns.id[record]!))
  const stops = [...gone.filter((record) => record < last).sort((left, right) => left - right), last]
  let first = findAt(columns, from)
  for (const stop of stops) {
    while (first < stop) {
      const end = Math.min(stop, Math.max(first + 1, findAt(columns, columns.offset[first]! + COPY_BYTES)))
      yield { first, end }
      first = end
    }
    first = Math.max(first, stop + 1)
  }
}

async function copyRange(from: ItemColumns, { first, end }: RecordRange, source: FileHandle, rewrite: Rewrite) {
  const { handle, columns } = rewrite
  const start = from.offset[first]!
  const length = from.offset[end - 1]! + from.length[end - 1]! - start
  const shift = handle.size - start
  // One row may be longer than all that.
  const room = length <= rewrite.room.length ? rewrite.room : undefined
  await handle.append(await source.read(start, length, room))
  pushRecords(columns, from, first, end, shift)
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
  pushRecords(next.columns, before, before.count - unflushedCount(segment), before.count, shift)
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
