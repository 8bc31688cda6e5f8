import { Interrupted } from '../terminal/failure.js'
import type { World } from './world.js'

/**
 * How long a command may take to stop after a first Ctrl-C before the process is ended all the same, and how long what it leaves behind may
 * keep the process: a name look-up, and a named pipe that nobody opens, can be abandoned but not ended.
 */
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
  let received: NodeJS.Signals | undefined
  const off = world.onSignal((signal) => {
    if (received) return world.dieBy(signal)
    received = signal
    controller.abort(new Interrupted(signal))
    if (!finishes) world.dieBy(signal, GRACE_MS)
  })
  return {
    signal: controller.signal,
    get received() {
      return received
    },
    stop() {
      off()
      if (received) world.dieBy(received, GRACE_MS)
    },
  }
}
