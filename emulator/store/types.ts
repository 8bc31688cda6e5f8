import type { Files } from '../adapters/files.js'
import type { StoredItem } from '../state/stored-item.js'
import type { SegmentExtent } from './image.js'

/**
 * The types of a store. Those about earlier states are used in five places: `snapshot-file.ts` writes the one snapshot that the
 * journal continues from; `named-snapshots.ts` keeps the snapshots that a person names; `time-travel.ts` rebuilds the state after
 * any change that is still in the history; `restore.ts` puts the items of either in the place of the present ones;
 * `organizations/snapshots.ts` and `organizations/restore-state.ts` are what the control API calls for it.
 */

export type { StoredItem } from '../state/stored-item.js'

/** What one request (or one due job) changes: all of it survives a crash, or nothing. */
export interface ChangeSet<Change> {
  /** Epoch milliseconds. */
  at: number
  operation: string
  /** One line for the log; it outlives an erase, so it must never quote an item. */
  summary: string
  changes: readonly Change[]
  /** Appended to their sources' segments; ids must grow. */
  items?: readonly StoredItem[]
  /** Webhook secrets: only ever in a file of their own. */
  secrets?: { set?: Record<string, string>; remove?: readonly string[] }
  /** Bodies that belong in no journal; names of letters, digits, `_` and `-`. */
  blobs?: { put?: Record<string, Uint8Array>; remove?: readonly string[] }
}

/** An erase removes items, so it cannot bring any. */
export type ErasingChangeSet<Change> = Omit<ChangeSet<Change>, 'items'>

/** One line of the log, without the changes themselves. */
export interface LogEntry {
  seq: number
  at: number
  operation: string
  summary: string
}

/** What opening had to repair: bytes of a torn journal tail, and bytes of items no one had committed. */
export interface Recovered {
  cutBytes: number
  cutItemBytes: number
  messages: string[]
}

/** How state and changes of an older format become today's. */
export interface Migration<State, Change> {
  state(state: unknown, fromFormat: number): State
  change(change: unknown, fromFormat: number): Change
}

export interface StoreOptions<State, Change> {
  folder: string
  files: Files
  initial(): State
  /** The only writer of the state; must be deterministic, for the journal is replayed through it. */
  apply(state: State, change: Change): void
  /** Format version of State and Change: newer files are refused, older ones migrated. */
  format: number
  migrate?: Migration<State, Change>
  /** The state of a snapshot once some of its items are erased; must be pure. */
  withoutItems?(state: State, gone: readonly ItemMatch[]): State
  /** Called with every change-set once memory has it, before the disk does. */
  onCommit?(entry: LogEntry, changes: readonly Change[]): void
  /** Change-sets kept for log and undo; default: 10,000. */
  historyLength?: number
  /** Journal records after which a compaction starts by itself; default: 1,000. */
  compactAfter?: number
}

export interface ItemQuery {
  /** Only items with a greater id. */
  afterId: number
  limit: number
  sourceIds?: readonly number[]
  fieldId?: number
  externalId?: string
  customerId?: string
  /** Bounds on `occurredAt`, or `createdAt` if there is none: since is inclusive, until exclusive. */
  occurredSince?: number
  occurredUntil?: number
}

export interface ItemMatchQuery {
  externalIds?: readonly string[]
  customerIds?: readonly string[]
  sourceId?: number
}

export type ItemMatch = Pick<StoredItem, 'id' | 'sourceId' | 'fieldId' | 'externalId' | 'customerId'>

export interface ItemReader {
  /** Brings the index of a source into memory; await it before `findExternalIds`. */
  load(sourceId: number): Promise<void>
  /** Those of `ids` already stored in the field, committed sets included at once. Throws when the source is not loaded. */
  findExternalIds(sourceId: number, fieldId: number, ids: readonly string[]): Set<string>
  /** A page in ascending id, the order of arrival over all sources. */
  select(query: ItemQuery): Promise<StoredItem[]>
  /** All items of a source after an id, in batches. */
  scan(sourceId: number, afterId: number): AsyncIterable<StoredItem[]>
  /** The item of a source that came last; nothing if it has none. */
  findLast(sourceId: number): Promise<StoredItem | undefined>
  /** Items with one of the external ids or one of the customer ids, without their texts. */
  match(query: ItemMatchQuery): Promise<ItemMatch[]>
  /** Items of a source, or of all; needs no index. */
  count(sourceId?: number): number
}

/** The items of one source as they were once. */
export interface KeptItems {
  sourceId: number
  count: number
  /** Greatest item id the source ever had. */
  lastId: number
  /** Where they are, if in a segment: one that is in use needs no copy. */
  extent?: SegmentExtent
  /** Whole lines of a segment. */
  rows(): AsyncIterable<Uint8Array>
}

/** Everything as it was: state, items, and waiting bodies where they were kept. */
export interface Snapshot<State> {
  state: State
  items: KeptItems[]
  blobs?: Record<string, Uint8Array>
  /** A secret of then, where it is still known; a file that was exported holds none. */
  secret?(id: string): string | undefined
}

export interface SnapshotInfo {
  name: string
  /** Epoch milliseconds. */
  at: number
  items: number
}

/** Named snapshots. Each is complete in itself; names are letters, digits, `_` and `-`. */
export interface NamedSnapshots<State> {
  list(): Promise<SnapshotInfo[]>
  find(name: string): Promise<(Snapshot<State> & { info: SnapshotInfo }) | undefined>
  /**
   * Saves the present as it is at this call, in the place of an older one of that name; commits continue meanwhile. One at a
   * time.
   */
  save(name: string, at: number): Promise<SnapshotInfo>
  /** Whether there was one. */
  remove(name: string): Promise<boolean>
}

/** Runs a commit while no one else may commit; resolves to whether it was possible. */
export type Alone = (commit: () => Promise<boolean>) => Promise<boolean>

/** An erase whose long part is done. */
export interface PreparedErase {
  /** Whether a snapshot, or what undo can go back to, held items that the present does not. Only looked for where the present has none. */
  readonly foundKept: boolean
  /** Removes what was written and not used; after the store was closed or has failed, whoever opens the folder next does that. */
  drop(): Promise<void>
}

export interface OrganizationStore<State, Change> {
  /** Plain JSON; replaced as a whole by `reset`, so read it again each time. */
  readonly state: State
  readonly seq: number
  /** Changes before this one are out of reach of undo: the last erase or reset, or the length of the history. */
  readonly historyFrom: number
  readonly recovered?: Recovered
  /** Why the store takes no more writes; memory may be ahead of the disk then, so open it again. */
  readonly failed?: Error
  readonly items: ItemReader
  /** Applies and queues in one synchronous step; `durable` resolves once it is on disk. Throws StoreClosedError, RefusedSetError. */
  commit(set: ChangeSet<Change>): { seq: number; durable: Promise<void> }
  /** Resolves when everything committed so far is on disk. */
  durable(): Promise<void>
  /**
   * Does what takes long of an erase while commits continue; within `holdFiles`, one at a time. Items that answer `query` go from
   * the snapshots, too, but nothing that is in use is touched before `eraseItems`.
   */
  prepareErase(ids: readonly { sourceId: number; id: number }[], query?: ItemMatchQuery): Promise<PreparedErase>
  /**
   * Removes items for good: hidden at once, and when it resolves, no file of the folder holds them. All or nothing in a
   * crash. Without a preparation for them the files are written again while commits wait. Throws StoreClosedError, and RefusedSetError
   * for a preparation of a store that was open before.
   */
  eraseItems(
    ids: readonly { sourceId: number; id: number }[],
    set: ErasingChangeSet<Change>,
    prepared?: PreparedErase,
  ): Promise<void>
  secret(id: string): string | undefined
  blob(name: string): Promise<Uint8Array | undefined>
  /** Newest first; `before` is a sequence number. */
  log(options: { limit: number; before?: number }): LogEntry[]
  /** The state as it was after change `seq`; nothing when the history does not reach that far. */
  findStateAt(seq: number): Promise<State | undefined>
  /** State and items as they were after change `seq`. */
  findSnapshotAt(seq: number): Promise<Snapshot<State> | undefined>
  /** The items as they are, for an export or a comparison. */
  presentItems(): KeptItems[]
  /**
   * Goes back to the items of a snapshot with the changes `build` says, in one record that undo can take back. Files are written
   * while commits continue; within `alone`, which is asked again where one came in between, no one may commit. One at a time.
   */
  restore(items: readonly KeptItems[], build: () => Omit<ChangeSet<Change>, 'items'>, alone?: Alone): Promise<void>
  /** Runs `work` while no file is taken away but by an erase, a restore or a reset. */
  holdFiles<Value>(work: () => Promise<Value>): Promise<Value>
  readonly snapshots: NamedSnapshots<State>
  blobNames(): string[]
  compact(): Promise<void>
  /** Replaces everything (items, secrets, blobs, history) by `state`, or by initial(); only the log stays. */
  reset(entry: Omit<LogEntry, 'seq'>, state?: State): Promise<void>
  /** Writes a snapshot and lets go of the files. */
  close(): Promise<void>
}
