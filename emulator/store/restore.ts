import { isOpen, writeBeside } from './beside-queue.js'
import { applyOrFail } from './commit.js'
import type { SegmentExtent } from './image.js'
import {
  closeSegment,
  createIndex,
  createSegment,
  encodeSegmentHeader,
  type Segment,
  segmentNames,
} from './items/segment.js'
import { loadIndex } from './items/segment-index.js'
import type { PendingSet, StoreState } from './store-state.js'
import type { Alone, ChangeSet, KeptItems } from './types.js'
import { inQueue, type WriteQueue } from './write-queue.js'

/** The file a source's items will be in. */
interface Prepared {
  sourceId: number
  extent: SegmentExtent
  /** Written, synced and with its index in memory, so that no later push waits for that. Missing: the source uses the file already, and one more item makes it another. */
  next?: Segment
}

/** What a restore needs: the items to go back to, and the changes that come with them. */
export interface Restore<Change> {
  items: readonly KeptItems[]
  build(): Omit<ChangeSet<Change>, 'items'>
  alone: Alone
}

/**
 * Puts other items in the place of all there are, with the changes `build` says, as one record. New files are written first,
 * while commits continue; the record is the commit point. The files that were in use stay for undo. Resolves when it is on disk;
 * rejects, with nothing changed, where the rows can't be read.
 */
export async function restoreItems<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  requireOpen: () => void,
  { items, build, alone }: Restore<Change>,
): Promise<void> {
  const written: string[] = []
  const prepared: Prepared[] = []
  const commit = async (): Promise<boolean> => {
    requireOpen()
    // In the queue all that was committed is in the files, and `alone` keeps more from being committed.
    const durable = await inQueue(queue, async () => {
      if (prepared.some((each) => !isReady(core, each))) return undefined
      return { durable: swapAndCommit(core, queue, prepared, build) }
    })
    if (durable) written.length = 0
    await durable?.durable
    return durable !== undefined
  }
  try {
    do {
      await writeBeside(core, requireOpen, () => prepareAll(core, requireOpen, items, prepared, written))
    } while (!(await alone(commit)))
  } catch (error) {
    for (const { next } of prepared) if (next && written.length > 0) await closeSegment(next)
    // After a failed write the record may be on the disk, and once the store is closed another may use the same names: whoever
    // opens the folder next removes what nothing names.
    if (isOpen(requireOpen)) await writeBeside(core, requireOpen, () => removeAll(core, written))
    throw error
  }
}

async function removeAll<State, Change>(
  { files }: StoreState<State, Change>,
  written: readonly string[],
): Promise<void> {
  for (const path of written) await files.remove(path).catch(() => undefined)
}

/** Fills in files for all items; those of an earlier attempt that still fit stay. */
async function prepareAll<State, Change>(
  core: StoreState<State, Change>,
  requireOpen: () => void,
  items: readonly KeptItems[],
  prepared: Prepared[],
  written: string[],
): Promise<void> {
  for (const [at, kept] of items.entries()) {
    const known = prepared[at]
    if (!known || !isReady(core, known)) prepared[at] = await prepare(core, requireOpen, kept, written)
  }
  if (written.length > 0) await core.files.syncFolder(core.paths.items)
}

function isReady<State, Change>({ segments }: StoreState<State, Change>, { sourceId, extent, next }: Prepared) {
  return next !== undefined || isExtent(segments.bySource.get(sourceId), extent)
}

function isExtent(segment: Segment | undefined, extent: SegmentExtent): boolean {
  return segment?.flushed.generation === extent.generation && segment.length === extent.length
}

async function prepare<State, Change>(
  { files, paths, segments, options }: StoreState<State, Change>,
  requireOpen: () => void,
  { sourceId, count, lastId, extent, rows }: KeptItems,
  written: string[],
): Promise<Prepared> {
  if (extent && isExtent(segments.bySource.get(sourceId), extent)) return { sourceId, extent }
  segments.generation += 1
  const { generation } = segments
  const path = `${paths.items}/${segmentNames(sourceId, generation).rows}`
  written.push(path)
  const handle = await files.open(path)
  try {
    await handle.append(encodeSegmentHeader(sourceId, generation, options.format))
    for await (const batch of rows()) {
      requireOpen()
      await handle.append(batch)
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
  const made = { generation, length: handle.size, count, lastId }
  const next = createSegment(sourceId, made)
  await loadIndex(segments.place, next)
  return { sourceId, extent: made, next }
}

/** One synchronous step; resolves when it is on disk. */
function swapAndCommit<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  prepared: readonly Prepared[],
  build: () => Omit<ChangeSet<Change>, 'items'>,
): Promise<void> {
  const pending = applyOrFail(core, queue, build())
  pending.segments = Object.fromEntries(prepared.map(({ sourceId, extent }) => [sourceId, extent]))
  const old = swapSegments(core, prepared)
  return Promise.all([queue.addSet(pending), ...old.map((close) => close())]).then(() => undefined)
}

/** One synchronous step. Readers hold segments, so these are changed in place; returns what lets go of the old files. */
function swapSegments<State, Change>({ segments }: StoreState<State, Change>, prepared: readonly Prepared[]) {
  const wanted = new Map(prepared.map((each) => [each.sourceId, each]))
  const old: (() => Promise<void>)[] = []
  for (const [sourceId, segment] of [...segments.bySource]) {
    const found = wanted.get(sourceId)
    wanted.delete(sourceId)
    if (found && !found.next) continue
    old.push(letGo(segment))
    Object.assign(segment, found?.next ?? goneSegment(sourceId))
    if (!found) segments.bySource.delete(sourceId)
  }
  for (const [sourceId, { extent, next }] of wanted) {
    segments.bySource.set(sourceId, next ?? createSegment(sourceId, extent))
  }
  return old
}

/** What a reader that holds the segment of a source finds, once the source has no items. */
function goneSegment(sourceId: number): Segment {
  return { ...createSegment(sourceId, { generation: -1, length: 0, count: 0, lastId: 0 }), index: createIndex() }
}

function letGo(segment: Segment): () => Promise<void> {
  const { handle, opening } = segment
  delete segment.handle
  delete segment.opening
  return () => closeSegment({ ...segment, handle, opening } as Segment)
}
