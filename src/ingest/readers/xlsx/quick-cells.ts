import type { CellParts } from './cell.js'
import { unescapeText } from './xml.js'
import { EQUALS, follows, GREATER, LESS, nextTag, QUOTE, SLASH, textBetween } from './xml-bytes.js'

const LAST_COLUMN = 16_384
/** Whole numbers of so many digits are read as they are scanned; longer ones, and fractions, by the language. */
const MOST_DIGITS = 15
/** The frequent ones first. */
const TYPES = ['s', 'inlineStr', 'str', 'n', 'b', 'e', 'd'].map((name) => ({ name, bytes: Buffer.from(name) }))
const ROW = Buffer.from('<row')
const ROW_END = Buffer.from('</row>')
const CELL_END = Buffer.from('</c>')
const VALUE = Buffer.from('<v>')
const VALUE_END = Buffer.from('</v>')
const FORMULA = Buffer.from('<f')
const FORMULA_END = Buffer.from('</f>')
const INLINE = Buffer.from('<is><t')
const INLINE_END = Buffer.from('</t></is>')

/** A row being read without a parser; `at` is the next character. Used for row after row, so that none costs an object. */
export interface RowScan {
  xml: Buffer
  at: number
  /** Of the last tag: its `r` as column from 1 and row number, 0 where it names none; its `s` and `t`; whether it closes itself. */
  column: number
  row: number
  style: number
  type: string
  closed: boolean
  parts: CellParts
}

/** A scan to be used for all rows of a sheet. */
export function createRowScan(): RowScan {
  const parts: CellParts = { type: 'n', style: 0, value: undefined, inline: undefined, formula: false }
  return { xml: Buffer.alloc(0), at: 0, column: 0, row: 0, style: 0, type: 'n', closed: false, parts }
}

/** Told of every cell; `parts` change with the next one. */
export type OnCell = (column: number, parts: CellParts) => void

/** The number of the row element at `scan.at`, 0 where it names none, and its cells; undefined where it is not written as expected. */
export function scanRow(scan: RowScan, onCell: OnCell): number | undefined {
  const { xml } = scan
  scan.at += ROW.length
  if (!readTag(scan)) return undefined
  const { row, closed } = scan
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

/** Reads `name="value"` pairs to the end of the tag; false for anything else. */
function readTag(scan: RowScan): boolean {
  const { xml } = scan
  scan.column = 0
  scan.row = 0
  scan.style = 0
  scan.type = 'n'
  while (xml[scan.at] === 0x20) if (!readAttribute(scan)) return false
  scan.closed = xml[scan.at] === SLASH
  if (scan.closed) scan.at += 1
  scan.at += 1
  return xml[scan.at - 1] === GREATER
}

function readAttribute(scan: RowScan): boolean {
  const { xml, at } = scan
  const short = xml[at + 2] === EQUALS && xml[at + 3] === QUOTE
  const name = short ? xml[at + 1] : 0
  scan.at = short ? at + 4 : afterLongName(xml, at + 1)
  if (name === 0x72) readReference(scan)
  else if (name === 0x73) scan.style = readDigits(scan)
  else if (name === 0x74) readType(scan)
  else scan.at = xml.indexOf(QUOTE, scan.at)
  scan.at += 1
  return xml[scan.at - 1] === QUOTE
}

/** Where the value of an attribute begins whose name is of no interest; the end of the text where it is not written `name="`. */
function afterLongName(xml: Uint8Array, at: number): number {
  for (let place = at; ; place += 1) {
    const code = xml[place]!
    if (code === EQUALS) return xml[place + 1] === QUOTE ? place + 2 : xml.length
    // Also where the text ends.
    if (!(code > QUOTE) || code === LESS || code === GREATER) return xml.length
  }
}

function readReference(scan: RowScan): void {
  const { xml } = scan
  for (let letter = xml[scan.at]! & 0xdf; letter >= 65 && letter <= 90; letter = xml[scan.at]! & 0xdf) {
    scan.column = scan.column * 26 + letter - 64
    scan.at += 1
    if (scan.column > LAST_COLUMN) return
  }
  scan.row = readDigits(scan)
}

function readDigits(scan: RowScan): number {
  const { xml } = scan
  const last = scan.at + MOST_DIGITS
  let value = 0
  for (let at = scan.at; at <= last; at += 1) {
    const digit = xml[at]! - 0x30
    // Not a number where the text ends: no digit either.
    if (!(digit >= 0 && digit <= 9)) {
      scan.at = at
      return value
    }
    value = value * 10 + digit
  }
  return value
}

function readType(scan: RowScan): void {
  for (const { name, bytes } of TYPES) {
    if (scan.xml[scan.at + bytes.length] !== QUOTE || !follows(scan.xml, scan.at, bytes)) continue
    scan.type = name
    scan.at += bytes.length
    return
  }
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
  if (!follows(xml, at, INLINE)) return false
  const open = xml.indexOf(GREATER, at + INLINE.length)
  if (xml[open - 1] === SLASH) return false
  const inline = textUntil(scan, open + 1, INLINE_END)
  parts.inline = inline && unescapeText(inline)
  return inline !== undefined
}

function readValue(scan: RowScan, parts: CellParts): boolean {
  const from = scan.at + VALUE.length
  if (parts.type === 's' || parts.type === 'n') {
    scan.at = from
    const number = readDigits(scan)
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
  const { xml, at } = scan
  const open = xml.indexOf(GREATER, at)
  const next = xml[at + FORMULA.length]
  if (open === -1 || (next !== GREATER && next !== 0x20 && next !== SLASH)) return false
  const end = xml[open - 1] === SLASH ? open : nextTag(xml, open)
  if (end !== open && !follows(xml, end, FORMULA_END)) return false
  parts.formula = true
  scan.at = end === open ? open + 1 : end + FORMULA_END.length
  return true
}

/** Character data up to the tag that must follow it. */
function textUntil(scan: RowScan, from: number, close: Buffer): string | undefined {
  const end = nextTag(scan.xml, from)
  if (!follows(scan.xml, end, close)) return undefined
  scan.at = end + close.length
  return textBetween(scan.xml, from, end)
}
