/** The clock of this process: where all real time comes from. Organisations have clocks of their own on top of it. */
export interface ProcessClock {
  /** Epoch milliseconds. */
  now(): number
  /** Calls `wake` once after `ms`; the returned function calls it off. Never keeps the process alive. */
  after(ms: number, wake: () => void): () => void
  /** Resolves after `ms`, or when the signal aborts; keeps the process alive, for someone waits. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Beyond this `setTimeout` fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const realClock: ProcessClock = {
  now: () => Date.now(),
  after(ms, wake) {
    const timer = setTimeout(wake, Math.min(Math.max(0, ms), LONGEST_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
  sleep: (ms, signal) =>
    new Promise((done) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        done()
      }
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS))
      signal?.addEventListener('abort', end)
    }),
}

/** A process clock that is frozen until set otherwise, for tests of what the process clock decides. */
export function manualClock(start: number): ProcessClock & { set(now: number): void } {
  let now = start
  return { now: () => now, after: () => () => undefined, sleep: async () => undefined, set: (next) => (now = next) }
}
