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

/** One line on how far a push is. `leftMs`: the time left, if it is known. */
export function progressLine(progress: Progress, leftMs: number | undefined): string {
  return progressLines(progress, leftMs).join('; ')
}

/** The same on two lines, which fit a terminal of 80 columns; the rate is that of this attempt. */
export function progressLines(progress: Progress, leftMs: number | undefined): [work: string, outcome: string] {
  const { inserted, duplicates, rejected, batchesDone, earlier, elapsedMs } = progress
  const done = rowsDone(progress)
  const rate = elapsedMs > 0 ? Math.round(((done - earlier.rows) * 1_000) / elapsedMs) : 0
  const percent = Math.round(shareDone(progress) * 100)
  const outcome = `${grouped(inserted)} inserted, ${grouped(duplicates)} duplicates, ${grouped(rejected)} rejected`
  return [
    `${percent}%; ${count(done, 'row')}, ${grouped(rate)}/s; ${batchesText(batchesDone, earlier.batches)}`,
    leftMs === undefined ? outcome : `${outcome}; ${span(leftMs)} left`,
  ]
}

/** `8 batches`, or `8 batches (52 sent earlier)` of 60 in all. */
export function batchesText(all: number, earlier: number): string {
  const now = count(all - earlier, 'batch', 'batches')
  return earlier > 0 ? `${now} (${grouped(earlier)} sent earlier)` : now
}
