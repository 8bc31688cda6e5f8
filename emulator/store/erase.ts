import { blobEntry, outdatedBlobs } from './blobs.js'
import { type Moment, replaceSnapshot } from './compact.js'
import type { PendingSet, StoreCore } from './core.js'
import { dropOutdated, flushReferenced } from './flush.js'
import { trimHistory } from './history.js'
import { advanceImage } from './image.js'
import { rewriteSegment, swapSegment } from './items/rewrite-segment.js'
import { type Segment, segmentNames } from './items/segment.js'

/** Ids to erase, by segment. */
export type ErasedItems = Map<Segment, Set<number>>

/** Hides items from readers at once. Ids of unknown sources are left out. */
export function hideItems<State, Change>(
  { segments }: StoreCore<State, Change>,
  ids: readonly { sourceId: number; id: number }[],
): ErasedItems {
  const erased: ErasedItems = new Map()
  for (const { sourceId, id } of ids) {
    const segment = segments.bySource.get(sourceId)
    if (segment === undefined) continue
    erased.set(segment, (erased.get(segment) ?? new Set()).add(id))
    segment.hidden.add(id)
  }
  return erased
}

/**
 * Takes hidden items from the disk: new segments, then a snapshot that names them (its rename is the commit point),
 * then journal, history and the old segments go. Runs in the write queue.
 */
export async function eraseFromDisk<State, Change>(
  core: StoreCore<State, Change>,
  moment: Moment<State>,
  set: PendingSet,
  erased: ErasedItems,
): Promise<void> {
  await flushReferenced(core, [set])
  const outdated = outdatedBlobs(core.image, [set])
  const old = await rewriteSegments(core, erased)
  const put = Object.fromEntries(Object.entries(set.blobs?.put ?? {}).map(([name, blob]) => [name, blobEntry(blob)]))
  advanceImage(core.image, { seq: set.seq, blobs: { put, remove: set.blobs?.remove ?? [] } })
  core.image.historyFrom = set.seq
  await replaceSnapshot(core, moment)
  await removeOldSegments(core, old)
  await trimHistory(core)
  await removeBackups(core)
  await dropOutdated(core, [set], outdated)
  await core.files.syncFolder(core.paths.blobs)
}

async function rewriteSegments<State, Change>(core: StoreCore<State, Change>, erased: ErasedItems) {
  const { segments, image } = core
  const old: { sourceId: number; generation: number }[] = []
  for (const [segment, ids] of erased) {
    segments.generation += 1
    const next = await rewriteSegment(segments.place, segment, ids, segments.generation)
    const { generation, handle } = swapSegment(segment, next, ids)
    image.sources[segment.sourceId] = { ...segment.flushed }
    old.push({ sourceId: segment.sourceId, generation })
    await handle?.close()
  }
  return old
}

async function removeOldSegments<State, Change>(
  { files, paths }: StoreCore<State, Change>,
  old: readonly { sourceId: number; generation: number }[],
): Promise<void> {
  for (const { sourceId, generation } of old) {
    const { rows, index } = segmentNames(sourceId, generation)
    await files.remove(`${paths.items}/${rows}`)
    await files.remove(`${paths.items}/${index}`)
  }
  await files.syncFolder(paths.items)
}

/** Copies of older formats hold what they held. */
async function removeBackups<State, Change>({ files, paths }: StoreCore<State, Change>): Promise<void> {
  for (const name of await files.list(paths.folder)) {
    if (!name.startsWith('backup.')) continue
    for (const file of await files.list(`${paths.folder}/${name}`))
      await files.remove(`${paths.folder}/${name}/${file}`)
    await files.syncFolder(`${paths.folder}/${name}`)
  }
}
