import { learnBudget } from './budget.js'
import type { ClientClock } from './client-types.js'
import { type PaceState, paceWaitMs } from './pace.js'

/** A place among the requests that share the budget of a client. */
export interface PaceTicket {
  /** The answer's headers, or none where no answer came. Call it once. */
  done(headers?: Record<string, string>): void
}

export interface Pacer {
  /** Resolves when the request may go; first come, first served. Rejects when `signal` aborts. */
  acquire(signal?: AbortSignal): Promise<PaceTicket>
  /** Holds everything back for so long. */
  block(ms: number): void
}

/** For a client that does not pace itself. */
export const NO_PACER: Pacer = { acquire: async () => ({ done: () => undefined }), block: () => undefined }

/** The pacer of one client: all its requests share the budget of its key. */
export function createPacer(clock: ClientClock): Pacer {
  const inFlight = new Map<number, number>()
  const state: PaceState = { answered: false, budget: undefined, blockedUntil: 0, inFlight }
  const line = createLine(clock, () => paceWaitMs(state, clock.monotonic()))
  let sequence = 0

  function issueTicket(): PaceTicket {
    sequence += 1
    const mine = sequence
    inFlight.set(mine, clock.monotonic())
    return {
      done(headers) {
        inFlight.delete(mine)
        if (headers) {
          state.answered = true
          state.budget = learnBudget(state.budget, { sequence: mine, receivedAt: clock.monotonic(), headers })
        }
        line.advance()
      },
    }
  }

  return {
    acquire: (signal) => line.join(issueTicket, signal),
    block(ms) {
      state.blockedUntil = Math.max(state.blockedUntil, clock.monotonic() + ms)
      line.advance()
    },
  }
}

/** A queue whose head goes when `waitMs()` says 0. While it waits for time to pass, one alarm is set; none when it is empty. */
function createLine(clock: ClientClock, waitMs: () => number) {
  const queue: (() => void)[] = []
  let alarm: AbortController | undefined

  function advance(): void {
    alarm?.abort()
    alarm = undefined
    while (queue.length > 0) {
      const ms = waitMs()
      if (ms > 0) {
        setAlarm(ms)
        return
      }
      queue.shift()?.()
    }
  }

  function setAlarm(ms: number): void {
    if (!Number.isFinite(ms)) return
    alarm = new AbortController()
    clock.sleep(ms, alarm.signal).then(advance, () => undefined)
  }

  function join<T>(enter: () => T, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve(enter())
      }
      const leave = () => {
        queue.splice(queue.indexOf(go), 1)
        advance()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.push(go)
      advance()
    })
  }

  return { advance, join }
}
