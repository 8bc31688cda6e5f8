import { formatTime, isUsualTime, parseTime } from '../../contract/times.js'
import type { DateOrder } from '../options.js'
import { excelDate } from '../read/excel-dates.js'
import { type Cell, cellText } from '../read/table.js'
import { epochMillis, serialDay } from './date-spelling.js'
import { findDayAndMonth, readWrittenTime } from './date-text.js'
import type { ZoneClock } from './time-zone.js'

const TWO_DIGITS = /^(\d{2})([-/.])\d{2}\2(\d{2})(?!\d)/
const PLAIN_DATE_LENGTH = 'YYYY-MM-DD'.length

export interface DateSettings {
  order: DateOrder
  /** Clock of `--tz`; undefined: UTC, and a plain date stays one. */
  clock?: ZoneClock
  /** Present for spreadsheets only: numbers in date columns are days there. */
  dateSystem?: 1900 | 1904
  /** How its dates are read, where nothing in their column tells day from month. */
  ambiguous?: string
  /** As the service reads an upload: ISO times and plain dates, nothing else (contract.md section 3). */
  strict?: true
}

/** The `occurred_at` of a cell: ISO-8601 UTC, or a plain date. Undefined if the cell is not a date. */
export function readDate(cell: Cell, settings: DateSettings): string | undefined {
  const { order, clock, dateSystem, strict } = settings
  const text = cellText(cell)
  // Nearly all are written so, and are recognised in a tenth of the time.
  if (isUsualTime(text)) return text.length === 24 ? text : `${text.slice(0, 19)}.000Z`
  if (strict && typeof cell !== 'object') return readIsoTime(text.trim())
  if (typeof cell === 'number') {
    const epoch = epochMillis(text)
    if (epoch !== undefined) return formatTime(epoch)
    const date = dateSystem && excelDate(cell, dateSystem)
    return date ? readDate(date, { order, ...(clock ? { clock } : {}) }) : undefined
  }
  if (!clock && text.length === 19 && isUsualTime(`${text}Z`)) return `${text}.000Z`
  const time = readWrittenTime(text, order)
  if (!time) return readCount(text.trim(), settings)
  const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second, time.millis)
  if (time.offsetMinutes !== undefined) return formatTime(local - time.offsetMinutes * 60_000)
  if (clock) return formatTime(clock(local))
  return time.dateOnly ? formatTime(local).slice(0, 10) : formatTime(local)
}

/** A time that is one number: seconds or milliseconds since 1970, or days as a spreadsheet counts them. */
function readCount(text: string, settings: DateSettings): string | undefined {
  const epoch = epochMillis(text)
  if (epoch !== undefined) return formatTime(epoch)
  const day = serialDay(text)
  return day === undefined ? undefined : readDate(day, settings)
}

function readIsoTime(text: string): string | undefined {
  const at = parseTime(text)
  if (at === undefined) return undefined
  return text.length === PLAIN_DATE_LENGTH ? text : formatTime(at)
}

/** Whether a date reads as well with its first two numbers exchanged, or with its year first. */
export function isOpenDate(cell: Cell): boolean {
  if (typeof cell !== 'string') return false
  if (TWO_DIGITS.exec(cell.trim())?.[2] === '-') return true
  const pair = findDayAndMonth(cell)
  return pair !== undefined && pair[0] <= 12 && pair[1] <= 12 && pair[0] !== pair[1]
}

const ORDER_NAMES = { dmy: 'day first', mdy: 'month first', ymd: 'year first' } as const satisfies Record<
  DateOrder,
  string
>

/**
 * Says how the ambiguous dates of a column are read, with the first of them, and how to have them read otherwise:
 * `day first, 01/02/2026 as 2026-02-01; to read it as 2026-01-02, use --dates mdy`.
 */
export function describeReading(cells: readonly Cell[], order: DateOrder): string {
  const cell = cells.find(isOpenDate)
  if (cell === undefined) return ORDER_NAMES[order]
  const dayIn = (by: DateOrder) => readDate(cell, { order: by })?.slice(0, 'YYYY-MM-DD'.length)
  const chosen = dayIn(order)
  const orders = Object.keys(ORDER_NAMES) as DateOrder[]
  const others = orders.flatMap((by) => {
    const day = dayIn(by)
    return day === undefined || day === chosen ? [] : [`to read it as ${day}, use --dates ${by}`]
  })
  return [`${ORDER_NAMES[order]}, ${cellText(cell).trim()} as ${chosen}`, ...others].join('; ')
}

/** What the numeric dates of a column show about the order of day and month. */
export interface OrderEvidence {
  order: DateOrder
  /** Nothing tells them apart, or the column holds both. */
  ambiguous: boolean
}

/** Decides day or month first from a column: a number above 12 is a day. Day first where nothing tells. */
export function findDateOrder(cells: readonly Cell[]): OrderEvidence {
  let dayFirst = 0
  let monthFirst = 0
  let open = 0
  for (const cell of cells) {
    const pair = typeof cell === 'string' ? findDayAndMonth(cell) : undefined
    if (!pair) continue
    if (pair[0] > 12) dayFirst += 1
    else if (pair[1] > 12) monthFirst += 1
    else if (pair[0] !== pair[1]) open += 1
  }
  const year = findYear(cells)
  if (year === 'first') return { order: 'ymd', ambiguous: false }
  const order = monthFirst > dayFirst ? 'mdy' : 'dmy'
  const isKnown = dayFirst + monthFirst > 0
  return { order, ambiguous: year === 'open' || (isKnown ? dayFirst > 0 && monthFirst > 0 : open > 0) }
}

/**
 * Where the year is in dates of three numbers of two digits (`24-01-31`): a number above 31 is a year, and between dashes the
 * year is the number that differs least. Undefined if there are no such dates.
 */
function findYear(cells: readonly Cell[]): 'first' | 'last' | 'open' | undefined {
  const [firsts, thirds] = [new Set<string>(), new Set<string>()]
  let dashes = false
  for (const cell of cells) {
    const match = typeof cell === 'string' ? TWO_DIGITS.exec(cell.trim()) : null
    if (!match) continue
    firsts.add(match[1]!)
    thirds.add(match[3]!)
    dashes ||= match[2] === '-'
  }
  if (firsts.size === 0) return undefined
  const isYear = (numbers: Set<string>) => [...numbers].some((number) => Number(number) > 31)
  if (isYear(firsts) !== isYear(thirds)) return isYear(firsts) ? 'first' : 'last'
  if (!dashes || firsts.size > thirds.size) return 'last'
  return firsts.size < thirds.size ? 'first' : 'open'
}
