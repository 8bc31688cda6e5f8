import { MappingError, OptionError } from '../errors.js'
import type { PushOptions } from '../options.js'
import type { RawRow } from '../read/table.js'
import { chooseColumns } from './choose-columns.js'
import { findDateOrder } from './dates.js'
import { findHeaderZone } from './header-zone.js'
import type { Mapping } from './mapping.js'
import { requireHeaders } from './require-headers.js'
import { findZoneClock } from './zone.js'

/** Everything that turns cells into items, decided from options, headers and the first rows. */
export function chooseMapping(columns: readonly string[], sample: readonly RawRow[], options: PushOptions): Mapping {
  requireHeaders(columns, sample, options)
  const chosen = chooseColumns(columns, sample, options)
  if (options.question !== undefined && chosen.texts.length === 1) chosen.texts[0]!.field ??= options.question
  const dates = chosen.members.find(({ member }) => member === 'occurred_at')
  const timeZone = options.timeZone ?? headerZone(columns, dates?.index) ?? 'UTC'
  if (!findZoneClock(timeZone)) {
    throw new OptionError('WRONG_USAGE', `unknown time zone "${timeZone}"`, 'use a name such as Europe/Berlin, or UTC')
  }
  const hasIds = chosen.members.some(({ member }) => member === 'external_id')
  if (options.externalId === 'column' && !hasIds) {
    throw new MappingError('no column looks like an id', columns, 'name it with --map external_id=Column')
  }
  const evidence = findDateOrder(dates ? sample.map(({ cells }) => cells[dates.index]) : [])
  const told =
    options.dates !== undefined && options.dates !== 'auto' ? { order: options.dates, ambiguous: false } : evidence
  return {
    ...chosen,
    externalId: options.externalId ?? (hasIds ? 'column' : 'content'),
    dates: told.order,
    datesAmbiguous: told.ambiguous,
    timeZone,
  }
}

/** A zone named in the header of the dates; refuses one that is not known, for the dates would be hours off. */
function headerZone(columns: readonly string[], index: number | undefined): string | undefined {
  const found = index === undefined ? undefined : findHeaderZone(columns[index]!)
  if (!found) return undefined
  if ('zone' in found) return found.zone
  const why = `the time zone of "${columns[index!]}" is unclear (${found.unknown})`
  throw new MappingError(why, columns, 'set it with --tz, for example --tz America/Chicago')
}
