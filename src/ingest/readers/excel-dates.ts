import { formatTime } from '../../contract/times.js'

const DAY_MS = 86_400_000
/** Excel counts a 29 February 1900 that never was; serials from 61 on are right again. */
const PHANTOM_DAY = 60
const LAST_SERIAL = 2_958_466

/**
 * The local time of a spreadsheet's serial day number, as ISO-8601 without a zone: no zone is applied (threats B11).
 * A plain date where it has no time part. Undefined for what is no date (a time of day, a negative, the phantom day).
 */
export function excelDate(serial: number, system: 1900 | 1904): string | undefined {
  if (!(serial >= 1) || serial >= LAST_SERIAL || (system === 1900 && Math.floor(serial) === PHANTOM_DAY))
    return undefined
  const epoch = system === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < PHANTOM_DAY ? 31 : 30)
  const iso = formatTime(epoch + Math.round(serial * DAY_MS))
  if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10)
  return iso.endsWith('.000Z') ? iso.slice(0, 19) : iso.slice(0, 23)
}
