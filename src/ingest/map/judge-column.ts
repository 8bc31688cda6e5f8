import type { Member } from '../options.js'
import { type Cell, cellText, type RawRow } from '../readers/table.js'
import { readWrittenTime } from './date-text.js'
import { readLanguage } from './language.js'
import { readRating } from './rating.js'

/** What a cell must look like for a column to be taken by a synonym of its header; members without a form take any. */
const LOOKS_LIKE: Partial<Record<Member, (cell: Cell) => boolean>> = {
  rating: (cell) => readRating(cell) !== undefined,
  language: (cell) => readLanguage(cellText(cell)) !== undefined,
  occurred_at: (cell) =>
    isSerialDay(cell) || ['dmy', 'mdy'].some((order) => readWrittenTime(cellText(cell), order as 'dmy')),
}

/** A number a spreadsheet may mean as a day between 1954 and 2119; others are durations and counts. */
function isSerialDay(cell: Cell): boolean {
  return typeof cell === 'number' && cell > 20_000 && cell < 80_000
}

/** Most cells of a column make sense as the member: a header alone may mislead (`data`, `note`, `score`). */
export function holdsMember(member: Member, index: number, sample: readonly RawRow[]): boolean {
  const looksLike = LOOKS_LIKE[member]
  const cells = sample.map(({ cells: row }) => row[index]).filter((cell) => cellText(cell).trim() !== '')
  if (!looksLike || cells.length === 0) return true
  return cells.filter(looksLike).length * 2 >= cells.length
}

/** The column with the longest free text, judged by letters in cells of more than one word; undefined where none has letters. */
export function findFreeText(
  columns: readonly string[],
  sample: readonly RawRow[],
  taken: ReadonlySet<number>,
): number | undefined {
  let best: { index: number; score: number } | undefined
  for (const index of columns.keys()) {
    if (taken.has(index)) continue
    const texts = sample.map(({ cells }) => cellText(cells[index]))
    const score = texts.reduce((sum, text) => sum + freeLetters(text), 0)
    if (score > 0 && score > (best?.score ?? 0)) best = { index, score }
  }
  return best?.index
}

function freeLetters(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return /\s/.test(text.trim()) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)
    ? letters
    : letters / 10
}
