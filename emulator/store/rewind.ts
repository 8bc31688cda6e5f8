import { applySet } from './commit.js'
import type { PendingSet, StoreCore } from './core.js'
import { RefusedSetError } from './errors.js'
import type { SegmentExtent } from './image.js'
import { closeSegment } from './items/open-segment.js'
import { createIndex, createSegment, encodeSegmentHeader, type Segment, segmentNames } from './items/segment.js'
import type { ChangeSet, KeptItems } from './types.js'
import type { WriteQueue } from './write-queue.js'

/** A segment's file for the items of another moment, written and synced, not yet in use. */
interface Prepared {
  sourceId: number
  extent: SegmentExtent
}

/**
 * Puts the items of another moment in the place of all there are, with the changes `build` says, as one record. New files
 * are written first; the record is the commit point. The files that were in use stay for undo. Nobody may commit
 * items meanwhile. Resolves when it is on disk; rejects, with nothing changed, where the rows cannot be read.
 */
export async function rewindStore<State, Change>(
  core: StoreCore<State, Change>,
  queue: WriteQueue<PendingSet>,
  items: readonly KeptItems[],
  build: () => Omit<ChangeSet<Change>, 'items'>,
): Promise<void> {
  let outcome: Promise<{ durable: Promise<void> }> | undefined
  await queue.addTask(async () => {
    outcome = prepareAndSwap(core, queue, items, build)
    // Rows that cannot be read are the asker's trouble, not a reason to stop writing.
    await outcome.catch(() => undefined)
  })
  await (await outcome!).durable
}

async function prepareAndSwap<State, Change>(
  core: StoreCore<State, Change>,
  queue: WriteQueue<PendingSet>,
  items: readonly KeptItems[],
  build: () => Omit<ChangeSet<Change>, 'items'>,
): Promise<{ durable: Promise<void> }> {
  const written: string[] = []
  try {
    const prepared: Prepared[] = []
    for (const kept of items) prepared.push(await prepare(core, kept, written))
    if (written.length > 0) await core.files.syncFolder(core.paths.items)
    const pending = applyOrFail(core, queue, build())
    pending.segments = Object.fromEntries(prepared.map(({ sourceId, extent }) => [sourceId, extent]))
    const old = swapSegments(core, prepared)
    const durable = queue.addSet(pending)
    await Promise.all(old.map((close) => close()))
    return { durable }
  } catch (error) {
    for (const path of written) await core.files.remove(path).catch(() => undefined)
    throw error
  }
}

function applyOrFail<State, Change>(
  core: StoreCore<State, Change>,
  queue: WriteQueue<PendingSet>,
  set: ChangeSet<Change>,
): PendingSet {
  try {
    return applySet(core, set)
  } catch (error) {
    if (!(error instanceof RefusedSetError)) queue.fail(error as Error)
    throw error
  }
}

async function prepare<State, Change>(
  { files, paths, segments, options }: StoreCore<State, Change>,
  kept: KeptItems,
  written: string[],
): Promise<Prepared> {
  const { sourceId, count, lastId, extent } = kept
  const present = segments.bySource.get(sourceId)?.flushed
  const isPresent = extent && present?.generation === extent.generation && present.length === extent.length
  if (isPresent) return { sourceId, extent: present }
  segments.generation += 1
  const { generation } = segments
  const path = `${paths.items}/${segmentNames(sourceId, generation).rows}`
  written.push(path)
  const handle = await files.open(path)
  try {
    await handle.append(encodeSegmentHeader(sourceId, generation, options.format))
    for await (const rows of kept.rows()) await handle.append(rows)
    await handle.datasync()
    return { sourceId, extent: { generation, length: handle.size, count, lastId } }
  } finally {
    await handle.close()
  }
}

/** One synchronous step. Readers hold segments, so these are changed in place; returns what lets go of the old files. */
function swapSegments<State, Change>({ segments }: StoreCore<State, Change>, prepared: readonly Prepared[]) {
  const wanted = new Map(prepared.map((each) => [each.sourceId, each.extent]))
  const old: (() => Promise<void>)[] = []
  for (const [sourceId, segment] of [...segments.bySource]) {
    const extent = wanted.get(sourceId)
    wanted.delete(sourceId)
    if (extent?.generation === segment.flushed.generation) continue
    old.push(letGo(segment))
    Object.assign(segment, createSegment(sourceId, extent ?? { generation: -1, length: 0, count: 0, lastId: 0 }))
    delete segment.index
    if (extent) continue
    segment.index = createIndex()
    segments.bySource.delete(sourceId)
  }
  for (const [sourceId, extent] of wanted) segments.bySource.set(sourceId, createSegment(sourceId, extent))
  return old
}

function letGo(segment: Segment): () => Promise<void> {
  const { handle, opening } = segment
  delete segment.handle
  delete segment.opening
  return () => closeSegment({ ...segment, handle, opening } as Segment)
}
