import { findHistoryStart, keepHistory, trimHistory, writeLog } from './history.js'
import { closeSegment, createIndex, indexPath, type Segment } from './items/segment.js'
import { writeIndex } from './items/segment-index.js'
import { startJournal } from './journal-file.js'
import { countVersions, dropOutdatedSecrets, writeSecrets } from './secrets-file.js'
import { stableCopy, writeSnapshot } from './snapshot-file.js'
import { DEFAULT_COMPACT_AFTER, DEFAULT_HISTORY_LENGTH, type PendingSet, type StoreState } from './store-state.js'
import type { WriteQueue } from './write-queue.js'

const NEW_SHARE = 0.25

/** The state after one change; the disk catches up with it before it is written. */
export interface StateAt<State> {
  seq: number
  state: State
}

/** Compacts once the journal is long, and longer than the snapshot that would replace it or than all that is kept to be undone. */
export function compactWhenDue<State, Change>(core: StoreState<State, Change>, queue: WriteQueue<PendingSet>): void {
  if (core.held > 0) return
  const { compactAfter = DEFAULT_COMPACT_AFTER, historyLength = DEFAULT_HISTORY_LENGTH } = core.options
  const pays = core.journalRecords >= compactAfter && core.journalBytes >= core.snapshotBytes
  if (pays || core.journalRecords >= historyLength) void queueCompaction(core, queue)
}

/** Queues a compaction of the present moment. */
export function queueCompaction<State, Change>(core: StoreState<State, Change>, queue: WriteQueue<PendingSet>) {
  core.journalRecords = 0
  core.journalBytes = 0
  const { historyLength = DEFAULT_HISTORY_LENGTH } = core.options
  if (core.log.length > historyLength) core.log.splice(0, core.log.length - historyLength)
  const captured = captureState(core)
  return queue.addTask(() => compactTo(core, captured))
}

/** Copies the state; synchronous, for the next commit changes the state in place. */
export function captureState<State, Change>({ seq, state }: StoreState<State, Change>): StateAt<State> {
  return { seq, state: stableCopy(state) }
}

/** A new snapshot with the journal's changes in it; they move to the history. Runs in the write queue. */
export async function compactTo<State, Change>(
  core: StoreState<State, Change>,
  captured: StateAt<State>,
): Promise<void> {
  await keepHistory(core, [core.options.format])
  core.image.historyFrom = await findHistoryStart(core)
  await replaceSnapshot(core, captured)
  await trimHistory(core)
  await writeIndexes(core)
}

/** Log, snapshot, empty journal, in this order: the snapshot's rename is the moment all of it counts. */
export async function replaceSnapshot<State, Change>(core: StoreState<State, Change>, { seq, state }: StateAt<State>) {
  const { files, paths, options, image } = core
  const { historyLength = DEFAULT_HISTORY_LENGTH } = options
  await writeLog(files, paths.log, options.format, core.log.filter((entry) => entry.seq <= seq).slice(-historyLength))
  core.image.generation = Math.max(image.generation, core.segments.generation)
  await writeSnapshot(files, paths.snapshot, { format: options.format, ...stableCopy(image), state })
  await core.journal.close()
  core.journal = await startJournal(files, paths.journal, options.format, seq)
  core.snapshotBytes = (await files.findSize(paths.snapshot)) ?? 0
}

/** An index is written again once a quarter of it is new, so the work stays in proportion. */
export async function writeIndexes<State, Change>({ files, segments }: StoreState<State, Change>): Promise<void> {
  for (const segment of segments.bySource.values()) {
    const { length } = segment.flushed
    if (segment.index === undefined || segment.indexed >= length * (1 - NEW_SHARE)) continue
    if (segment.chunks.length > 0) continue
    await writeIndex(files, indexPath(segments.place, segment), segment.index.columns, length)
    segment.indexed = length
  }
}

/** Empties the folder but for the log; the snapshot is the commit point. Runs in the write queue. */
export async function resetDisk<State, Change>(
  core: StoreState<State, Change>,
  captured: StateAt<State>,
  old: readonly Segment[],
): Promise<void> {
  const { files, paths, image } = core
  const blobs = Object.values(image.blobs).map(({ file }) => file)
  const rows = await files.list(paths.items)
  // Who finds the new snapshot must also find that the secrets before it are gone.
  if (countVersions(core.secrets) > 0) await writeSecrets(files, paths.secrets, core.options.format, core.secrets)
  Object.assign(image, { seq: captured.seq, historyFrom: captured.seq, sources: {}, blobs: {}, retired: [] })
  await replaceSnapshot(core, captured)
  for (const segment of old) await emptySegment(segment)
  for (const name of rows) await files.remove(`${paths.items}/${name}`)
  for (const name of blobs) await files.remove(`${paths.blobs}/${name}`)
  await dropOutdatedSecretFile(core)
  await trimHistory(core)
  for (const folder of [paths.items, paths.blobs, paths.folder]) await files.syncFolder(folder)
}

async function dropOutdatedSecretFile<State, Change>(core: StoreState<State, Change>): Promise<void> {
  const { files, paths, options, image } = core
  core.secrets = dropOutdatedSecrets(core.secrets, image.historyFrom)
  if (Object.keys(core.secrets).length === 0) await files.remove(paths.secrets)
  else await writeSecrets(files, paths.secrets, options.format, core.secrets)
}

/** A reader that still holds the segment finds a generation it does not know, looks again and finds nothing. */
async function emptySegment(segment: Segment): Promise<void> {
  segment.flushed = { generation: -1, length: 0, count: 0, lastId: 0 }
  segment.index = createIndex()
  segment.chunks = []
  await closeSegment(segment)
  segment.opening = Promise.reject(new Error('the segment was emptied'))
  segment.opening.catch(() => undefined)
}
