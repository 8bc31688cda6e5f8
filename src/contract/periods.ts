import type { Tracking } from './records.js'

/** What groups that track feedback over time count by. */
export type PeriodKind = Exclude<Tracking, 'none'>

/** A stretch of time in UTC, whole days long. */
export interface Period {
  kind: PeriodKind
  /** `2026-W08` (ISO 8601 weeks, which start on Mondays), `2026-02` or `2026-Q1`. */
  key: string
  /** Epoch milliseconds, inclusive. */
  startAt: number
  /** Epoch milliseconds, exclusive. */
  endAt: number
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MONTHS = { monthly: 1, quarterly: 3 } as const
const KEY = /^(\d{4})-(?:W(\d{2})|Q([1-4])|(\d{2}))$/

/** The period of a kind that a moment is in (PSH-3). */
export function periodAt(kind: PeriodKind, at: number): Period {
  return kind === 'weekly' ? weekAt(at) : monthsAt(kind, at)
}

/** The last periods of a kind, that of the moment first. */
export function lastPeriods(kind: PeriodKind, at: number, count: number): Period[] {
  const periods: Period[] = []
  for (let startAt = at + 1; periods.length < count; startAt = periods.at(-1)!.startAt) {
    periods.push(periodAt(kind, startAt - 1))
  }
  return periods
}

/** The period of a key; undefined if there is no such period, as for a 54th week or a 13th month. */
export function parsePeriodKey(key: string): Period | undefined {
  const match = KEY.exec(key)
  if (!match) return undefined
  const [, year, week, quarter, month] = match
  const found =
    week !== undefined
      ? weekAt(mondayOf(firstDay(Number(year), 0) + 3 * DAY_MS) + (Number(week) - 1) * WEEK_MS)
      : quarter !== undefined
        ? monthsAt('quarterly', firstDay(Number(year), (Number(quarter) - 1) * 3))
        : monthsAt('monthly', firstDay(Number(year), Number(month) - 1))
  return found.key === key ? found : undefined
}

/** A week belongs to the year of its Thursday. */
function weekAt(at: number): Period {
  const startAt = mondayOf(at)
  const thursday = startAt + 3 * DAY_MS
  const year = new Date(thursday).getUTCFullYear()
  const week = Math.floor((thursday - firstDay(year, 0)) / WEEK_MS) + 1
  return { kind: 'weekly', key: `${digits(year, 4)}-W${digits(week, 2)}`, startAt, endAt: startAt + WEEK_MS }
}

function monthsAt(kind: 'monthly' | 'quarterly', at: number): Period {
  const moment = new Date(at)
  const year = moment.getUTCFullYear()
  const place = Math.floor(moment.getUTCMonth() / MONTHS[kind])
  const first = place * MONTHS[kind]
  const part = kind === 'monthly' ? digits(place + 1, 2) : `Q${place + 1}`
  return {
    kind,
    key: `${digits(year, 4)}-${part}`,
    startAt: firstDay(year, first),
    endAt: firstDay(year, first + MONTHS[kind]),
  }
}

/** Midnight of the Monday at or before a moment; 1 January 1970 was a Thursday. */
function mondayOf(at: number): number {
  const day = Math.floor(at / DAY_MS)
  return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS
}

/** Midnight of the first day of a month, counted from 0. `Date.UTC` takes years below 100 for those of the last century. */
function firstDay(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1)
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0')
}
