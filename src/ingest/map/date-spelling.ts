import { excelDate } from '../read/excel-dates.js'

/** Seconds since 1970 of 2000 to 2100; what is outside is a count, an id or a telephone number. */
const EARLIEST_EPOCH = 946_684_800
const LATEST_EPOCH = 4_102_444_800
/** Days as spreadsheets count them, 2000 to 2049, where only their text says so. */
const EARLIEST_SERIAL = 36_526
const LATEST_SERIAL = 54_788

const SPELLINGS: readonly [RegExp, string][] = [
  // `Wed Jan 31 14:05:09 +0000 2024`: the year comes last.
  [
    /^[a-z]{3},?\s+([a-z]{3})\s+(\d{1,2})\s+(\d{1,2}:\d{2}(?::\d{2})?)(?:\s+([a-z]{1,5}|[+-]\d{4}))?\s+(\d{4})$/i,
    '$1 $2 $5 $3 $4',
  ],
  // `GMT+0100 (Central European Standard Time)`: its name adds nothing.
  [/\s+\([^()]*\)$/, ''],
  // Chinese, Japanese and Korean.
  [/^(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일]/, '$1-$2-$3 '],
  [/(\d{1,2})[时時시]\s*(\d{1,2})[分분](?:\s*(\d{1,2})[秒초])?/, '$1:$2'],
  // `20240131140509`
  [/^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})(Z?)$/, '$1-$2-$3T$4:$5:$6$7'],
]

/** A trimmed date as programs and languages spell it, in a spelling that `readWrittenTime` knows; others stay as they are. */
export function usualSpelling(text: string): string {
  return SPELLINGS.reduce((spelled, [by, to]) => spelled.replace(by, to), text).trim()
}

/**
 * Epoch milliseconds of a number that counts seconds or milliseconds since 1970, from 2000 to 2100; undefined for other numbers.
 */
export function epochMillis(text: string): number | undefined {
  if (!/^\d{10}(?:\d{3})?(?:\.\d{1,9})?$/.test(text)) return undefined
  const whole = text.split('.', 1)[0]!
  const millis = Math.round(whole.length === 13 ? Number(text) : Number(text) * 1_000)
  return millis >= EARLIEST_EPOCH * 1_000 && millis < LATEST_EPOCH * 1_000 ? millis : undefined
}

/** The day that a text counts as a spreadsheet does (`45322.5868`), as ISO-8601 without a zone, from 2000 to 2049; else undefined. */
export function serialDay(text: string): string | undefined {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return undefined
  const serial = Number(text.replace(',', '.'))
  if (serial < EARLIEST_SERIAL || serial > LATEST_SERIAL) return undefined
  // A spreadsheet keeps days in 15 digits, which is not quite every second.
  return excelDate(Math.round(serial * 86_400) / 86_400, 1900)
}
