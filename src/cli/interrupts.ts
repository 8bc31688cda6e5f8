import { Interrupted } from '../terminal/failure.js'
import type { Environment } from './environment.js'

/** How long a command has to end what it waits for, and to tidy up, before it is left to itself. */
const GRACE_MS = 500
/**
 * How long what a command left behind may keep the process: a name look-up, and a pipe that no one opens, can't be ended
 * otherwise.
 */
const END_MS = 200

export interface Interrupts {
  /** Aborts, with `Interrupted`, at the first signal. */
  signal: AbortSignal
  /** The first signal that came. */
  readonly received: NodeJS.Signals | undefined
  /** Waits for `work`, but rejects soon after a signal that does not end it, unless it is finishing something. */
  untilAbandoned<T>(work: Promise<T>): Promise<T>
  /** Does work that ends by itself after a signal, and is abandoned only `patienceMs` after it; never unless given. */
  finishing<T>(work: () => Promise<T>, patienceMs?: number): Promise<T>
  stop(): void
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into one abort; a second signal ends the process at once. No wait outlives a first one: what does
 * not end by itself within the grace is abandoned, and then the process ends, whatever keeps it.
 */
export function listenForSignals(environment: Environment): Interrupts {
  const controller = new AbortController()
  const { signal } = controller
  let received: NodeJS.Signals | undefined
  const patiences = new Set<{ ms: number }>()
  let grace: NodeJS.Timeout | undefined
  let abandon = () => {}
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason)
  })
  // No one may be waiting any more.
  abandoned.catch(() => {})
  const startGrace = () => {
    clearTimeout(grace)
    const patienceMs = Math.max(GRACE_MS, ...[...patiences].map(({ ms }) => ms))
    if (received && Number.isFinite(patienceMs)) grace = setTimeout(abandon, patienceMs)
  }
  const off = environment.onSignal((name) => {
    if (received) return environment.dieBy(name)
    received = name
    controller.abort(new Interrupted(name))
    startGrace()
  })
  return {
    signal,
    get received() {
      return received
    },
    untilAbandoned: (work) => Promise.race([work, abandoned]),
    async finishing(work, patienceMs = Number.POSITIVE_INFINITY) {
      const patience = { ms: patienceMs }
      patiences.add(patience)
      startGrace()
      try {
        return await work()
      } finally {
        patiences.delete(patience)
        startGrace()
      }
    },
    stop() {
      off()
      clearTimeout(grace)
      if (received) environment.dieBy(received, END_MS)
    },
  }
}
