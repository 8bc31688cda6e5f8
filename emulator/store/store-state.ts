import type { FileHandle, Files } from '../adapters/files.js'
import type { BlobEntry, DiskImage, SegmentExtent } from './image.js'
import type { PendingItems, Segments } from './items/segments.js'
import type { StorePaths } from './paths.js'
import type { SecretChange, SecretVersions } from './secrets-file.js'
import type { LogEntry, Recovered, StoreOptions } from './types.js'

/** A blob the state may speak of; its bytes stay in memory until they are in their file. */
export interface LiveBlob extends BlobEntry {
  bytes?: Uint8Array
}

/** A committed change-set on its way to the disk. */
export interface PendingSet extends LogEntry {
  /** JSON, taken when the set was committed. */
  changes: string
  items: PendingItems[]
  segments?: Record<string, SegmentExtent>
  secrets?: SecretChange
  blobs?: { put: Record<string, LiveBlob>; remove: readonly string[] }
}

/** All a store holds: what memory knows, and `image`, what is on disk. Only the write queue touches the latter. */
export interface StoreState<State, Change> {
  options: StoreOptions<State, Change>
  files: Files
  paths: StorePaths
  state: State
  seq: number
  log: LogEntry[]
  secrets: SecretVersions
  blobs: Map<string, LiveBlob>
  segments: Segments
  image: DiskImage
  journal: FileHandle
  /** Since the last snapshot. */
  journalRecords: number
  journalBytes: number
  snapshotBytes: number
  /** How many need files to stay if they are; while there are some, nothing is compacted. */
  held: number
  /** What writes files beside the write queue. */
  writing: Set<Promise<unknown>>
  recovered?: Recovered
}

export const DEFAULT_HISTORY_LENGTH = 10_000
export const DEFAULT_COMPACT_AFTER = 1_000
