import { count, grouped } from '../base/count.js'
import type { Progress } from '../ingest/push/summary.js'
import { span } from '../output/show.js'

/** How many rows are settled. */
export function rowsDone({ inserted, duplicates, rejected }: Progress): number {
  return inserted + duplicates + rejected
}

/** How much of the rows is done, 0 to 1. */
export function shareDone(progress: Progress): number {
  return progress.rowsExpected <= 0 ? 0 : Math.min(1, rowsDone(progress) / progress.rowsExpected)
}

/** One line on how far a push is; the rate is that of this attempt. `leftMs`: the time left, if it is known. */
export function progressLine(progress: Progress, leftMs: number | undefined): string {
  const { inserted, duplicates, rejected, batchesDone, earlier, elapsedMs } = progress
  const done = rowsDone(progress)
  const rate = elapsedMs > 0 ? Math.round(((done - earlier.rows) * 1_000) / elapsedMs) : 0
  return [
    `${Math.round(shareDone(progress) * 100)} %`,
    `${count(done, 'row')}, ${grouped(rate)}/s`,
    batchesText(batchesDone, earlier.batches),
    `${grouped(inserted)} inserted, ${grouped(duplicates)} duplicates, ${grouped(rejected)} rejected`,
    ...(leftMs === undefined ? [] : [`${span(leftMs)} left`]),
  ].join('; ')
}

/** `8 batches`, or `8 batches (52 sent earlier)` of 60 in all. */
export function batchesText(all: number, earlier: number): string {
  const now = count(all - earlier, 'batch', 'batches')
  return earlier > 0 ? `${now} (${grouped(earlier)} sent earlier)` : now
}
