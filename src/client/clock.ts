import type { ClientClock } from './client-types.js'

/** A longer time-out would fire at once: the timers of Node hold 31 bits. */
const LONGEST_TIMER_MS = 2_147_483_647

/** The clock of this machine. */
export const SYSTEM_CLOCK: ClientClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        Math.min(Math.max(ms, 0), LONGEST_TIMER_MS),
      )
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  },
}
