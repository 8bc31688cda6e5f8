import { holdFiles, writeBeside } from './beside-queue.js'
import { replayTo } from './history.js'
import type { SegmentExtent } from './image.js'
import { keptInSegment } from './items/kept-items.js'
import {
  blobsOfCapture,
  capturePresent,
  findManifest,
  infoOf,
  listManifests,
  removeManifest,
  saveManifest,
  snapshotOf,
} from './named-snapshots.js'
import { restoreItems } from './restore.js'
import { findSecret, findSecretAt, snapshotSecret } from './secrets-file.js'
import type { PendingSet, StoreState } from './store-state.js'
import type { KeptItems, NamedSnapshots, OrganizationStore } from './types.js'
import { inQueue, type WriteQueue } from './write-queue.js'

type TimeTravel<State, Change> = Pick<
  OrganizationStore<State, Change>,
  'findSnapshotAt' | 'findStateAt' | 'restore' | 'snapshots' | 'presentItems' | 'blobNames' | 'holdFiles'
>

/** What a store can do with moments other than the present. */
export function createTimeTravel<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  requireOpen: () => void,
): TimeTravel<State, Change> {
  const hold = async <Value>(work: () => Promise<Value>) => {
    requireOpen()
    return holdFiles(core, queue, async () => undefined, work)
  }
  /** State and image after change `seq`; nothing if the history does not reach it. */
  const replay = (seq: number) => hold(() => replayTo(core, seq, [core.options.format]))
  return {
    holdFiles: hold,
    findStateAt: async (seq) => (await replay(seq))?.state,
    async findSnapshotAt(seq) {
      const then = await replay(seq)
      return (
        then && {
          state: then.state,
          items: keptItems(core, then.image.sources),
          secret: (id) => findSecretAt(core.secrets, id, seq),
        }
      )
    },
    async restore(items, build, alone = (commit) => commit()) {
      requireOpen()
      await restoreItems(core, queue, requireOpen, { items, build, alone })
    },
    presentItems: () =>
      keptItems(
        core,
        Object.fromEntries([...core.segments.bySource].map(([sourceId, { flushed }]) => [sourceId, { ...flushed }])),
      ),
    blobNames: () => [...core.blobs.keys()],
    snapshots: namedSnapshots(core, queue, requireOpen),
  }
}

function namedSnapshots<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  requireOpen: () => void,
): NamedSnapshots<State> {
  const { files, paths, options } = core
  return {
    list: async () => (await listManifests(files, paths, options.format)).map(infoOf),
    async find(name) {
      const manifest = await findManifest(files, paths, name, options.format)
      return (
        manifest && {
          ...snapshotOf<State>(files, paths, manifest),
          info: infoOf(manifest),
          secret: (id: string) => findSecret(core.secrets, snapshotSecret(name, id)),
        }
      )
    },
    async save(name, at) {
      requireOpen()
      const capture = capturePresent(core)
      // A commit may take a blob away again, so these are read before any that follows.
      const blobsThen = () => blobsOfCapture(core, capture)
      return holdFiles(core, queue, blobsThen, (blobs) =>
        writeBeside(core, requireOpen, () => saveManifest(core, requireOpen, { name, at, ...capture, blobs })),
      )
    },
    async remove(name) {
      requireOpen()
      return inQueue(queue, () => removeManifest(files, paths, name, options.format))
    },
  }
}

function keptItems<State, Change>(
  { files, paths }: StoreState<State, Change>,
  sources: Record<string, SegmentExtent>,
): KeptItems[] {
  return Object.entries(sources).map(([id, extent]) => keptInSegment(files, paths.items, Number(id), extent))
}
