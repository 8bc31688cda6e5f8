import type { PendingSet, StoreCore } from './core.js'
import { hasKeptMatches } from './erase-kept.js'
import { replayTo } from './history.js'
import type { SegmentExtent } from './image.js'
import { keptInSegment } from './items/kept-items.js'
import { findManifest, infoOf, listManifests, momentOf, removeManifest, saveManifest } from './named-snapshots.js'
import { rewindStore } from './rewind.js'
import { findSecret, findSecretAt, snapshotSecret } from './secrets-file.js'
import { stableCopy } from './stable-copy.js'
import type { KeptItems, NamedSnapshots, OrganizationStore } from './types.js'
import type { WriteQueue } from './write-queue.js'

type TimeTravel<State, Change> = Pick<
  OrganizationStore<State, Change>,
  'findMomentAt' | 'rewind' | 'snapshots' | 'hasKeptMatches' | 'presentItems' | 'blobNames'
>

/** What a store can do with moments other than the present. */
export function createTimeTravel<State, Change>(
  core: StoreCore<State, Change>,
  queue: WriteQueue<PendingSet>,
  requireOpen: () => void,
): TimeTravel<State, Change> {
  return {
    async findMomentAt(seq) {
      const then = await findThen(core, queue, seq)
      return (
        then && {
          state: then.state,
          items: keptItems(core, then.image.sources),
          secret: (id) => findSecretAt(core.secrets, id, seq),
        }
      )
    },
    async rewind(items, build) {
      requireOpen()
      await rewindStore(core, queue, items, build)
    },
    presentItems: () =>
      keptItems(
        core,
        Object.fromEntries([...core.segments.bySource].map(([sourceId, { flushed }]) => [sourceId, { ...flushed }])),
      ),
    hasKeptMatches: (query) => inQueue(queue, () => hasKeptMatches(core, query)),
    blobNames: () => [...core.blobs.keys()],
    snapshots: namedSnapshots(core, queue, requireOpen),
  }
}

function namedSnapshots<State, Change>(
  core: StoreCore<State, Change>,
  queue: WriteQueue<PendingSet>,
  requireOpen: () => void,
): NamedSnapshots<State> {
  const { files, paths, options } = core
  return {
    list: () => inQueue(queue, async () => (await listManifests(files, paths, options.format)).map(infoOf)),
    find: (name) =>
      inQueue(queue, async () => {
        const manifest = await findManifest(files, paths, name, options.format)
        return (
          manifest && {
            ...momentOf<State>(files, paths, manifest),
            info: infoOf(manifest),
            secret: (id: string) => findSecret(core.secrets, snapshotSecret(name, id)),
          }
        )
      }),
    async save(name, at) {
      requireOpen()
      const state = stableCopy(core.state)
      return inQueue(queue, () => saveManifest(core, { name, at, state }))
    },
    async remove(name) {
      requireOpen()
      return inQueue(queue, () => removeManifest(files, paths, name, options.format))
    },
  }
}

/** State and image after change `seq`; nothing where the history does not reach it. */
export function findThen<State, Change>(core: StoreCore<State, Change>, queue: WriteQueue<PendingSet>, seq: number) {
  return inQueue(queue, () => replayTo(core, seq, [core.options.format]))
}

/** Runs alone among the writes, so that no compaction moves files meanwhile. What goes wrong stops no later write. */
export async function inQueue<Value>(queue: WriteQueue<PendingSet>, work: () => Promise<Value>): Promise<Value> {
  let result: Promise<Value> | undefined
  await queue.addTask(async () => {
    result = work()
    await result.catch(() => undefined)
  })
  return result!
}

function keptItems<State, Change>(
  { files, paths }: StoreCore<State, Change>,
  sources: Record<string, SegmentExtent>,
): KeptItems[] {
  return Object.entries(sources).map(([id, extent]) => keptInSegment(files, paths.items, Number(id), extent))
}
