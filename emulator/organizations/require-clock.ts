import type { ControlBodyOf } from '../../src/contract/control/index.js'
import { formatTime, parseTime } from '../../src/contract/times.js'
import { invalid } from '../core/refusal.js'
import { timeOf } from '../rules/clock.js'
import type { Clock } from '../state/state.js'

/** Times on the wire have years of four digits; a day is left for what is due after it. */
export const LAST_MOMENT = Date.UTC(9999, 11, 30)

/** The clock asked for, from the current one (if any); 400 where it would go backward. */
export function requireClock(
  { mode, now }: ControlBodyOf<'setClock'>,
  current: Clock | undefined,
  processNow: number,
): Clock {
  const before = current ? timeOf(current, processNow) : undefined
  const at = now === undefined ? (before ?? processNow) : parseTime(now)
  if (at === undefined) throw invalid({ now: ['must be an ISO-8601 time with an offset or Z, or a plain date'] })
  if (at > LAST_MOMENT) throw invalid({ now: [`must not be after ${formatTime(LAST_MOMENT)}`] })
  if (before !== undefined && at < before) {
    throw invalid({ now: [`must not be before the clock's own time, ${formatTime(before)}; clocks never go backward`] })
  }
  return mode === 'frozen' ? { mode, now: at } : { mode, offsetMs: at - processNow }
}
