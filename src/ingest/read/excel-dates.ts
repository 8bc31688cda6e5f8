import { formatSecond, formatTime } from '../../contract/times.js'

const DAY_MS = 86_400_000
/** Excel counts a 29 February 1900 that never was; serials from 61 on are right again. */
const PHANTOM_DAY = 60
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const LAST_SERIAL = 2_958_466

/**
 * The local time of a spreadsheet's serial day number, as ISO-8601 without a zone: no zone is applied (threats B11). A plain date
 * if it has no time part. Undefined for what is not a date (a time of day, a negative, the phantom day).
 */
export function excelDate(serial: number, system: 1900 | 1904): string | undefined {
  if (!(serial >= 1) || serial >= LAST_SERIAL || (system === 1900 && Math.floor(serial) === PHANTOM_DAY))
    return undefined
  const epoch = system === 1904 ? EPOCH_1904 : serial < PHANTOM_DAY ? EPOCH_1900 + DAY_MS : EPOCH_1900
  const millis = Math.round(serial * DAY_MS)
  if (millis % 1_000 !== 0) return formatTime(epoch + millis).slice(0, 23)
  const second = formatSecond(epoch + millis)
  return millis % DAY_MS === 0 ? second.slice(0, 10) : second
}
