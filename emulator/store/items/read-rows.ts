import { DamagedFileError } from '../errors.js'
import type { StoredItem } from '../types.js'
import { decodeRow } from './row.js'
import { findUnflushed, openSegment, rowsPath, type Segment, type SegmentFolder } from './segment.js'

// Reading over a small gap is cheaper than another read.
const GAP_BYTES = 64 * 1024
const RUN_BYTES = 4 * 1024 * 1024

interface Range {
  offset: number
  length: number
  line: number
}

/** The items of some records of a loaded segment, in the order asked. Throws DamagedFileError. */
export async function readRows(place: SegmentFolder, segment: Segment, records: readonly number[]) {
  const { id, offset, length } = segment.index!.columns
  const path = rowsPath(place, segment)
  const wanted = records.map((record) => ({
    ...{ id: id[record]!, offset: offset[record]!, length: length[record]! },
    line: lineOf(record),
  }))
  const items = new Map<number, StoredItem>()
  const take = (range: Range, bytes: Uint8Array): void => {
    items.set(range.offset, decodeRow(path, range.offset, bytes, range.line))
  }
  // Chunks leave memory once they are in the file, so they are looked at before the first wait.
  const inFile = wanted.filter((range) => {
    const bytes = findUnflushed(segment, range.offset, range.length)
    if (bytes !== undefined) take(range, bytes)
    return bytes === undefined
  })
  for (const run of runsOf(inFile)) await readRun(place, segment, run, take)
  return wanted.map((range) => requireId(path, items.get(range.offset)!, range))
}

/** The item of one record, at once. The segment must be loaded. Throws DamagedFileError. */
export function readRowSync(place: SegmentFolder, segment: Segment, record: number): StoredItem {
  const { columns } = segment.index!
  const range = {
    ...{ id: columns.id[record]!, offset: columns.offset[record]!, length: columns.length[record]! },
    line: lineOf(record),
  }
  const path = rowsPath(place, segment)
  const bytes =
    findUnflushed(segment, range.offset, range.length) ?? segment.handle!.readSync(range.offset, range.length)
  return requireId(path, decodeRow(path, range.offset, bytes, range.line), range)
}

function requireId(path: string, item: StoredItem, range: Range & { id: number }): StoredItem {
  if (item.id === range.id) return item
  throw new DamagedFileError(path, `found item ${item.id} instead of ${range.id}`, range.line, range.offset)
}

/** The first line is the header, and lines count from 1. */
function lineOf(record: number): number {
  return record + 2
}

/** Groups ranges that lie close together. */
function runsOf(ranges: readonly Range[]): Range[][] {
  const runs: Range[][] = []
  for (const range of [...ranges].sort((left, right) => left.offset - right.offset)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const near = last !== undefined && range.offset - (last.offset + last.length) <= GAP_BYTES
    if (near && range.offset - run![0]!.offset < RUN_BYTES) run!.push(range)
    else runs.push([range])
  }
  return runs
}

async function readRun(
  place: SegmentFolder,
  segment: Segment,
  run: readonly Range[],
  take: (range: Range, bytes: Uint8Array) => void,
): Promise<void> {
  const handle = await openSegment(place, segment)
  const start = run[0]!.offset
  const last = run.at(-1)!
  const bytes = await handle.read(start, last.offset + last.length - start)
  for (const range of run) take(range, bytes.subarray(range.offset - start, range.offset - start + range.length))
}
