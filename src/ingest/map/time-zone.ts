import { NAMED_ZONES, zoneMinutes } from './date-text.js'

const BRACKETED = /[([]([^()[\]]+)[)\]]/g

/** How an IANA name of a place starts: other words with a slash (`Date/Time`, `MM/DD`) are no zones. */
const REGION = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|US|Canada|Etc)\//

const OFFSET = /^(?:UTC|GMT)?\s*[+-]\d{1,2}(?::?\d{2})?$/i

/** Names that mean several zones, hours apart. */
const SEVERAL = new Set(['CST', 'IST', 'AST', 'SST', 'BDT', 'ECT'])

/** Epoch milliseconds of a local time (given as if it were UTC) in a zone; the earlier instant where a clock is set back. */
export type ZoneClock = (localMs: number) => number

/** The clock of an IANA zone, of an offset (`+02:00`, `UTC-5`) or of a name such as `CET`; undefined for an unknown one. */
export function findZoneClock(name: string): ZoneClock | undefined {
  const minutes = zoneMinutes(name)
  if (minutes !== undefined) return (localMs) => localMs - minutes * 60_000
  // Some releases of Node take an offset no place has for a zone.
  const format = /^[+-]/.test(name) ? undefined : findFormat(name)
  if (!format) return undefined
  const offsets = new Map<number, number>()
  // Offsets change at full quarters of an hour only.
  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / 900_000)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    if (offsets.size > 10_000) offsets.clear()
    const offset = wallClock(format, quarter * 900_000) - quarter * 900_000
    offsets.set(quarter, offset)
    return offset
  }
  return (localMs) => {
    const early = localMs - Math.max(offsetAt(localMs - 86_400_000), offsetAt(localMs + 86_400_000))
    const guess = localMs - offsetAt(early)
    return localMs - offsetAt(guess)
  }
}

function findFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    } as Intl.DateTimeFormatOptions)
  } catch {
    return undefined
  }
}

function wallClock(format: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/**
 * The zone that the header of a date column names in brackets, as exports do: `Created at (America/New_York)`, `Date [UTC+2]`.
 * `zone`: for the clock of the column; `unknown`: it names one that can't be known; undefined: it names none.
 */
export function findHeaderZone(header: string): { zone: string } | { unknown: string } | undefined {
  for (const [, inside] of header.matchAll(BRACKETED)) {
    const name = inside!.trim()
    if (REGION.test(name)) return findZoneClock(name) ? { zone: name } : { unknown: name }
    if (OFFSET.test(name) || Object.hasOwn(NAMED_ZONES, name)) return { zone: utcOr(name.replace(/\s+/g, '')) }
    if (SEVERAL.has(name)) return { unknown: name }
  }
  return undefined
}

function utcOr(zone: string): string {
  return zoneMinutes(zone) === 0 ? 'UTC' : zone
}
