import { flushSets } from './flush.js'
import { createSegments } from './items/segments.js'
import { type StorePaths, storePaths } from './paths.js'
import { recoverFolder } from './recover.js'
import { repairFolder } from './repair.js'
import { createStore } from './store.js'
import type { LiveBlob, PendingSet, StoreState } from './store-state.js'
import type { OrganizationStore, StoreOptions } from './types.js'
import { createWriteQueue } from './write-queue.js'

/**
 * Opens an organisation's folder, new or with what an earlier process left, and repairs what a crash left half done.
 * Throws DamagedFileError or FormatError, and then nothing in the folder was changed. The caller holds the lock of
 * the data directory.
 */
export async function openOrganizationStore<State, Change>(
  options: StoreOptions<State, Change>,
): Promise<OrganizationStore<State, Change>> {
  const paths = storePaths(options.folder)
  const core = await openCore(options, paths)
  const queue = createWriteQueue<PendingSet>((sets) => flushSets(core, sets))
  return createStore(core, queue)
}

async function openCore<State, Change>(
  options: StoreOptions<State, Change>,
  paths: StorePaths,
): Promise<StoreState<State, Change>> {
  const { files, format } = options
  const recovery = await recoverFolder(options, paths)
  for (const folder of [paths.folder, paths.items, paths.blobs, paths.history]) await files.makeFolder(folder)
  const { journal, recovered } = await repairFolder(options, paths, recovery)
  const { state, image, log, secrets } = recovery
  return {
    ...{ options, files, paths, state, image, log, secrets, journal },
    seq: image.seq,
    blobs: new Map<string, LiveBlob>(Object.entries(image.blobs)),
    segments: createSegments({ files, folder: paths.items, format }, image),
    journalRecords: recovery.journal?.records.length ?? 0,
    journalBytes: journal.size,
    snapshotBytes: (await files.findSize(paths.snapshot)) ?? 0,
    held: 0,
    writing: new Set(),
    ...(recovered && { recovered }),
  }
}
