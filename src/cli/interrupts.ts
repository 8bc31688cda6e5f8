import { Interrupted } from './failure.js'
import type { World } from './world.js'

/** How long a command may take to stop after a first Ctrl-C before the process is ended all the same. */
const GRACE_MS = 2_000

export interface Interrupts {
  signal: AbortSignal
  /** The first signal that came. */
  readonly received: NodeJS.Signals | undefined
  stop(): void
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into one abort; a second signal ends the process at once. Unless the command `finishes` what is
 * in flight by itself, the process is ended when it has not stopped after the grace.
 */
export function listenForSignals(world: World, finishes: boolean): Interrupts {
  const controller = new AbortController()
  const ended = new AbortController()
  let received: NodeJS.Signals | undefined
  const off = world.onSignal((signal) => {
    if (received) return world.dieBy(signal)
    received = signal
    controller.abort(new Interrupted(signal))
    if (!finishes)
      world.sleep(GRACE_MS, ended.signal).then(
        () => world.dieBy(signal),
        () => {},
      )
  })
  return {
    signal: controller.signal,
    get received() {
      return received
    },
    stop() {
      off()
      ended.abort()
    },
  }
}
