import { prepareBlobs } from './blobs.js'
import { captureState, compactTo } from './compact.js'
import { RefusedSetError } from './errors.js'
import { appendToSegments, checkGrowingIds } from './items/segments.js'
import { addSecretVersions } from './secrets-file.js'
import { DEFAULT_COMPACT_AFTER, DEFAULT_HISTORY_LENGTH, type PendingSet, type StoreState } from './store-state.js'
import type { ChangeSet } from './types.js'
import type { WriteQueue } from './write-queue.js'

/** The memory half of a commit, in one synchronous step. Throws RefusedSetError before anything changed. */
function applySet<State, Change>(core: StoreState<State, Change>, set: ChangeSet<Change>): PendingSet {
  const seq = core.seq + 1
  const { at, operation, summary, items = [] } = set
  checkGrowingIds(core.segments, items)
  const blobs = set.blobs && prepareBlobs(seq, set.blobs)
  const changes = JSON.stringify(set.changes)
  // The state takes in what the journal will give back, never an object the caller may change later.
  for (const change of JSON.parse(changes) as Change[]) core.options.apply(core.state, change)
  core.seq = seq
  core.log.push({ seq, at, operation, summary })
  if (set.secrets !== undefined) core.secrets = addSecretVersions(core.secrets, seq, set.secrets)
  for (const name of blobs?.remove ?? []) core.blobs.delete(name)
  for (const [name, blob] of Object.entries(blobs?.put ?? {})) core.blobs.set(name, blob)
  core.journalRecords += 1
  core.journalBytes += changes.length
  return {
    ...{ seq, at, operation, summary, changes },
    items: appendToSegments(core.segments, items),
    ...(set.secrets && { secrets: set.secrets }),
    ...(blobs && { blobs }),
  }
}

/** `applySet`; a change that can't be applied leaves memory half changed, so nothing may follow it. */
export function applyOrFail<State, Change>(
  core: StoreState<State, Change>,
  queue: WriteQueue<PendingSet>,
  set: ChangeSet<Change>,
  publish = () => {},
): PendingSet {
  try {
    const pending = applySet(core, set)
    publish()
    return pending
  } catch (error) {
    if (!(error instanceof RefusedSetError)) queue.fail(error as Error)
    throw error
  }
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

/** Compacts once the journal is long, and longer than the snapshot that would replace it or than all that is kept to be undone. */
export function compactWhenDue<State, Change>(core: StoreState<State, Change>, queue: WriteQueue<PendingSet>): void {
  if (core.held > 0) return
  const { compactAfter = DEFAULT_COMPACT_AFTER, historyLength = DEFAULT_HISTORY_LENGTH } = core.options
  const pays = core.journalRecords >= compactAfter && core.journalBytes >= core.snapshotBytes
  if (pays || core.journalRecords >= historyLength) void queueCompaction(core, queue)
}
