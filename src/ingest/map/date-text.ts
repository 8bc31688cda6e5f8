import type { DateOrder } from '../options.js'
import { usualSpelling } from './date-spelling.js'

/** A date and time as written, before its zone is applied. */
export interface WrittenTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millis: number
  /** Minutes east of UTC, where the text says so. */
  offsetMinutes?: number
  /** Only a day was written. */
  dateOnly: boolean
}

const CLOCK =
  /^(?:[T,]?\s*(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?\s*(Z|(?:UTC|GMT)?[+-]\d{1,2}:?(?:\d{2})?|[a-z]{3,4})?)?$/i
/** Hours east of UTC by the names spreadsheets and forms write; those that mean several zones are left out. */
export const NAMED_ZONES: Record<string, number> = {
  ...{ UTC: 0, GMT: 0, WET: 0, WEST: 1, BST: 1, CET: 1, MEZ: 1, CEST: 2, MESZ: 2, EET: 2, EEST: 3 },
  ...{ EST: -5, EDT: -4, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, JST: 9, AEST: 10, AEDT: 11 },
}
const NUMERIC = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})\.?/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=T|$)/
const DAY_FIRST =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?[\s/-]+([a-z]{3,9})\.?,?[\s/-]+(\d{4}|\d{2}(?![\d:.h]))/i
const MONTH_FIRST = /^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** First and last number of a numeric date that does not start with its year: the two of which one is the day. */
export function findDayAndMonth(text: string): [number, number] | undefined {
  const match = NUMERIC.exec(text.trim())
  if (!match || match[1]!.length > 2) return undefined
  return [Number(match[1]), Number(match[3])]
}

/** A date as people and programs write it, in the given order where only numbers are shown. Undefined if it is not one. */
export function readWrittenTime(text: string, order: DateOrder): WrittenTime | undefined {
  const trimmed = text.trim()
  const asItStands = readUsualSpelling(trimmed, order)
  if (asItStands) return asItStands
  const spelled = usualSpelling(trimmed)
  return spelled === trimmed ? undefined : readUsualSpelling(spelled, order)
}

function readUsualSpelling(text: string, order: DateOrder): WrittenTime | undefined {
  const found = numericDay(text, order) ?? compactDay(text) ?? namedDay(text)
  if (!found) return undefined
  const clock = CLOCK.exec(text.slice(found.length).trim())
  if (!clock || !dayExists(found.year, found.month, found.day)) return undefined
  const time = readClock(clock)
  return time && { year: found.year, month: found.month, day: found.day, ...time }
}

interface Day {
  year: number
  month: number
  day: number
  /** Characters of the text it takes. */
  length: number
}

function numericDay(text: string, order: DateOrder): Day | undefined {
  const match = NUMERIC.exec(text)
  if (!match) return undefined
  const [whole, first = '', , second = '', third = ''] = match
  const { length } = whole
  if (first.length === 3 || third.length === 3) return undefined
  if (first.length === 4) return { year: Number(first), month: Number(second), day: Number(third), length }
  if (order === 'ymd' && third.length <= 2)
    return { year: century(first), month: Number(second), day: Number(third), length }
  const [day, month] = order === 'mdy' ? [second, first] : [first, second]
  return { year: century(third), month: Number(month), day: Number(day), length }
}

function compactDay(text: string): Day | undefined {
  const match = COMPACT.exec(text)
  return match ? { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]), length: 8 } : undefined
}

function namedDay(text: string): Day | undefined {
  const first = DAY_FIRST.exec(text)
  const match = first ?? MONTH_FIRST.exec(text)
  if (!match) return undefined
  const [word, day] = first ? [match[2]!, match[1]!] : [match[1]!, match[2]!]
  const month = MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1
  return month === 0 ? undefined : { year: century(match[3]!), month, day: Number(day), length: match[0].length }
}

function readClock(clock: RegExpExecArray): Omit<WrittenTime, 'year' | 'month' | 'day'> | undefined {
  const [, hours, minutes, seconds = '0', fraction = '0', half, zone] = clock
  if (hours === undefined) return { hour: 0, minute: 0, second: 0, millis: 0, dateOnly: true }
  const twelve = half === undefined ? undefined : half.toLowerCase().startsWith('p') ? 12 : 0
  if (twelve !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const hour = twelve === undefined ? Number(hours) : (Number(hours) % 12) + twelve
  const [minute, second] = [Number(minutes), Number(seconds)]
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3))
  // ISO 8601 writes the end of a day so; it is the next midnight.
  const endOfDay = hour === 24 && minute + second + Number(fraction) === 0
  if ((hour > 23 && !endOfDay) || minute > 59 || second > 59) return undefined
  const time = { hour, minute, second, millis, dateOnly: false }
  if (zone === undefined) return time
  const offsetMinutes = zoneMinutes(zone)
  return offsetMinutes === undefined ? undefined : { ...time, offsetMinutes }
}

const OFFSET = /^(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d{2})?$/i
const FARTHEST_MINUTES = 14 * 60

/** Minutes east of UTC of `Z`, `+02:00`, `UTC-5`, `CET`; undefined for other names, and for offsets no place on Earth has. */
export function zoneMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? []
  const name = zone.toUpperCase()
  if (hours === undefined)
    return name === 'Z' ? 0 : Object.hasOwn(NAMED_ZONES, name) ? NAMED_ZONES[name]! * 60 : undefined
  const east = Number(hours) * 60 + Number(minutes)
  if (Number(minutes) > 59 || east > FARTHEST_MINUTES) return undefined
  return sign === '-' ? -east : east
}

function century(year: string): number {
  if (year.length > 2) return Number(year)
  return Number(year) + (Number(year) < 70 ? 2_000 : 1_900)
}

function dayExists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
