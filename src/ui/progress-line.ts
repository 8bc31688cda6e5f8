import type { Progress } from '../ingest/summary.js'
import { span } from '../output/show.js'

/** How much of the rows is done, 0 to 1. */
export function shareDone({ inserted, duplicates, rejected, rowsExpected }: Progress): number {
  return rowsExpected <= 0 ? 0 : Math.min(1, (inserted + duplicates + rejected) / rowsExpected)
}

/** Time left at the pace so far, in milliseconds; undefined before anything is done. */
export function timeLeftMs(progress: Progress): number | undefined {
  const done = shareDone(progress)
  return done === 0 ? undefined : (progress.elapsedMs * (1 - done)) / done
}

/** One line on where a push stands. */
export function progressLine(progress: Progress): string {
  const { inserted, duplicates, rejected, batchesSent, elapsedMs } = progress
  const number = (value: number) => value.toLocaleString('en-US')
  const done = inserted + duplicates + rejected
  const rate = elapsedMs > 0 ? Math.round((done * 1_000) / elapsedMs) : 0
  const left = timeLeftMs(progress)
  return [
    `${Math.round(shareDone(progress) * 100)} %`,
    `${number(done)} rows, ${number(rate)}/s`,
    `${number(batchesSent)} batches`,
    `${number(inserted)} inserted, ${number(duplicates)} duplicates, ${number(rejected)} rejected`,
    ...(left === undefined ? [] : [`${span(left)} left`]),
  ].join('; ')
}
