import { findBlob } from './blobs.js'
import { applyOrFail, flushSets } from './commit.js'
import { captureState, compactWhenDue, queueCompaction, resetDisk, writeIndexes } from './compact.js'
import { eraseFromDisk, hideItems, prepareErase, writtenBy } from './erase.js'
import { StoreClosedError } from './errors.js'
import { createItemReader } from './items/reader.js'
import { closeSegment } from './items/segment.js'
import { createSegments } from './items/segments.js'
import { type StorePaths, storePaths } from './paths.js'
import { recoverFolder } from './recover.js'
import { repairFolder } from './repair.js'
import { addSecretVersions, findSecret, secretsOfPresent } from './secrets-file.js'
import { stableCopy } from './snapshot-file.js'
import type { LiveBlob, PendingSet, StoreState } from './store-state.js'
import { createTimeTravel } from './time-travel.js'
import type { ChangeSet, LogEntry, OrganizationStore, StoreOptions } from './types.js'
import { createWriteQueue, type WriteQueue } from './write-queue.js'

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

/** The store over an opened folder. */
function createStore<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
): OrganizationStore<State, Change> {
  let closing: Promise<void> | undefined
  const requireOpen = (): void => {
    if (closing !== undefined || queue.failed !== undefined) throw new StoreClosedError(core.paths.folder, queue.failed)
  }
  return {
    get state() {
      return core.state
    },
    get seq() {
      return core.seq
    },
    get historyFrom() {
      return core.image.historyFrom
    },
    get failed() {
      return queue.failed
    },
    ...(core.recovered && { recovered: core.recovered }),
    items: createItemReader(() => core.segments),
    durable: () => queue.settled(),
    secret: (id) => findSecret(core.secrets, id),
    blob: (name) => findBlob(core.files, core.paths.blobs, core.blobs, name),
    log: ({ limit, before = Number.POSITIVE_INFINITY }) => newestFirst(core.log, limit, before),
    ...createTimeTravel(core, queue, requireOpen),
    ...createWriters(core, queue, requireOpen),
    close: () => {
      closing ??= closeStore(core, queue)
      return closing
    },
  }
}

function createWriters<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  requireOpen: () => void,
): Pick<OrganizationStore<State, Change>, 'commit' | 'prepareErase' | 'eraseItems' | 'compact' | 'reset'> {
  const applyAndPublish = (set: ChangeSet<Change>): PendingSet => {
    requireOpen()
    return applyOrFail(core, queue, set, () => core.options.onCommit?.(core.log.at(-1)!, set.changes))
  }
  return {
    commit(set) {
      const pending = applyAndPublish(set)
      const durable = queue.addSet(pending)
      compactWhenDue(core, queue)
      return { seq: pending.seq, durable }
    },
    async prepareErase(ids, query) {
      requireOpen()
      return prepareErase(core, requireOpen, ids, query)
    },
    async eraseItems(ids, set, prepared) {
      const written = writtenBy(core, prepared)
      const pending = applyAndPublish({ ...set, items: [] })
      const erased = hideItems(core, ids)
      const captured = captureState(core)
      await queue.addTask(() => eraseFromDisk(core, captured, pending, erased, written))
    },
    async compact() {
      requireOpen()
      await queueCompaction(core, queue)
    },
    async reset(entry, state = core.options.initial()) {
      requireOpen()
      await resetStore(core, queue, entry, state)
    },
  }
}

function newestFirst(log: readonly LogEntry[], limit: number, before: number): LogEntry[] {
  const end = log.findLastIndex((entry) => entry.seq < before) + 1
  return log.slice(Math.max(0, end - limit), end).reverse()
}

async function resetStore<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  entry: Omit<LogEntry, 'seq'>,
  state: State,
): Promise<void> {
  core.seq += 1
  core.state = stableCopy(state)
  core.log.push({ seq: core.seq, at: entry.at, operation: entry.operation, summary: entry.summary })
  core.secrets = addSecretVersions(core.secrets, core.seq, { remove: secretsOfPresent(core.secrets) })
  core.blobs.clear()
  const old = [...core.segments.bySource.values()]
  core.segments.bySource.clear()
  core.options.onCommit?.(core.log.at(-1)!, [])
  const captured = captureState(core)
  await queue.addTask(() => resetDisk(core, captured, old))
}

async function closeStore<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
): Promise<void> {
  await Promise.allSettled(core.writing)
  try {
    if (queue.failed === undefined && core.held === 0 && core.journalRecords > 0) await queueCompaction(core, queue)
    await queue.settled()
    await writeIndexes(core)
  } catch (error) {
    // A store that failed before has said so to whoever waited for it.
    if (queue.failed !== error) throw error
  } finally {
    await core.journal.close()
    for (const segment of core.segments.bySource.values()) await closeSegment(segment)
  }
}
