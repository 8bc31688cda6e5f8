import type { CellParts } from './cell.js'
import { plainText } from './quick-text.js'
import { unescapeText } from './xml.js'

const QUOTE = 0x22
const SLASH = 0x2f
const LESS = 0x3c
const EQUALS = 0x3d
const GREATER = 0x3e
const LAST_COLUMN = 16_384
/** Whole numbers of so many digits are read as they are scanned; longer ones, and fractions, by the language. */
const MOST_DIGITS = 15
const TYPES = ['s', 'n', 'b', 'e', 'd', 'str', 'inlineStr'] as const

/** A row being read without a parser; `at` is the next character. Used for row after row, so that none costs an object. */
export interface RowScan {
  xml: string
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
  return { xml: '', at: 0, column: 0, row: 0, style: 0, type: 'n', closed: false, parts }
}

/** Told of every cell; `parts` change with the next one. */
export type OnCell = (column: number, parts: CellParts) => void

/** The number of the row element at `scan.at`, 0 where it names none, and its cells; undefined where it is not written as expected. */
export function scanRow(scan: RowScan, onCell: OnCell): number | undefined {
  const { xml } = scan
  scan.at += '<row'.length
  if (!readTag(scan)) return undefined
  const { row, closed } = scan
  if (closed) return row
  for (let column = -1; !xml.startsWith('</row>', scan.at); ) {
    if (xml.charCodeAt(scan.at) !== LESS || xml.charCodeAt(scan.at + 1) !== 0x63) return undefined
    scan.at += 2
    if (!readTag(scan)) return undefined
    column = scan.column > 0 ? scan.column - 1 : column + 1
    if (!readCell(scan)) return undefined
    onCell(column, scan.parts)
  }
  scan.at += '</row>'.length
  return row
}

/** Reads `name="value"` pairs to the end of the tag; false for anything else. */
function readTag(scan: RowScan): boolean {
  const { xml } = scan
  scan.column = 0
  scan.row = 0
  scan.style = 0
  scan.type = 'n'
  while (xml.charCodeAt(scan.at) === 0x20) if (!readAttribute(scan)) return false
  scan.closed = xml.charCodeAt(scan.at) === SLASH
  if (scan.closed) scan.at += 1
  scan.at += 1
  return xml.charCodeAt(scan.at - 1) === GREATER
}

function readAttribute(scan: RowScan): boolean {
  const { xml, at } = scan
  const short = xml.charCodeAt(at + 2) === EQUALS && xml.charCodeAt(at + 3) === QUOTE
  const name = short ? xml.charCodeAt(at + 1) : 0
  scan.at = short ? at + 4 : afterLongName(xml, at + 1)
  if (name === 0x72) readReference(scan)
  else if (name === 0x73) scan.style = readDigits(scan)
  else if (name === 0x74) readType(scan)
  else scan.at = xml.indexOf('"', scan.at)
  scan.at += 1
  return xml.charCodeAt(scan.at - 1) === QUOTE
}

/** Where the value of an attribute begins whose name is of no interest; the end of the text where it is not written `name="`. */
function afterLongName(xml: string, at: number): number {
  for (let place = at; ; place += 1) {
    const code = xml.charCodeAt(place)
    if (code === EQUALS) return xml.charCodeAt(place + 1) === QUOTE ? place + 2 : xml.length
    // Also where the text ends.
    if (!(code > QUOTE) || code === LESS || code === GREATER) return xml.length
  }
}

function readReference(scan: RowScan): void {
  const { xml } = scan
  for (
    let letter = xml.charCodeAt(scan.at) & 0xdf;
    letter >= 65 && letter <= 90;
    letter = xml.charCodeAt(scan.at) & 0xdf
  ) {
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
    const digit = xml.charCodeAt(at) - 0x30
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
  for (const type of TYPES) {
    if (scan.xml.charCodeAt(scan.at + type.length) !== QUOTE || !scan.xml.startsWith(type, scan.at)) continue
    scan.type = type
    scan.at += type.length
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
    while (!scan.xml.startsWith('</c>', scan.at)) if (!readChild(scan, parts)) return false
    scan.at += '</c>'.length
  }
  if (parts.type === 'inlineStr') parts.inline ??= ''
  return true
}

function readChild(scan: RowScan, parts: CellParts): boolean {
  const { xml, at } = scan
  if (xml.startsWith('<v>', at)) return readValue(scan, parts)
  if (xml.startsWith('<f', at)) return skipFormula(scan, parts)
  if (!xml.startsWith('<is><t', at)) return false
  const open = xml.indexOf('>', at + 4)
  if (xml.charCodeAt(open - 1) === SLASH) return false
  const inline = textUntil(scan, open + 1, '</t></is>')
  parts.inline = inline && unescapeText(inline)
  return inline !== undefined
}

function readValue(scan: RowScan, parts: CellParts): boolean {
  const from = scan.at + 3
  if (parts.type === 's' || parts.type === 'n') {
    scan.at = from
    const number = readDigits(scan)
    if (scan.at > from && scan.xml.startsWith('</v>', scan.at)) {
      parts.value = number
      scan.at += '</v>'.length
      return true
    }
  }
  parts.value = textUntil(scan, from, '</v>')
  return parts.value !== undefined
}

function skipFormula(scan: RowScan, parts: CellParts): boolean {
  const { xml, at } = scan
  const open = xml.indexOf('>', at)
  const next = xml.charCodeAt(at + 2)
  if (open === -1 || (next !== GREATER && next !== 0x20 && next !== SLASH)) return false
  const close = xml.charCodeAt(open - 1) === SLASH ? open + 1 : xml.indexOf('</f>', open) + 4
  if (close < open) return false
  parts.formula = true
  scan.at = close
  return true
}

/** Character data up to the tag that must follow it. */
function textUntil(scan: RowScan, from: number, close: string): string | undefined {
  const end = scan.xml.indexOf('<', from)
  if (end === -1 || !scan.xml.startsWith(close, end)) return undefined
  scan.at = end + close.length
  return plainText(scan.xml.slice(from, end))
}
