import { RefusedSetError } from '../errors.js'
import type { DiskImage } from '../image.js'
import type { StoredItem } from '../types.js'
import {
  appendItems,
  type Chunk,
  createEmptySegment,
  createSegment,
  type Segment,
  type SegmentFolder,
} from './segment.js'

/** All segments of an organisation. */
export interface Segments {
  readonly place: SegmentFolder
  readonly bySource: Map<number, Segment>
  /** The greatest generation given to a segment so far. */
  generation: number
}

/** A change-set's items of one source, on their way into the file. */
export interface PendingItems {
  segment: Segment
  chunk: Chunk
}

/** The segments an image names; no file is touched. */
export function createSegments(place: SegmentFolder, image: DiskImage): Segments {
  const pairs = Object.entries(image.sources).map(([source, extent]) => {
    const sourceId = Number(source)
    return [sourceId, createSegment(sourceId, extent)] as const
  })
  return { place, bySource: new Map(pairs), generation: image.generation }
}

/** Throws RefusedSetError unless the ids of a set's items grow, in the set and in each source. */
export function checkGrowingIds(segments: Segments, items: readonly StoredItem[]): void {
  let before = -Infinity
  for (const { id, sourceId } of items) {
    const last = Math.max(before, segments.bySource.get(sourceId)?.lastId ?? -Infinity)
    if (!(id > last)) throw new RefusedSetError(`item id ${id} does not grow beyond ${last}`)
    before = id
  }
}

/** Appends a change-set's items in memory, each to its source. */
export function appendToSegments(segments: Segments, items: readonly StoredItem[]): PendingItems[] {
  const bySource = new Map<number, StoredItem[]>()
  for (const item of items) {
    const list = bySource.get(item.sourceId)
    if (list === undefined) bySource.set(item.sourceId, [item])
    else list.push(item)
  }
  return [...bySource].map(([sourceId, list]) => {
    const segment = segments.bySource.get(sourceId) ?? addSegment(segments, sourceId)
    return { segment, chunk: appendItems(segment, list) }
  })
}

function addSegment(segments: Segments, sourceId: number): Segment {
  segments.generation += 1
  const segment = createEmptySegment(sourceId, segments.generation, segments.place.format)
  segments.bySource.set(sourceId, segment)
  return segment
}
