import type { ClientClock } from '../../src/client/client-types.js'

/** A clock whose time passes only when everybody waits for it: then it jumps to the next alarm. */
export interface VirtualClock extends ClientClock {
  /** Every wait that was asked for, in milliseconds. */
  readonly sleeps: number[]
}

interface Alarm {
  at: number
  ring(): void
}

/** `skewMs`: how far the wall clock of this machine is off from the server's, whose time is `startAt` plus the monotonic time. */
export function createVirtualClock(
  startAt = Date.UTC(2026, 0, 5, 12),
  skewMs = 0,
): VirtualClock & { serverNow(): number } {
  const alarms: Alarm[] = []
  const sleeps: number[] = []
  let elapsed = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || alarms.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      alarms.sort((a, b) => a.at - b.at)
      const next = alarms.shift()
      if (!next) return
      elapsed = Math.max(elapsed, next.at)
      next.ring()
      schedule()
    })
  }

  return {
    sleeps,
    now: () => startAt + skewMs + elapsed,
    serverNow: () => startAt + elapsed,
    monotonic: () => elapsed,
    sleep(ms, signal) {
      sleeps.push(ms)
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const alarm = { at: elapsed + Math.max(ms, 0), ring: resolve }
        alarms.push(alarm)
        signal?.addEventListener('abort', () => {
          const place = alarms.indexOf(alarm)
          if (place >= 0) alarms.splice(place, 1)
          reject(signal.reason)
        })
        schedule()
      })
    },
  }
}
