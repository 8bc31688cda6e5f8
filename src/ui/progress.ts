import type { Factory } from '../cli/factory.js'
import { isRateLimit, sayWaits, type Wait } from '../cli/waits.js'
import type { Progress } from '../ingest/push/summary.js'
import { loadDrawing } from './load-drawing.js'
import { progressLine } from './progress-line.js'
import { estimateTimeLeft } from './time-left.js'

/** Follows a push while it runs. */
export interface ProgressDisplay {
  update(progress: Progress): void
  /** Its requests are held back. */
  wait(wait: Wait): void
  /** It was asked to stop: says so, and counts down the milliseconds that this function returns. */
  stopping(leftMs: () => number): void
  close(): Promise<void>
}

export interface ProgressOptions {
  title: string
  /** How many the whole takes. */
  requests: number
  requestsPerMinute: number
}

/** What a push says between the first Ctrl-C and its end. */
export function stoppingText(leftMs: number): string {
  return `Stopping: waiting up to ${Math.ceil(Math.max(0, leftMs) / 1_000)} s for the batches in flight. Press Ctrl-C again to stop now.`
}

const LINE_EVERY_MS = 10_000

/** Shows how a push goes: a live display on a terminal, else a line every 10 s on stderr, and one for each longer wait. */
export async function showProgress(factory: Factory, options: ProgressOptions): Promise<ProgressDisplay> {
  const { screen, environment } = factory
  const timeLeft = estimateTimeLeft(options, environment.monotonic)
  if (screen.draws && environment.stderr.node) {
    const { renderProgress } = await loadDrawing(() => import('./ink-progress.js'))
    return renderProgress(options.title, timeLeft, environment.stderr.node)
  }
  const sayWait = sayWaits(factory)
  let printedAt = environment.monotonic()
  return {
    update(progress) {
      timeLeft.update(progress)
      if (environment.monotonic() - printedAt < LINE_EVERY_MS) return
      printedAt = environment.monotonic()
      void screen.note(progressLine(progress, timeLeft.leftMs()))
    },
    wait(wait) {
      timeLeft.pause(wait.ms, isRateLimit(wait))
      sayWait(wait)
    },
    stopping: (leftMs) => void screen.note(stoppingText(leftMs())),
    close: async () => {},
  }
}
