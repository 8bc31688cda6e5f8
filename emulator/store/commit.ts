import { blobEntry, flushBlobs, outdatedBlobs, prepareBlobs } from './blobs.js'
import { RefusedSetError } from './errors.js'
import { type AppendedItems, advanceImage, type ImageChange } from './image.js'
import { type Chunk, flushChunks, openSegment, type Segment } from './items/segment.js'
import { appendToSegments, checkGrowingIds } from './items/segments.js'
import { encodeJournalRecord } from './journal-file.js'
import { checksum } from './line.js'
import { addSecretVersions, countVersions, dropOutdatedSecrets, writeSecrets } from './secrets-file.js'
import type { PendingSet, StoreState } from './store-state.js'
import type { ChangeSet } from './types.js'
import type { WriteQueue } from './write-queue.js'

/** `applySet`; a change that can't be applied leaves memory half changed, so nothing may follow it. */
export function applyOrFail<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  set: ChangeSet<Change>,
  publish = () => {},
): PendingSet {
  try {
    const pending = applySet(core, set)
    publish()
    return pending
  } catch (error) {
    if (!(error instanceof RefusedSetError)) queue.fail(error as Error)
    throw error
  }
}

/** The memory half of a commit, in one synchronous step. Throws RefusedSetError before anything changed. */
function applySet<State, Change>(core: StoreState<State, Change>, set: ChangeSet<Change>): PendingSet {
  const seq = core.seq + 1
  const { at, operation, summary, items = [] } = set
  checkGrowingIds(core.segments, items)
  const blobs = set.blobs && prepareBlobs(seq, set.blobs)
  const changes = JSON.stringify(set.changes)
  // The state takes in what the journal will give back, never an object the caller may change later.
  for (const change of JSON.parse(changes) as Change[]) core.options.apply(core.state, change)
  core.seq = seq
  core.log.push({ seq, at, operation, summary })
  if (set.secrets !== undefined) core.secrets = addSecretVersions(core.secrets, seq, set.secrets)
  for (const name of blobs?.remove ?? []) core.blobs.delete(name)
  for (const [name, blob] of Object.entries(blobs?.put ?? {})) core.blobs.set(name, blob)
  core.journalRecords += 1
  core.journalBytes += changes.length
  return {
    ...{ seq, at, operation, summary, changes },
    items: appendToSegments(core.segments, items),
    ...(set.secrets && { secrets: set.secrets }),
    ...(blobs && { blobs }),
  }
}

/** Brings a group of sets to the disk: everything they refer to first, then their records with one sync. */
export async function flushSets<State, Change>(core: StoreState<State, Change>, sets: PendingSet[]): Promise<void> {
  const synced = core.image.seq
  await flushReferenced(core, sets)
  const changes = sets.map(imageChange)
  const lines = sets.map(({ at, operation, summary, changes: json }, index) =>
    encodeJournalRecord({ ...changes[index]!, synced, at, operation, summary }, json),
  )
  await core.journal.append(Buffer.concat(lines))
  await core.journal.datasync()
  const outdated = outdatedBlobs(core.image, sets)
  for (const change of changes) advanceImage(core.image, change)
  await dropOutdated(core, sets, outdated)
}

/** What must be on disk before the record that speaks of it. */
export async function flushReferenced<State, Change>(core: StoreState<State, Change>, sets: PendingSet[]) {
  if (sets.some((set) => set.secrets !== undefined)) {
    await writeSecrets(core.files, core.paths.secrets, core.options.format, core.secrets)
  }
  await flushBlobs(core.files, core.paths.blobs, sets)
  const chunks = new Map<Segment, Chunk[]>()
  for (const { segment, chunk } of sets.flatMap((set) => set.items)) {
    chunks.set(segment, [...(chunks.get(segment) ?? []), chunk])
  }
  for (const [segment, list] of chunks) {
    await flushChunks(segment, await openSegment(core.segments.place, segment), list)
  }
}

function imageChange({ seq, items, segments, blobs }: PendingSet): ImageChange {
  const change: ImageChange = { seq, ...(segments && { segments }) }
  if (items.length > 0) change.items = items.map(({ segment, chunk }) => appendedItems(segment, chunk))
  if (blobs !== undefined) {
    const put = Object.entries(blobs.put).map(([name, blob]) => [name, blobEntry(blob)] as const)
    change.blobs = { put: Object.fromEntries(put), remove: blobs.remove }
  }
  return change
}

function appendedItems({ sourceId, flushed }: Segment, { offset, bytes, count, lastId }: Chunk): AppendedItems {
  const { generation } = flushed
  return { source: sourceId, generation, offset, length: bytes.length, count, lastId, crc: checksum(bytes) }
}

/** Removes what the sets, now on disk, have replaced. */
export async function dropOutdated<State, Change>(
  core: StoreState<State, Change>,
  sets: readonly PendingSet[],
  blobFiles: readonly string[],
): Promise<void> {
  for (const file of blobFiles) await core.files.remove(`${core.paths.blobs}/${file}`)
  if (sets.every((set) => set.secrets === undefined)) return
  const versions = countVersions(core.secrets)
  core.secrets = dropOutdatedSecrets(core.secrets, core.image.historyFrom)
  if (countVersions(core.secrets) === versions) return
  await writeSecrets(core.files, core.paths.secrets, core.options.format, core.secrets)
}
