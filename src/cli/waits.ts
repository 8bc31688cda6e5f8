import { REFUSED } from '../base/network-errors.js'
import type { ClientSettings } from '../client/client-types.js'
import { span } from '../output/show.js'
import type { Factory } from './factory.js'

/** A request is held back for this many milliseconds. */
export interface Wait {
  ms: number
  /** The status that led to it: any but an error, or 429, is the rate limit; undefined: no response came. */
  status: number | undefined
  /** Nothing listens there. */
  isRefused?: boolean
}

/** A wait this long is shown, or the command would seem to hang. */
const SHOWN_FROM_MS = 5_000

/** Settings that make a client report its waits, each time one starts or changes. */
export function hearWaits(
  { onExchange }: ClientSettings,
  hear: (wait: Wait) => void,
): Pick<ClientSettings, 'onWait' | 'onExchange'> {
  let status: number | undefined = 200
  let isRefused = false
  return {
    onExchange(event) {
      status = event.status
      isRefused = event.error?.endsWith(REFUSED) ?? false
      onExchange?.(event)
    },
    onWait: (ms) => hear({ ms, status, isRefused }),
  }
}

/** Says each longer wait on a line, once however many requests wait: why, how long, and until when. */
export function sayWaits({ environment, screen }: Pick<Factory, 'environment' | 'screen'>): (wait: Wait) => void {
  let shownUntil = Number.NEGATIVE_INFINITY
  return (wait) => {
    const until = environment.monotonic() + wait.ms
    if (wait.ms < SHOWN_FROM_MS || until <= shownUntil + SHOWN_FROM_MS) return
    shownUntil = until
    const time = new Date(environment.now() + wait.ms).toISOString().slice(11, 19)
    void screen.note(`${waitText(wait)}, at ${time} UTC.`)
  }
}

/** Whether it is the rate limit that holds a request back: only 429 and 503 are retried as the service says (src/client/retry.ts). */
export function isRateLimit({ status }: Wait): boolean {
  return status !== undefined && status < 500
}

/** Why a request waits and for how long, up to the full stop. */
export function waitText(wait: Wait): string {
  const then = `${isRateLimit(wait) ? 'Resuming' : 'Retrying'} in ${span(wait.ms)}`
  if (isRateLimit(wait)) return `Rate limit reached. ${then}`
  if (wait.status !== undefined) return `The service responded with ${wait.status}. ${then}`
  return `${wait.isRefused ? 'Connection refused' : 'No response'}. ${then}`
}
