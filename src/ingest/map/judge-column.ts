import { ITEM_MEMBERS, type Member, type MemberKind } from '../../contract/items/members.js'
import { type Cell, cellText, type RawRow } from '../read/table.js'
import { epochMillis, serialDay } from './date-spelling.js'
import { readWrittenTime } from './date-text.js'
import { readLanguage } from './language.js'
import { readRating } from './rating.js'

/** What a cell must look like for a column to be taken by a synonym of its header; members of other kinds take any. */
const LOOKS_LIKE: Partial<Record<MemberKind, (cell: Cell) => boolean>> = {
  number: (cell) => readRating(cell) !== undefined,
  language: (cell) => readLanguage(cellText(cell)) !== undefined,
  time: (cell) =>
    isSerialDay(cell) ||
    isCounted(cellText(cell).trim()) ||
    ['dmy', 'mdy', 'ymd'].some((order) => readWrittenTime(cellText(cell), order as 'dmy')),
}

/** A count of seconds, milliseconds or days that is a time of this century. */
function isCounted(text: string): boolean {
  return epochMillis(text) !== undefined || serialDay(text) !== undefined
}

/** A number a spreadsheet may mean as a day between 1954 and 2119; others are durations and counts. */
function isSerialDay(cell: Cell): boolean {
  return typeof cell === 'number' && cell > 20_000 && cell < 80_000
}

/** Whole numbers from 0 to 10, and not only yes and no. */
export function holdsScores(index: number, sample: readonly RawRow[]): boolean {
  const scores = filledCells(index, sample).map((cell) => readRating(cell))
  const isScore = (score: number | undefined) => Number.isInteger(score) && score! >= 0 && score! <= 10
  return scores.every(isScore) && scores.some((score) => score! > 1)
}

/** A day, a month as a word or a number, and a year, however a language writes them: `12. Januar 2026`, `le 3 mars 2026`, `13.13.2026`. */
const WRITTEN_DAY =
  /^(?:\p{L}+[.,]*\s+){0,2}(?:\d{1,2}(?:\.|er|st|nd|rd|th|º)?\s+(?:de\s+)?\p{L}{3,12}[.,]*\s+(?:de\s+)?\d{4}|\p{L}{3,12}\.?\s+\d{1,2},?\s+\d{4}|\d{1,4}([./-])\d{1,2}\1\d{1,4})(?:\b|(?=T\d)).{0,20}$/u

/** Whether nearly all cells of a column look like dates, in any language. */
export function holdsDates(index: number, sample: readonly RawRow[]): boolean {
  const texts = filledCells(index, sample).map((cell) => cellText(cell).trim())
  const dated = texts.filter((text) => WRITTEN_DAY.test(text))
  return dated.length > 0 && dated.length * 10 >= texts.length * 9
}

const VALUES_SHOWN = 3

/** The first values of a column that make no sense as the member, with their rows, and whether all are such. */
export function unreadValues(
  member: Member,
  index: number,
  sample: readonly RawRow[],
): { values: { row: number; value: string }[]; all?: true } {
  const looksLike = LOOKS_LIKE[ITEM_MEMBERS[member].kind] ?? (() => true)
  const filled = sample.filter(({ cells }) => cellText(cells[index]).trim() !== '')
  const unread = filled.filter(({ cells }) => !looksLike(cells[index]))
  const values = unread.slice(0, VALUES_SHOWN).map(({ row, cells }) => ({ row, value: cellText(cells[index]) }))
  return { values, ...(unread.length === filled.length ? { all: true } : {}) }
}

function filledCells(index: number, sample: readonly RawRow[]): Cell[] {
  return sample.map(({ cells }) => cells[index]).filter((cell) => cellText(cell).trim() !== '')
}

/** Most cells of a column make sense as the member: a header alone may mislead (`data`, `note`, `score`). */
export function holdsMember(member: Member, index: number, sample: readonly RawRow[]): boolean {
  const looksLike = LOOKS_LIKE[ITEM_MEMBERS[member].kind]
  const cells = filledCells(index, sample)
  if (!looksLike || cells.length === 0) return true
  return cells.filter(looksLike).length * 2 >= cells.length
}
