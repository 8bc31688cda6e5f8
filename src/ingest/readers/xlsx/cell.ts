import { InputFileError } from '../../errors.js'
import { excelDate } from '../excel-dates.js'
import type { Cell } from '../table.js'
import type { StringStore } from './string-store.js'
import type { IsDateStyle } from './styles.js'
import { unescapeText } from './xml.js'

const LAST_COLUMN = 16_384

/** A cell as its element says it. */
export interface CellParts {
  type: string
  style: number
  /** Text of `v`, a number where it is a plain whole one; undefined where there is none. */
  value: string | number | undefined
  inline: string | undefined
  formula: boolean
}

export interface CellContext {
  strings: StringStore
  isDateStyle: IsDateStyle
  dateSystem: 1900 | 1904
}

/** The value of a cell; formulas by the value they had when saved. */
export function toCell(parts: CellParts, context: CellContext): Cell {
  const { type, value, inline } = parts
  if (type === 'inlineStr') return inline
  if (value === undefined) return parts.formula ? { fault: 'a formula without a value' } : undefined
  if (type === 's') return sharedString(Number(value), context.strings)
  if (type === 'n' || typeof value === 'number') return numberCell(value, parts.style, context)
  if (type === 'str') return unescapeText(value)
  if (type === 'e') return { fault: value }
  // XML knows both ways to write it; Excel writes 1.
  if (type === 'b') return /^\s*(?:1|true)\s*$/.test(value)
  if (type === 'd') return { date: value.replace(/\.0+$|Z$/, '') }
  return numberCell(value, parts.style, context)
}

function numberCell(value: string | number, style: number, { isDateStyle, dateSystem }: CellContext): Cell {
  const number = Number(value)
  if (typeof value === 'string' && value.trim() === '') return undefined
  if (!Number.isFinite(number)) return { fault: `${value} is no number` }
  const date = isDateStyle(style) ? excelDate(number, dateSystem) : undefined
  return date === undefined ? number : { date }
}

function sharedString(index: number, strings: StringStore): string {
  const text = strings.get(index)
  if (text === undefined) throw new InputFileError('the workbook is damaged (a cell names a text that is not there)')
  return text
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
