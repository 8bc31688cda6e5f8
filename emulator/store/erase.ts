import { isOpen, writeBeside } from './beside-queue.js'
import { blobEntry, outdatedBlobs } from './blobs.js'
import { dropOutdated, flushReferenced } from './commit.js'
import { replaceSnapshot, type StateAt } from './compact.js'
import { RefusedSetError } from './errors.js'
import { trimHistory } from './history.js'
import { advanceImage } from './image.js'
import { keptInSegment, matchKept, withoutMatches } from './items/kept-items.js'
import { beginRewrite, copyRows, type Rewrite, swapSegment } from './items/rewrite-segment.js'
import { type Segment, segmentNames } from './items/segment.js'
import { listManifests, type Manifest, putManifest, snapshotOf, writeRows } from './named-snapshots.js'
import type { PendingSet, StoreState } from './store-state.js'
import type { ItemMatch, ItemMatchQuery, PreparedErase } from './types.js'

/** Ids to erase, by segment. */
export type ErasedItems = Map<Segment, Set<number>>

/** The long part of an erase: what was written before the change that erases. */
export interface ErasePreparation extends PreparedErase {
  /** Segments without the items that were found; they lack what was committed since. */
  rewrites: Map<Segment, Rewrite>
  /** What was open when it was made; after a failed write the folder is opened anew, and the same paths may be other files. */
  core: object
}

/**
 * Does what takes long of an erase beside the write queue: takes matches out of the snapshots, and writes the segments that hold
 * `ids` anew. No other erase and no restore may run until it was used or dropped.
 */
export function prepareErase<State, Change>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  ids: readonly { sourceId: number; id: number }[],
  query: ItemMatchQuery | undefined,
): Promise<ErasePreparation> {
  const rewrites: ErasePreparation['rewrites'] = new Map()
  const letGo = async (discard: (path: string) => Promise<void>): Promise<void> => {
    const unused = [...rewrites.values()]
    rewrites.clear()
    for (const { handle, path } of unused) {
      await handle.close()
      await discard(path)
    }
  }
  const remove = (path: string) => core.files.remove(path)
  // Once the store is closed or has failed, the path may be that of another store's file, which an unlink would lose.
  const drop = (): Promise<void> =>
    isOpen(requireOpen) ? writeBeside(core, requireOpen, () => letGo(remove)) : letGo(async () => undefined)
  return writeBeside(core, requireOpen, async () => {
    try {
      const foundKept = query !== undefined && ids.length === 0 && (await hasKeptMatches(core, query))
      if (query && (foundKept || ids.length > 0)) await eraseFromSnapshots(core, requireOpen, query)
      for (const [segment, erased] of bySegment(core, ids)) {
        const rewrite = await beginRewrite(core.segments, segment)
        rewrites.set(segment, rewrite)
        await copyRows(core.segments.place, segment, rewrite, erased, requireOpen)
        await rewrite.handle.datasync()
      }
      return { foundKept, rewrites, core, drop }
    } catch (error) {
      await letGo(remove).catch(() => undefined)
      throw error
    }
  })
}

/** The segments a preparation has written. Throws RefusedSetError for one that another opening of the folder has made. */
export function rewritesOf<State, Change>(core: StoreState<State, Change>, prepared: PreparedErase | undefined) {
  const { rewrites, core: preparedIn } = (prepared ?? { core }) as Partial<ErasePreparation>
  if (preparedIn !== core) throw new RefusedSetError('the erase was prepared before the folder was opened anew')
  return rewrites
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
 * Takes hidden items from the disk: new segments (those in `rewrites` lack only what came since), then a snapshot that names them (its rename is the commit point),
 * then journal, history and the old segments go. Runs in the write queue.
 */
export async function eraseFromDisk<State, Change>(
  core: StoreState<State, Change>,
  captured: StateAt<State>,
  set: PendingSet,
  erased: ErasedItems,
  rewrites: Map<Segment, Rewrite> = new Map(),
): Promise<void> {
  await flushReferenced(core, [set])
  const outdated = outdatedBlobs(core.image, [set])
  const old = await rewriteSegments(core, erased, rewrites)
  const put = Object.fromEntries(Object.entries(set.blobs?.put ?? {}).map(([name, blob]) => [name, blobEntry(blob)]))
  advanceImage(core.image, { seq: set.seq, blobs: { put, remove: set.blobs?.remove ?? [] } })
  core.image.historyFrom = set.seq
  await replaceSnapshot(core, captured)
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

/** Whether items with these ids lie in a snapshot, or in what the history can go back to. */
async function hasKeptMatches<State, Change>(core: StoreState<State, Change>, query: ItemMatchQuery): Promise<boolean> {
  const { files, paths, image, options } = core
  const retired = image.retired.map((each) => keptInSegment(files, paths.items, Number(each.source), each))
  const manifests = await listManifests(files, paths, options.format)
  const kept = [...retired, ...manifests.flatMap((manifest) => snapshotOf(files, paths, manifest).items)]
  for (const each of kept) if ((await matchKept(each, query)).length > 0) return true
  return false
}

/**
 * Takes items with these ids out of every snapshot. Comes before the erase counts, for afterwards a crash would leave
 * them there. Bodies that wait in a snapshot may hold them too, and go.
 */
async function eraseFromSnapshots<State, Change>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  query: ItemMatchQuery,
): Promise<void> {
  const { files, paths, options } = core
  for (const manifest of await listManifests(files, paths, options.format)) {
    requireOpen()
    const { items } = snapshotOf(files, paths, manifest)
    const gone: ItemMatch[] = []
    for (const each of items) gone.push(...(await matchKept(each, query)))
    if (gone.length === 0 && Object.keys(manifest.blobs).length === 0) continue
    await rewriteSnapshot(core, requireOpen, manifest, gone, query)
  }
}

async function rewriteSnapshot<State, Change>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  manifest: Manifest,
  gone: readonly ItemMatch[],
  query: ItemMatchQuery,
): Promise<void> {
  const { files, paths, options } = core
  const stamp = manifest.stamp + 1
  const countOf = (sourceId: number) => gone.filter((each) => each.sourceId === sourceId).length
  const changed = snapshotOf(files, paths, manifest)
    .items.filter(({ sourceId }) => countOf(sourceId) > 0)
    .map((kept) => withoutMatches(kept, query, countOf(kept.sourceId)))
  const rows = await writeRows(files, paths, `${manifest.name}.${stamp}`, changed, requireOpen)
  const sources = { ...manifest.sources, ...rows }
  const state = options.withoutItems?.(manifest.state as State, gone) ?? manifest.state
  await putManifest(files, paths, { ...manifest, stamp, sources, state, blobs: {} }, manifest)
}
