import { blobEntry, flushBlobs, outdatedBlobs } from './blobs.js'
import { type AppendedItems, advanceImage, type ImageChange } from './image.js'
import { openSegment } from './items/open-segment.js'
import { type Chunk, flushChunks, type Segment } from './items/segment.js'
import { encodeJournalRecord } from './journal-file.js'
import { checksum } from './line.js'
import { countVersions, dropOutdatedSecrets, writeSecrets } from './secrets-file.js'
import type { PendingSet, StoreState } from './store-state.js'

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
