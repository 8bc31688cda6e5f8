import type { Progress } from '../ingest/push/summary.js'
import { rowsDone, shareDone } from './progress-line.js'

const WINDOW_MS = 60_000

/** Estimates how long a push still takes. */
export interface TimeLeft {
  update(progress: Progress): void
  /** Requests are held back for this many milliseconds; `isLimit`: until the next rate-limit window. */
  pause(ms: number, isLimit: boolean): void
  /** Milliseconds until requests resume; 0 if none is held back. */
  pauseMs(): number
  /** Milliseconds until all is done: the work at its pace so far, and the windows to wait for. Undefined before anything is done. */
  leftMs(): number | undefined
}

/** The estimate for a push of this many requests; `now` in monotonic milliseconds. */
export function estimateTimeLeft(
  { requests, requestsPerMinute }: { requests: number; requestsPerMinute: number },
  now: () => number,
): TimeLeft {
  let latest: Progress | undefined
  /** Of the pauses that are over. */
  let pausedMs = 0
  let pause = { from: 0, until: 0 }
  let window = { from: now(), requestsBefore: 0 }

  const pauseMs = () => Math.max(0, pause.until - now())

  /** Until the window opens that the last of this many requests needs. */
  function windowsMs(wanted: number, sent: number): number {
    const isHeld = pauseMs() > 0
    const used = sent - window.requestsBefore
    // More than fit into a window have gone through: the limit is not enforced.
    if (!isHeld && used > requestsPerMinute) return 0
    const free = isHeld ? 0 : requestsPerMinute - used
    if (wanted <= free) return 0
    const opensMs = isHeld ? pauseMs() : Math.max(0, window.from + WINDOW_MS - now())
    return opensMs + Math.floor((wanted - free - 1) / requestsPerMinute) * WINDOW_MS
  }

  return {
    pauseMs,
    update(progress) {
      latest = progress
    },
    pause(ms, isLimit) {
      if (pauseMs() === 0) {
        pausedMs += pause.until - pause.from
        pause = { from: now(), until: now() }
      }
      pause.until = now() + ms
      if (isLimit) window = { from: pause.until, requestsBefore: latest?.requests ?? 0 }
    },
    leftMs() {
      const rowsNow = latest ? rowsDone(latest) - latest.earlier.rows : 0
      if (!latest || rowsNow === 0) return undefined
      const share = shareDone(latest)
      const activeMs = latest.elapsedMs - pausedMs - (Math.min(now(), pause.until) - pause.from)
      const workMs = (Math.max(0, activeMs) * (1 - share) * latest.rowsExpected) / rowsNow
      return Math.max(windowsMs(Math.ceil(requests * (1 - share)), latest.requests), workMs)
    },
  }
}
