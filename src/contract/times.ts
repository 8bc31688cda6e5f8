const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?$/

/**
 * Epoch milliseconds of an input time: ISO-8601 with an offset or `Z`, or a plain date (midnight UTC).
 * Undefined for anything else, days that do not exist included (contract.md section 3).
 */
export function parseTime(text: string): number | undefined {
  const match = SHAPE.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (new Date(midnight).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const millis = Math.floor(Number(`0.${fraction}`) * 1_000)
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + millis
  return local - offsetMs(zone)
}

/** ISO-8601 UTC with milliseconds and `Z` of epoch milliseconds. */
export function formatTime(at: number): string {
  return new Date(at).toISOString()
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const digits = zone.replace(':', '')
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000
}
