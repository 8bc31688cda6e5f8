/** Where the committed part of a source's item segment ends. */
export interface SegmentExtent {
  generation: number
  /** Bytes, the header line included. */
  length: number
  /** Items. */
  count: number
  /** Greatest item id it ever held. */
  lastId: number
}

/** Which file holds a blob, and what must be in it. */
export interface BlobEntry {
  file: string
  length: number
  crc: string
}

/** A segment's file that nothing but the history speaks of: changes before `at` do. */
export interface RetiredSegment extends SegmentExtent {
  source: string
  at: number
}

/** Everything a snapshot holds beside the state: what is on disk after change `seq`. */
export interface DiskImage {
  seq: number
  /** Undo reaches no further back than this. */
  historyFrom: number
  /** The greatest generation any segment ever had. */
  generation: number
  sources: Record<string, SegmentExtent>
  blobs: Record<string, BlobEntry>
  /** Kept until the history no longer reaches them. */
  retired: RetiredSegment[]
}

/** The image of a folder that holds nothing yet. */
export function emptyImage(): DiskImage {
  return { seq: 0, historyFrom: 0, generation: 0, sources: {}, blobs: {}, retired: [] }
}

/** Bytes a change-set appended to a segment. */
export interface AppendedItems {
  source: number
  generation: number
  offset: number
  length: number
  count: number
  lastId: number
  /** CRC-32 of the appended bytes. */
  crc: string
}

/** What a journal record says about the other files. */
export interface ImageChange {
  seq: number
  items?: AppendedItems[]
  /** All segments there are from now on: the items went back to those of a snapshot. */
  segments?: Record<string, SegmentExtent>
  blobs?: { put?: Record<string, BlobEntry>; remove?: readonly string[] }
}

/** Applies a record to the image. Returns what does not fit, or nothing. */
export function advanceImage(image: DiskImage, change: ImageChange): string | undefined {
  if (change.segments) replaceSegments(image, change.segments, change.seq)
  for (const { source, generation, offset, length, count, lastId } of change.items ?? []) {
    const known = image.sources[source]
    if (known !== undefined && (known.generation !== generation || known.length !== offset)) {
      return `items of source ${source} continue at ${generation}:${offset}, not at ${known.generation}:${known.length}`
    }
    image.sources[source] = { generation, length: offset + length, count: (known?.count ?? 0) + count, lastId }
    image.generation = Math.max(image.generation, generation)
  }
  for (const name of change.blobs?.remove ?? []) delete image.blobs[name]
  Object.assign(image.blobs, change.blobs?.put)
  image.seq = change.seq
  return undefined
}

function replaceSegments(image: DiskImage, segments: Record<string, SegmentExtent>, seq: number): void {
  for (const [source, extent] of Object.entries(image.sources)) {
    if (segments[source]?.generation !== extent.generation) image.retired.push({ source, ...extent, at: seq })
  }
  image.sources = structuredClone(segments)
  for (const { generation } of Object.values(segments)) image.generation = Math.max(image.generation, generation)
}
