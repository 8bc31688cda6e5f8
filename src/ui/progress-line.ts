import type { Progress } from '../ingest/summary.js'
import { span } from '../output/show.js'

/** How much of the rows is done, 0 to 1. */
export function shareDone({ inserted, duplicates, rejected, rowsExpected }: Progress): number {
  return rowsExpected <= 0 ? 0 : Math.min(1, (inserted + duplicates + rejected) / rowsExpected)
}

/** Time left in milliseconds: at the pace so far, but never less than the rate limit allows. Undefined before anything is done. */
export function timeLeftMs(progress: Progress, leastMs: number): number | undefined {
  const done = shareDone(progress)
  if (done === 0) return undefined
  return Math.max((progress.elapsedMs * (1 - done)) / done, leastMs * (1 - done))
}

/** One line on where a push stands; `leastMs` is how long the whole takes at the key's limit. */
export function progressLine(progress: Progress, leastMs: number): string {
  const { inserted, duplicates, rejected, batchesSent, elapsedMs } = progress
  const number = (value: number) => value.toLocaleString('en-US')
  const done = inserted + duplicates + rejected
  const rate = elapsedMs > 0 ? Math.round((done * 1_000) / elapsedMs) : 0
  const left = timeLeftMs(progress, leastMs)
  return [
    `${Math.round(shareDone(progress) * 100)} %`,
    `${number(done)} rows, ${number(rate)}/s`,
    `${number(batchesSent)} batches`,
    `${number(inserted)} inserted, ${number(duplicates)} duplicates, ${number(rejected)} rejected`,
    ...(left === undefined ? [] : [`${span(left)} left`]),
  ].join('; ')
}
