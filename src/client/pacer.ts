import { putCapped } from '../base/capped-map.js'
import { getOrAdd } from '../base/get-or-add.js'
import { CAPS } from '../contract/caps.js'
import type { Transport } from '../contract/wire.js'
import { learnBudget } from './budget.js'
import type { ClientClock } from './client-types.js'
import { type PaceState, paceWaitMs } from './pace.js'

/** A place among the requests that share a budget. */
export interface PaceTicket {
  /** The answer, or none if none came. Call it once. */
  done(answer?: PacedAnswer): void
}

export interface PacedAnswer {
  status: number
  headers: Record<string, string>
}

export interface PaceOptions {
  signal?: AbortSignal | undefined
  /** Called with the milliseconds left to wait, again whenever they change. */
  onWait?: ((ms: number) => void) | undefined
}

export interface Pacer {
  /** Resolves when the request may go; first come, first served. Rejects when `signal` aborts. */
  acquire(options?: PaceOptions): Promise<PaceTicket>
  /** Holds everything back for so long. */
  block(ms: number): void
}

/** For a client that does not pace itself. */
export const NO_PACER: Pacer = { acquire: async () => ({ done: () => undefined }), block: () => undefined }

const pacers = new WeakMap<ClientClock, WeakMap<object, Map<string, Pacer>>>()

/**
 * The pacer of a key at an origin: one for all clients of this process that go there, for the service counts their requests
 * together. Clients that were given a clock share it by that clock, however they send; others by their transport (the sockets of
 * this machine if none is given).
 */
export function sharedPacer(clock: ClientClock, transport: Transport | undefined, { origin, apiKey }: KeyAt): Pacer {
  const byTransport = getOrAdd(pacers, clock, () => new WeakMap<object, Map<string, Pacer>>())
  const byKey = getOrAdd(byTransport, transport ?? clock, () => new Map<string, Pacer>())
  const name = `${origin} ${apiKey ?? ''}`
  const pacer = byKey.get(name) ?? createPacer(clock)
  putCapped(byKey, name, pacer, CAPS.pacedKeys.most)
  return pacer
}

interface KeyAt {
  origin: string
  apiKey: string | undefined
}

/** A pacer that knows nothing yet. */
function createPacer(clock: ClientClock): Pacer {
  const inFlight = new Map<number, number>()
  const state: PaceState = { answered: false, budget: undefined, blockedUntil: 0, inFlight }
  const line = createLine(clock, () => paceWaitMs(state, clock.monotonic()))
  let sequence = 0

  function issueTicket(): PaceTicket {
    sequence += 1
    const mine = sequence
    inFlight.set(mine, clock.monotonic())
    return {
      done(answer) {
        inFlight.delete(mine)
        if (answer) {
          state.answered = true
          state.budget = learnBudget(state.budget, { ...answer, sequence: mine, receivedAt: clock.monotonic() })
        }
        line.advance()
      },
    }
  }

  return {
    acquire: (options) => line.join(issueTicket, options),
    block(ms) {
      state.blockedUntil = Math.max(state.blockedUntil, clock.monotonic() + ms)
      line.advance()
    },
  }
}

/** A queue whose head goes when `waitMs()` says 0. While it waits for time to pass, one alarm is set; none when it is empty. */
function createLine(clock: ClientClock, waitMs: () => number) {
  const queue: { go(): void; onWait: PaceOptions['onWait'] }[] = []
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
      queue.shift()?.go()
    }
  }

  function setAlarm(ms: number): void {
    if (!Number.isFinite(ms)) return
    for (const { onWait } of queue) onWait?.(ms)
    alarm = new AbortController()
    clock.sleep(ms, alarm.signal).then(advance, () => undefined)
  }

  function join<T>(enter: () => T, { signal, onWait }: PaceOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const waiting = {
        onWait,
        go() {
          signal?.removeEventListener('abort', leave)
          resolve(enter())
        },
      }
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1)
        advance()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.push(waiting)
      advance()
    })
  }

  return { advance, join }
}
