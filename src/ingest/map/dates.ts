import { formatTime, isUsualTime, parseTime } from '../../contract/times.js'
import type { DateOrder } from '../options.js'
import { excelDate } from '../readers/excel-dates.js'
import { type Cell, cellText } from '../readers/table.js'
import { findDayAndMonth, readWrittenTime } from './date-text.js'
import type { ZoneClock } from './zone.js'

const PLAIN_DATE_LENGTH = 'YYYY-MM-DD'.length

export interface DateSettings {
  order: DateOrder
  /** Clock of `--tz`; undefined: UTC, and a plain date stays one. */
  clock?: ZoneClock
  /** Present for spreadsheets only: numbers in date columns are days there. */
  dateSystem?: 1900 | 1904
  /** As the service reads an upload: ISO times and plain dates, nothing else (contract.md section 3). */
  strict?: true
}

/** The `occurred_at` of a cell: ISO-8601 UTC, or a plain date. Undefined where the cell is no date. */
export function readDate(cell: Cell, settings: DateSettings): string | undefined {
  const { order, clock, dateSystem, strict } = settings
  if (strict && typeof cell !== 'object') return readIsoTime(cellText(cell).trim())
  if (typeof cell === 'number') {
    const date = dateSystem && excelDate(cell, dateSystem)
    return date ? readDate(date, { order, ...(clock ? { clock } : {}) }) : undefined
  }
  const text = cellText(cell)
  if (isUsualTime(text)) return text.length === 24 ? text : `${text.slice(0, 19)}.000Z`
  if (!clock && text.length === 19 && isUsualTime(`${text}Z`)) return `${text}.000Z`
  const time = readWrittenTime(text, order)
  if (!time) return undefined
  const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second, time.millis)
  if (time.offsetMinutes !== undefined) return formatTime(local - time.offsetMinutes * 60_000)
  if (clock) return formatTime(clock(local))
  return time.dateOnly ? formatTime(local).slice(0, 10) : formatTime(local)
}

function readIsoTime(text: string): string | undefined {
  const at = parseTime(text)
  if (at === undefined) return undefined
  return text.length === PLAIN_DATE_LENGTH ? text : formatTime(at)
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
  const order = monthFirst > dayFirst ? 'mdy' : 'dmy'
  const told = dayFirst + monthFirst > 0
  return { order, ambiguous: told ? dayFirst > 0 && monthFirst > 0 : open > 0 }
}
