import type { CellParts } from './cell.js'
import { MOST_DIGITS, readDigits, readTag, skipAttributes, type TagScan } from './fast-tags.js'
import {
  afterTextTag,
  createPiece,
  type DataScan,
  follows,
  LESS,
  scanData,
  textOf,
  unescapedText,
  type XmlPiece,
} from './xml-bytes.js'

const TENS = Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power)
const POINT = 0x2e
const ROW = Buffer.from('<row')
const ROW_END = Buffer.from('</row>')
const CELL_END = Buffer.from('</c>')
const VALUE = Buffer.from('<v>')
const VALUE_END = Buffer.from('</v>')
const FORMULA = Buffer.from('<f')
const FORMULA_END = Buffer.from('</f>')
const INLINE = Buffer.from('<is><t')
const INLINE_END = Buffer.from('</t></is>')

/** Rows being read without a parser. */
export interface RowScan extends TagScan {
  piece: XmlPiece
  data: DataScan
  parts: CellParts
  /** The last row is hidden. */
  isHiddenRow: boolean
}

/** A scan to be used for all rows of a sheet. */
export function createRowScan(): RowScan {
  const parts: CellParts = { type: 'n', style: 0, value: undefined, inline: undefined, formula: false }
  const xml = Buffer.alloc(0)
  const piece = createPiece(xml)
  const tag = { column: 0, row: 0, style: 0, type: 'n', closed: false, hidden: false, seen: 0 }
  return { piece, xml, at: 0, ...tag, data: { end: 0, kinds: 0 }, parts, isHiddenRow: false }
}

/** The rows to come are in these bytes. */
export function startPiece(scan: RowScan, xml: Buffer): void {
  scan.xml = xml
  scan.piece = createPiece(xml)
}

/** Called with every cell; `parts` change with the next one. */
export type OnCell = (column: number, parts: CellParts) => void

/** The number of the row element at `scan.at`, 0 if it names none, and its cells; undefined if it is not written as expected. */
export function scanRow(scan: RowScan, onCell: OnCell): number | undefined {
  const { xml } = scan
  scan.at += ROW.length
  if (!readTag(scan)) return undefined
  const { row, closed } = scan
  scan.isHiddenRow = scan.hidden
  if (scan.column > 0) return undefined
  if (closed) return row
  for (let column = -1; !follows(xml, scan.at, ROW_END); ) {
    if (xml[scan.at] !== LESS || xml[scan.at + 1] !== 0x63) return undefined
    scan.at += 2
    if (!readTag(scan)) return undefined
    column = scan.column > 0 ? scan.column - 1 : column + 1
    if (!readCell(scan)) return undefined
    onCell(column, scan.parts)
  }
  scan.at += ROW_END.length
  return row
}

/** Digits, with a point among them or without; `scan.at` does not move where more follows than is exact this way. */
function readNumber(scan: RowScan): number {
  const { xml, at } = scan
  const whole = readDigits(scan)
  if (xml[scan.at] !== POINT || scan.at === at) return whole
  const point = scan.at
  let value = whole
  let place = point + 1
  for (let digit = xml[place]! - 0x30; digit >= 0 && digit <= 9; digit = xml[place]! - 0x30) {
    value = value * 10 + digit
    place += 1
  }
  // An exact whole number by an exact power of ten: rounded once, as the language does.
  const exact = place > point + 1 && place - at <= MOST_DIGITS + 1
  scan.at = exact ? place : at
  return value / TENS[Math.min(place - point - 1, MOST_DIGITS)]!
}

function readCell(scan: RowScan): boolean {
  const { parts } = scan
  parts.type = scan.type
  parts.style = scan.style
  parts.value = undefined
  parts.inline = undefined
  parts.formula = false
  if (!scan.closed) {
    while (!follows(scan.xml, scan.at, CELL_END)) if (!readChild(scan, parts)) return false
    scan.at += CELL_END.length
  }
  if (parts.type === 'inlineStr') parts.inline ??= ''
  return true
}

function readChild(scan: RowScan, parts: CellParts): boolean {
  const { xml, at } = scan
  if (follows(xml, at, VALUE)) return readValue(scan, parts)
  if (follows(xml, at, FORMULA)) return skipFormula(scan, parts)
  if (!follows(xml, at, INLINE) || parts.inline !== undefined) return false
  const from = afterTextTag(xml, at + INLINE.length)
  const inline = from === -1 ? undefined : textUntil(scan, from, INLINE_END)
  parts.inline = inline && unescapedText(inline, scan.data)
  return inline !== undefined
}

function readValue(scan: RowScan, parts: CellParts): boolean {
  const from = scan.at + VALUE.length
  if (parts.type === 's' || parts.type === 'n') {
    scan.at = from
    const number = readNumber(scan)
    if (scan.at > from && follows(scan.xml, scan.at, VALUE_END)) {
      parts.value = number
      scan.at += VALUE_END.length
      return true
    }
  }
  parts.value = textUntil(scan, from, VALUE_END)
  return parts.value !== undefined
}

function skipFormula(scan: RowScan, parts: CellParts): boolean {
  scan.at += FORMULA.length
  if (!skipAttributes(scan)) return false
  parts.formula = true
  return scan.closed || textUntil(scan, scan.at, FORMULA_END) !== undefined
}

/** Character data up to the tag that must follow it. */
function textUntil(scan: RowScan, from: number, close: Buffer): string | undefined {
  scanData(scan.xml, from, scan.data)
  const { end } = scan.data
  if (!follows(scan.xml, end, close)) return undefined
  scan.at = end + close.length
  return textOf(scan.piece, from, scan.data)
}
