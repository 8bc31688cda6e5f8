import type { Clock } from '../state/state.js'

/** The time of an organisation, in epoch milliseconds, when the process clock shows `processNow`. */
export function timeOf(clock: Clock, processNow: number): number {
  return clock.mode === 'frozen' ? clock.now : processNow + clock.offsetMs
}

/** The same kind of clock, showing `now`. */
export function clockAt(clock: Clock, now: number, processNow: number): Clock {
  return clock.mode === 'frozen' ? { mode: 'frozen', now } : { mode: 'real', offsetMs: now - processNow }
}
