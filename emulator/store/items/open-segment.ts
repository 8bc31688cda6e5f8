import type { FileHandle, Files } from '../../adapters/files.js'
import { encodeSegmentHeader, type Segment, segmentNames } from './segment.js'

/** Where the segments of one organisation lie. */
export interface SegmentFolder {
  files: Files
  folder: string
  format: number
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
