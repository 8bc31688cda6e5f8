import { didYouMean } from '../../base/nearest.js'
import { ITEM_MEMBERS, KNOWN_HEADERS } from '../../contract/items/members.js'
import { MappingError, NoTextError, OptionError } from '../errors.js'
import type { PushOptions } from '../options.js'
import { type ColumnNames, cellText, type RawRow, type Table } from '../read/table.js'
import { EVERY_FIELD } from './asked-columns.js'
import { chooseColumns } from './choose-columns.js'
import { describeReading, findDateOrder } from './dates.js'
import { comparableHeader } from './headers.js'
import type { Mapping } from './mapping.js'
import { findHeaderZone, findZoneClock } from './time-zone.js'

const HINT = 'remove the lines before the headers, or quote the cells that hold the delimiter'
/** A file of one column has no delimiter, so that any which its texts don't hold reads it. */
const OR_DELIMIT = '; if the file has only one column, set a delimiter its texts don\'t hold, such as --delimiter "|"'

const ONE_QUESTION = '--question names the field of one text column, but the mapping has several'

/** Where the line has a column for every cell below, they can be named by their place. */
const OR_NAME = ', or name the columns: --map text=#2'

/** Everything that turns cells into items, decided from options, headers and the first rows. */
export function chooseMapping(table: ColumnNames, sample: readonly RawRow[], options: PushOptions): Mapping {
  const { columns } = table
  requireHeaders(columns, sample, options)
  const chosen = chooseColumns(table, sample, options)
  if (options.question !== undefined) {
    if (chosen.texts.length > 1) throw new MappingError(ONE_QUESTION, columns, EVERY_FIELD)
    // A saved mapping may name another field: an option counts more.
    if (!options.fields?.length) chosen.texts[0]!.field = options.question
  }
  const dates = chosen.members.find(({ member }) => ITEM_MEMBERS[member].kind === 'time')
  const timeZone = options.timeZone ?? headerZone(columns, dates?.index) ?? 'UTC'
  if (!findZoneClock(timeZone)) {
    const hint = didYouMean(timeZone, Intl.supportedValuesOf('timeZone')) ?? 'use a name such as Europe/Berlin, or UTC'
    throw new OptionError('WRONG_USAGE', `--tz "${timeZone}": unknown time zone`, hint)
  }
  const hasIds = chosen.members.some(({ member }) => member === 'external_id')
  if (options.externalId === 'column' && !hasIds) {
    throw new MappingError('no column looks like an id', columns, 'name it with --map external_id=Column')
  }
  const dateCells = dates ? sample.map(({ cells }) => cells[dates.index]) : []
  const evidence = findDateOrder(dateCells)
  const { order, ambiguous } =
    options.dates !== undefined && options.dates !== 'auto' ? { order: options.dates, ambiguous: false } : evidence
  return {
    ...chosen,
    externalId: options.externalId ?? (hasIds ? 'column' : 'content'),
    dates: order,
    datesAmbiguous: ambiguous,
    ...(ambiguous ? { datesReadAs: describeReading(dateCells, order) } : {}),
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

/**
 * Refuses a table whose first line is a title: one filled cell, where the rows after it have several. Columns named by options are
 * taken at their word where the line is as wide as the rows. Rejects with `MappingError`.
 */
function requireHeaders(columns: readonly string[], sample: readonly RawRow[], options: PushOptions): void {
  const first = columns.findIndex((column) => column.trim() !== '')
  if (first === -1 || columns.slice(first + 1).some((column) => column.trim() !== '')) return
  const width = columns.length === 1 ? Math.min(...sample.map(({ cells }) => cells.length)) : 0
  const { map = [], fields = [], saved = { map: [], fields: [] } } = options
  const asked = [...map, ...fields, ...saved.map, ...saved.fields].length > 0
  const isTitle = sample.length > 0 && (width > 1 || (!asked && standsAboveHeaders(columns[first]!, first, sample)))
  if (!isTitle) return
  const title = columns[first]!.trim().slice(0, 60)
  const cells = width > 1 ? String(width) : 'several'
  const why = `the first line is a single cell ("${title}"), but the rows below it have ${cells}, so it can't be the headers`
  throw new MappingError(why, columns, `${HINT}${width > 1 ? OR_DELIMIT : OR_NAME}`)
}

/** Most rows have more cells, from that of the title on; where it could be a header itself, the first of them are headers too. */
function standsAboveHeaders(title: string, from: number, sample: readonly RawRow[]): boolean {
  const wide = sample.filter(({ cells }) => cells.slice(from).filter((cell) => cellText(cell).trim() !== '').length > 1)
  if (wide.length * 2 <= sample.length) return false
  return !isKnown(title) || wide[0]!.cells.some((cell) => isKnown(cellText(cell)))
}

function isKnown(header: string): boolean {
  const comparable = comparableHeader(header)
  return Object.values(KNOWN_HEADERS).some((names) => (names as readonly string[]).includes(comparable))
}

/**
 * Marks the members that no row of the sample has, where items name their members themselves: such a table has a column for each,
 * so that a rare one further on is not lost. Without a row that can be read, all are unseen. Throws `NoTextError` if no row has a text.
 */
export function markUnseen(mapping: Mapping, { columns, typed }: Table, sample: readonly RawRow[]): Mapping {
  if (!typed) return mapping
  const isSeen = (index: number) => sample.some(({ cells }) => cells[index] !== undefined)
  const [text] = mapping.texts
  const isBlind = sample.length === 0
  if (!isBlind && mapping.texts.length === 1 && text!.chosenBy !== 'option' && !isSeen(text!.index)) {
    const seen = columns.filter((_, index) => isSeen(index))
    throw new NoTextError('no member looks like feedback text', seen, 'name the right one with --map text=member')
  }
  return {
    ...mapping,
    texts: isBlind ? mapping.texts.map((each) => ({ ...each, unseen: true })) : mapping.texts,
    unused: mapping.unused.filter((name) => isSeen(columns.indexOf(name))),
    members: mapping.members.map((each) => (isSeen(each.index) ? each : { ...each, unseen: true })),
  }
}
