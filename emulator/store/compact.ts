import { findHistoryStart, keepHistory, trimHistory } from './history.js'
import { indexPath } from './items/open-segment.js'
import { writeIndex } from './items/segment-index.js'
import { startJournal } from './journal-file.js'
import { writeLog } from './log-file.js'
import { writeSnapshot } from './snapshot-file.js'
import { stableCopy } from './stable-copy.js'
import { DEFAULT_HISTORY_LENGTH, type StoreState } from './store-state.js'

const NEW_SHARE = 0.25

/** The state after one change; the disk catches up with it before it is written. */
export interface StateAt<State> {
  seq: number
  state: State
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
