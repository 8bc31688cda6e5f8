const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?$/
const DAY_MS = 86_400_000
const LAST_DAY_WITH_FOUR_DIGITS = 2_932_896

/**
 * Epoch milliseconds of an input time: ISO-8601 with an offset or `Z`, or a plain date (midnight UTC).
 * Undefined for anything else, days that do not exist included (contract.md section 3).
 */
export function parseTime(text: string): number | undefined {
  const usual = parseUsualTime(text)
  if (usual !== undefined) return usual
  const match = SHAPE.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match
  const midnight = midnightOf(Number(year), Number(month), Number(day))
  if (midnight === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3))
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + millis
  return local - offsetMs(zone)
}

const MAIL_TIME = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/

/** As databases write it: a day and a time of day, and perhaps a zone. */
const SPACED_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d[\d:.]*)(?: ?(UTC|Z|[+-]\d\d:?\d\d))?$/

/**
 * Epoch milliseconds of a time that is not written as ours: a number, as databases write it, or as in a mail (RFC 2822). One without a zone
 * is in UTC. Undefined for anything else.
 */
export function timeInOtherForm(value: unknown): number | undefined {
  if (typeof value === 'number') return timeOfNumber(value)
  if (typeof value !== 'string') return undefined
  const [, day, clock, zone = 'UTC'] = SPACED_TIME.exec(value) ?? []
  if (day !== undefined) return parseTime(`${day}T${clock}${zone.replace('UTC', 'Z')}`)
  const at = MAIL_TIME.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** Seconds since 1970 are below this until the year 5138; milliseconds are above it since 1973. */
export const SECONDS_BELOW = 1e11
/** Smaller numbers are counts of something else: 1 is no moment. */
const MOMENTS_FROM = 1e8
const MOMENTS_BELOW = 1e14

/** Epoch milliseconds of a number that counts seconds or milliseconds: its size says which. Undefined for other numbers. */
export function timeOfNumber(value: number): number | undefined {
  if (!isMoment(value)) return undefined
  return value < SECONDS_BELOW ? Math.round(value * 1_000) : Math.round(value)
}

/** Whether a number may count the seconds or milliseconds since 1970. */
export function isMoment(value: number): boolean {
  return value >= MOMENTS_FROM && value < MOMENTS_BELOW
}

/** ISO-8601 UTC with milliseconds and `Z` of epoch milliseconds. */
export function formatTime(at: number): string {
  return isUsual(at) ? `${formatSecond(at)}.${THREE[at % 1_000]}Z` : new Date(at).toISOString()
}

/** The same without milliseconds and zone. */
export function formatSecond(at: number): string {
  if (!isUsual(at)) return new Date(at).toISOString().slice(0, 19)
  const day = Math.floor(at / DAY_MS)
  const seconds = Math.floor((at - day * DAY_MS) / 1_000)
  const minutes = Math.floor(seconds / 60)
  return `${dayText(day)}T${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}`
}

function isUsual(at: number): boolean {
  return Number.isInteger(at) && at >= 0 && at < (LAST_DAY_WITH_FOUR_DIGITS + 1) * DAY_MS
}

const TWO = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const THREE = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, '0'))

/** `YYYY-MM-DD` of a day since 1970, by the arithmetic of the Gregorian calendar: years that start in March, cycles of 400. */
function dayText(day: number): string {
  const since = day + 719_468
  const cycle = Math.floor(since / 146_097)
  const ofCycle = since - cycle * 146_097
  const yearOfCycle = Math.floor(
    (ofCycle - Math.floor(ofCycle / 1_460) + Math.floor(ofCycle / 36_524) - Math.floor(ofCycle / 146_096)) / 365,
  )
  const ofYear = ofCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  const monthFromMarch = Math.floor((5 * ofYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
  return `${year}-${TWO[month]}-${TWO[ofYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1]}`
}

/** Whether a text is a time as nearly all are written: `YYYY-MM-DDTHH:MM:SSZ`, with milliseconds or without. */
export function isUsualTime(text: string): boolean {
  return parseUsualTime(text) !== undefined
}

/** Epoch milliseconds of a usual time, at a tenth of what the general way costs. */
function parseUsualTime(text: string): number | undefined {
  const { length } = text
  if ((length !== 20 && length !== 24) || !hasMarks(text)) return undefined
  const midnight = midnightOf(digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2))
  const hour = digitsAt(text, 11, 2)
  const minute = digitsAt(text, 14, 2)
  const second = digitsAt(text, 17, 2)
  const millis = length === 20 ? 0 : digitsAt(text, 20, 3)
  const exists = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59 && millis >= 0
  return midnight === undefined || !exists
    ? undefined
    : midnight + ((hour * 60 + minute) * 60 + second) * 1_000 + millis
}

/** Dashes, colons, `T`, point and `Z` are where they should be. */
function hasMarks(text: string): boolean {
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d || text.charCodeAt(10) !== 0x54) return false
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return false
  const last = text.length - 1
  return text.charCodeAt(last) === 0x5a && (last === 19 || text.charCodeAt(19) === 0x2e)
}

/** A number of this many digits; -1 if other characters are among them. */
function digitsAt(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index += 1) {
    const digit = text.charCodeAt(index) - 0x30
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

/** Midnight UTC of a day; undefined if there is no such day. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return undefined
  return Date.UTC(year, month - 1, day)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const digits = zone.replace(':', '')
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000
}
