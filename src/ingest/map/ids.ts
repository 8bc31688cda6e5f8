import { hash } from 'node:crypto'
import type { ItemObject } from '../../contract/items/schemas.js'
import { type Cell, cellText } from '../read/table.js'
import { type CountOccurrence, createOccurrenceCounter } from './occurrences.js'

const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E\+\d{1,3}$/
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!|#+)$/
const MONTH_DATE =
  /^(?:\d{1,2}[- ](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[- ]\d{2,4})$/
/** A spreadsheet keeps 15 digits of a number (threats B10). */
const MOST_DIGITS = 1e15

/** What a cell says about an id: the id, none, one a spreadsheet has destroyed, or one that must not be pushed. */
export type IdCell =
  | { kind: 'id'; id: string }
  | { kind: 'missing' }
  | { kind: 'damaged' }
  | { kind: 'refused'; reason: string }

/** Reads an id cell; texts byte for byte (threats B9). */
export function readId(cell: Cell): IdCell {
  if (typeof cell === 'number') return readNumericId(cell)
  if (typeof cell === 'object') return { kind: 'damaged' }
  const id = cellText(cell)
  if (id.trim() === '') return { kind: 'missing' }
  if (SCIENTIFIC.test(id) || CELL_ERROR.test(id) || MONTH_DATE.test(id)) return { kind: 'damaged' }
  return { kind: 'id', id }
}

function readNumericId(value: number): IdCell {
  if (Math.abs(value) < MOST_DIGITS) return { kind: 'id', id: String(value) }
  return {
    kind: 'refused',
    reason: `the id ${value} has more than 15 digits, of which the spreadsheet lost the last; format the column as text`,
  }
}

/** A fingerprint of the content of an item, its id left out. */
export interface ContentPrint {
  text: string
  high: number
  low: number
}

/** Fingerprint of text and members, the same for the same content wherever it is. */
export function contentPrint(item: ItemObject): ContentPrint {
  const { external_id, ...content } = item
  const digest = hash('sha256', JSON.stringify(content), 'hex')
  return {
    text: digest.slice(0, 32),
    high: Number.parseInt(digest.slice(0, 8), 16),
    low: Number.parseInt(digest.slice(8, 16), 16),
  }
}

/** The id of the n-th row of a content: equal rows are all stored, the same file pushed again is not. */
export function contentId(print: ContentPrint, occurrence: number): string {
  return occurrence === 1 ? `content-${print.text}` : `content-${print.text}-${occurrence}`
}

/** How often an id was counted by now, by a quick fingerprint of 64 bits. */
export function countId(count: CountOccurrence, id: string): number {
  let high = 0x811c9dc5
  let low = 0x01000193
  for (let index = 0; index < id.length; index += 1) {
    const unit = id.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low + unit, 0x85ebca6b) ^ (low >>> 13)
  }
  return count(high, low)
}

/** Counts ids in a few bytes each; a call gives how often this one was seen, this time included. */
export function createIdCounter(): (id: string) => number {
  const count = createOccurrenceCounter()
  return (id) => countId(count, id)
}
