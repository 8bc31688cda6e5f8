import type { ClientClock } from './client-types.js'
import type { Pacer, PaceTicket } from './pacer.js'

/** When a caller stops waiting: no request and no pause of a client continues after it. */
export interface Deadline {
  /** Monotonic milliseconds, by the clock of the client. */
  readonly at: number
  /** The error to reject with then. */
  expired(): Error
}

/** A request made as time runs out may still be answered: a service that answers at all does within this. */
const LEAST_MS = 1_000

/** The time-out of a request, cut to what a deadline leaves. Milliseconds. */
export function boundTimeout(timeoutMs: number, deadline: Deadline | undefined, clock: ClientClock): number {
  if (!deadline) return timeoutMs
  return Math.min(timeoutMs, Math.max(LEAST_MS, Math.ceil(deadline.at - clock.monotonic())))
}

export interface Pausing {
  clock: ClientClock
  deadline?: Deadline | undefined
}

/** Waits, but only until the deadline. @throws what the deadline says where that comes first, or the reason of the signal. */
export async function sleepUntil({ clock, deadline }: Pausing, ms: number, signal?: AbortSignal): Promise<void> {
  const leftMs = deadline ? deadline.at - clock.monotonic() : Number.POSITIVE_INFINITY
  await clock.sleep(Math.max(0, Math.min(ms, leftMs)), signal)
  if (deadline && leftMs <= ms) throw deadline.expired()
}

interface Queueing extends Pausing {
  pacer: Pacer
  onWait?: ((ms: number) => void) | undefined
}

/** Waits for a turn in the rate-limit window, but only until the deadline. Rejects as `sleepUntil` does. */
export async function acquireTurn(queueing: Queueing, signal: AbortSignal | undefined): Promise<PaceTicket> {
  const { pacer, onWait, clock, deadline } = queueing
  if (!deadline) return pacer.acquire({ signal, onWait })
  const leave = new AbortController()
  const over = new AbortController()
  const pass = () => leave.abort(signal?.reason)
  if (signal?.aborted) pass()
  signal?.addEventListener('abort', pass)
  let isTimed = false
  const giveUpInTime = (ms: number) => {
    onWait?.(ms)
    if (isTimed || clock.monotonic() + ms <= deadline.at) return
    isTimed = true
    sleepUntil(queueing, ms, over.signal).catch((reason) => leave.abort(reason))
  }
  try {
    return await pacer.acquire({ signal: leave.signal, onWait: giveUpInTime })
  } finally {
    over.abort()
    signal?.removeEventListener('abort', pass)
  }
}
