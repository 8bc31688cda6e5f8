import { NAMED_ZONES, zoneMinutes } from './date-text.js'
import { findZoneClock } from './zone.js'

const BRACKETED = /[([]([^()[\]]+)[)\]]/g
/** What an IANA name of a place begins with: other words with a slash (`Date/Time`, `MM/DD`) are no zones. */
const REGION = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|US|Canada|Etc)\//
const OFFSET = /^(?:UTC|GMT)?\s*[+-]\d{1,2}(?::?\d{2})?$/i
/** Names that mean several zones, hours apart. */
const SEVERAL = new Set(['CST', 'IST', 'AST', 'SST', 'BDT', 'ECT'])

/**
 * The zone that the header of a date column names in brackets, as exports do: `Created at (America/New_York)`, `Date [UTC+2]`.
 * `zone`: for the clock of the column; `unknown`: it names one that cannot be told; undefined: it names none.
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
