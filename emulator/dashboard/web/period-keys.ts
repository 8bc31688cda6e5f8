import type { Tracking } from '../../../src/contract/records.js'

export type PeriodKind = Exclude<Tracking, 'none'>

const DAY_MS = 86_400_000

/** The keys of the last periods, the present one first: `2026-W08`, `2026-02`, `2026-Q1`. `now` is epoch milliseconds. */
export function lastPeriods(kind: PeriodKind, now: number, count: number): string[] {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return Array.from({ length: count }, (_, back) => {
    if (kind === 'weekly') return weekOf(now - back * 7 * DAY_MS)
    const step = kind === 'monthly' ? 1 : 3
    const then = new Date(Date.UTC(year, month - back * step, 1))
    const number = then.getUTCMonth()
    const part = kind === 'monthly' ? String(number + 1).padStart(2, '0') : `Q${Math.floor(number / 3) + 1}`
    return `${then.getUTCFullYear()}-${part}`
  })
}

/** ISO 8601: the week belongs to the year of its Thursday. */
function weekOf(at: number): string {
  const weekday = (new Date(at).getUTCDay() + 6) % 7
  const thursday = new Date(at + (3 - weekday) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
