import { KNOWN_HEADERS } from '../../contract/items/members.js'
import { MappingError } from '../errors.js'
import type { PushOptions } from '../options.js'
import { cellText, type RawRow } from '../read/table.js'
import { comparableHeader } from './headers.js'

const HINT = 'remove the lines before the headers, or quote the cells that hold the delimiter'
/** Where the line has a column for every cell below, they can be named by their place. */
const OR_NAME = ', or name the columns: --map text=#2'

/**
 * Refuses a table whose first line is a title: one filled cell, where the rows after it have several. Columns named by options are
 * taken at their word where the line is as wide as the rows. Rejects with `MappingError`.
 */
export function requireHeaders(columns: readonly string[], sample: readonly RawRow[], options: PushOptions): void {
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
  throw new MappingError(why, columns, width > 1 ? HINT : `${HINT}${OR_NAME}`)
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
