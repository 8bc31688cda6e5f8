import { InputFileError } from '../../errors.js'
import { excelDate } from '../excel-dates.js'
import type { Cell, CellFault } from '../table.js'
import type { StringStore } from './strings.js'
import { type NumberStyleOf, paddedDigits } from './styles.js'
import { unescapeText } from './xml.js'

const LAST_COLUMN = 16_384

/** A cell as its element describes it. */
export interface CellParts {
  type: string
  style: number
  /** Text of `v`, a number where it is a plain whole one; undefined if there is none. */
  value: string | number | undefined
  inline: string | undefined
  formula: boolean
}

export interface CellContext {
  strings: StringStore
  numberStyle: NumberStyleOf
  dateSystem: 1900 | 1904
}

/** A cell that refers to a missing text. */
export const NO_SUCH_TEXT: CellFault = { fault: 'refers to a missing text' }

/** The value of a cell; formulas by the value they had when saved. */
export function toCell(parts: CellParts, context: CellContext): Cell {
  const { type, value, inline } = parts
  if (type === 'inlineStr') return inline
  // An empty value that is no text was never calculated, as written by programs that don't calculate (threats B12).
  const isEmpty = value === undefined || (value === '' && type !== 'str')
  if (isEmpty) return parts.formula ? { fault: 'a formula without a value' } : undefined
  if (type === 's') return context.strings.get(Number(value)) ?? NO_SUCH_TEXT
  if (type === 'n' || typeof value === 'number') return numberCell(value, parts.style, context)
  if (type === 'str') return unescapeText(value)
  if (type === 'e') return { fault: value }
  // XML knows both ways to write it; Excel writes 1.
  if (type === 'b') return /^\s*(?:1|true)\s*$/.test(value)
  if (type === 'd') return { date: value.replace(/\.0+$|Z$/, '') }
  return numberCell(value, parts.style, context)
}

function numberCell(value: string | number, style: number, { numberStyle, dateSystem }: CellContext): Cell {
  const number = Number(value)
  if (typeof value === 'string' && value.trim() === '') return undefined
  if (!Number.isFinite(number)) return { fault: `${value} is not a number` }
  const shown = numberStyle(style)
  if (shown === undefined) return number
  if (shown !== 'date') return paddedDigits(number, shown) ?? number
  const date = excelDate(number, dateSystem)
  return date === undefined ? number : { date }
}

/** Column of a reference such as `AB12`, from 0; undefined for none. */
export function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let index = 0; index < reference.length; index += 1) {
    const letter = reference.charCodeAt(index) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > LAST_COLUMN) throw new InputFileError('the workbook is damaged (a column beyond XFD)')
  }
  return column === 0 ? undefined : column - 1
}

/** The letters of a column, which counts from 0: `AB` for 27. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}
