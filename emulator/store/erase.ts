import { isOpen, writeBeside } from './beside-queue.js'
import { blobEntry, outdatedBlobs } from './blobs.js'
import { dropOutdated, flushReferenced } from './commit.js'
import { replaceSnapshot, type StateAt } from './compact.js'
import { RefusedSetError } from './errors.js'
import { trimHistory } from './history.js'
import { advanceImage } from './image.js'
import { keptInSegment, matchKept } from './items/kept-items.js'
import { beginRewrite, copyRows, type Rewrite, swapSegment } from './items/rewrite-segment.js'
import { type Segment, segmentNames } from './items/segment.js'
import { listManifests, snapshotOf } from './named-snapshots.js'
import {
  bindManifests,
  dropManifests,
  type PreparedManifest,
  prepareManifests,
  swapManifests,
} from './prepared-manifests.js'
import type { PendingSet, StoreState } from './store-state.js'
import type { ItemMatchQuery, PreparedErase } from './types.js'

/** Ids to erase, by segment. */
export type ErasedItems = Map<Segment, Set<number>>

/** The long part of an erase: what was written before the change that erases. */
export interface ErasePreparation extends PreparedErase {
  /** Segments without the items that were found; they lack what was committed since. */
  rewrites: Map<Segment, Rewrite>
  /** Named snapshots without those items. */
  manifests: PreparedManifest[]
  /** What was open when it was made; after a failed write the folder is opened again, and the same paths may be other files. */
  core: object
}

/**
 * Does what takes long of an erase beside the write queue: writes the snapshots without the matches, and the segments that hold `ids`
 * again, all beside those in use. No other erase, no restore and no save of a snapshot may run until it was used or dropped.
 */
export function prepareErase<State, Change>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  ids: readonly { sourceId: number; id: number }[],
  query: ItemMatchQuery | undefined,
): Promise<ErasePreparation> {
  const rewrites: ErasePreparation['rewrites'] = new Map()
  const manifests: PreparedManifest[] = []
  const letGo = async (discard: (path: string) => Promise<void>): Promise<void> => {
    const unused = [...rewrites.values()]
    rewrites.clear()
    for (const { handle, path } of unused) {
      await handle.close()
      await discard(path)
    }
    await dropManifests(core.paths, manifests.splice(0), discard)
  }
  const remove = (path: string) => core.files.remove(path)
  // Once the store is closed or has failed, the path may be that of another store's file, which an unlink would lose.
  const drop = (): Promise<void> =>
    isOpen(requireOpen) ? writeBeside(core, requireOpen, () => letGo(remove)) : letGo(async () => undefined)
  return writeBeside(core, requireOpen, async () => {
    try {
      const foundKept = query !== undefined && ids.length === 0 && (await hasKeptMatches(core, query))
      if (query && (foundKept || ids.length > 0)) await prepareManifests(core, requireOpen, query, manifests)
      for (const [segment, erased] of bySegment(core, ids)) {
        const rewrite = await beginRewrite(core.segments, segment)
        rewrites.set(segment, rewrite)
        await copyRows(core.segments.place, segment, rewrite, erased, requireOpen)
        await rewrite.handle.datasync()
      }
      return { foundKept, rewrites, manifests, core, drop }
    } catch (error) {
      await letGo(remove).catch(() => undefined)
      throw error
    }
  })
}

/** What a preparation has written. Throws RefusedSetError if another opening of the folder has made it. */
export function writtenBy<State, Change>(
  core: StoreState<State, Change>,
  prepared: PreparedErase | undefined,
): Pick<ErasePreparation, 'rewrites' | 'manifests'> {
  if (prepared === undefined) return { rewrites: new Map(), manifests: [] }
  const preparation = prepared as ErasePreparation
  if (preparation.core !== core) throw new RefusedSetError('the erase was prepared before the folder was reopened')
  return preparation
}

/** Hides items from readers at once. Ids of unknown sources are left out. */
export function hideItems<State, Change>(
  core: StoreState<State, Change>,
  ids: readonly { sourceId: number; id: number }[],
): ErasedItems {
  const erased = bySegment(core, ids)
  for (const [segment, gone] of erased) for (const id of gone) segment.hidden.add(id)
  return erased
}

function bySegment<State, Change>(
  { segments }: StoreState<State, Change>,
  ids: readonly { sourceId: number; id: number }[],
): ErasedItems {
  const erased: ErasedItems = new Map()
  for (const { sourceId, id } of ids) {
    const segment = segments.bySource.get(sourceId)
    if (segment) erased.set(segment, (erased.get(segment) ?? new Set()).add(id))
  }
  return erased
}

/**
 * Takes hidden items from the disk: new segments (those in `rewrites` lack only what came since), then a snapshot that names them (its
 * rename is the commit point), then the prepared manifests take their places, and journal, history and the old segments go. Runs in the
 * write queue.
 */
export async function eraseFromDisk<State, Change>(
  core: StoreState<State, Change>,
  captured: StateAt<State>,
  set: PendingSet,
  erased: ErasedItems,
  { rewrites, manifests }: Pick<ErasePreparation, 'rewrites' | 'manifests'>,
): Promise<void> {
  await flushReferenced(core, [set])
  const outdated = outdatedBlobs(core.image, [set])
  const old = await rewriteSegments(core, erased, rewrites)
  const put = Object.fromEntries(Object.entries(set.blobs?.put ?? {}).map(([name, blob]) => [name, blobEntry(blob)]))
  advanceImage(core.image, { seq: set.seq, blobs: { put, remove: set.blobs?.remove ?? [] } })
  core.image.historyFrom = set.seq
  const bound = await bindManifests(core, manifests.splice(0), set.seq)
  await replaceSnapshot(core, captured)
  await swapManifests(core, bound)
  await removeOldSegments(core, old)
  await trimHistory(core)
  await removeBackups(core)
  await dropOutdated(core, [set], outdated)
  await core.files.syncFolder(core.paths.blobs)
}

async function rewriteSegments<State, Change>(
  core: StoreState<State, Change>,
  erased: ErasedItems,
  rewrites: Map<Segment, Rewrite>,
) {
  const { segments, image, files, paths } = core
  const old: { sourceId: number; generation: number }[] = []
  for (const [segment, ids] of erased) {
    const rewrite = rewrites.get(segment) ?? (await beginRewrite(segments, segment))
    await copyRows(segments.place, segment, rewrite, ids)
    await rewrite.handle.datasync()
    await files.syncFolder(paths.items)
    const { generation, handle } = swapSegment(segment, rewrite, ids)
    rewrites.delete(segment)
    image.sources[segment.sourceId] = { ...segment.flushed }
    old.push({ sourceId: segment.sourceId, generation })
    await handle?.close()
  }
  return old
}

async function removeOldSegments<State, Change>(
  { files, paths }: StoreState<State, Change>,
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
async function removeBackups<State, Change>({ files, paths }: StoreState<State, Change>): Promise<void> {
  for (const name of await files.list(paths.folder)) {
    if (!name.startsWith('backup.')) continue
    for (const file of await files.list(`${paths.folder}/${name}`))
      await files.remove(`${paths.folder}/${name}/${file}`)
    await files.syncFolder(`${paths.folder}/${name}`)
  }
}

/** Whether items with these ids are in a snapshot, or in what the history can go back to. */
async function hasKeptMatches<State, Change>(core: StoreState<State, Change>, query: ItemMatchQuery): Promise<boolean> {
  const { files, paths, image, options } = core
  const retired = image.retired.map((each) => keptInSegment(files, paths.items, Number(each.source), each))
  const manifests = await listManifests(files, paths, options.format)
  const kept = [...retired, ...manifests.flatMap((manifest) => snapshotOf(files, paths, manifest).items)]
  for (const each of kept) if ((await matchKept(each, query)).length > 0) return true
  return false
}
