import { count } from '../../../base/count.js'
import { readTime } from '../../../cli/options.js'
import type { ControlResultOf } from '../../../contract/control/index.js'
import { moment } from '../../../output/show.js'
import { tableLines } from '../../../output/table.js'
import type { Style } from '../../../terminal/style.js'

/** The time to set a clock to, as it was typed for an argument. */
export function requireTime(argument: string, text: string): string {
  readTime(argument, text)
  return text
}

/** `real, 2026-03-01 12:00:00`. */
export function clockView({ mode, now }: ControlResultOf<'getClock'>): string[] {
  return [`${mode}, ${moment(now)} UTC`]
}

/** The clock after an advance, and what fired on the way. */
export function advancedView({ now, fired }: ControlResultOf<'advanceClock'>, style: Style): string[] {
  const head = `Clock is now ${moment(now)} UTC; ${count(fired.length, 'event')} fired`
  if (fired.length === 0) return [head]
  const columns = [
    { key: 'at', title: 'TIME', show: moment },
    { key: 'kind', title: 'WHAT' },
    { key: 'id', title: 'ID', flexible: true },
  ] as const
  return [head, '', ...tableLines(columns, fired, style)]
}
