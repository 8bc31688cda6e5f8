import { type CellParts, columnOf } from './cell.js'
import { plainText } from './quick-text.js'
import { unescapeText } from './xml.js'

/** A row being read without a parser; `at` is the next character. Used for row after row, so that none costs an object. */
export interface RowScan {
  xml: string
  at: number
  end: number
  /** Attributes of the last tag, and whether it closes itself. */
  r: string | undefined
  s: string
  t: string
  closed: boolean
  parts: CellParts
}

/** A scan to be used for all rows of a sheet. */
export function createRowScan(): RowScan {
  const parts: CellParts = { type: 'n', style: 0, value: undefined, inline: undefined, formula: false }
  return { xml: '', at: 0, end: 0, r: undefined, s: '0', t: 'n', closed: false, parts }
}

/** Told of every cell; `parts` change with the next one. */
export type OnCell = (column: number, parts: CellParts) => void

/** The number of the row element at `scan.at`, 0 where it names none, and its cells; undefined where it is not written as expected. */
export function scanRow(scan: RowScan, onCell: OnCell): number | undefined {
  const { xml } = scan
  scan.at += '<row'.length
  if (!readTag(scan)) return undefined
  const row = Number(scan.r)
  const empty = scan.closed
  for (let column = -1; !empty && !xml.startsWith('</row>', scan.at); ) {
    if (!xml.startsWith('<c', scan.at)) return undefined
    scan.at += 2
    if (!readTag(scan)) return undefined
    column = columnOf(scan.r) ?? column + 1
    if (!readCell(scan)) return undefined
    onCell(column, scan.parts)
  }
  return row > 0 ? row : 0
}

/** Reads `name="value"` pairs to the end of the tag; false for anything else. */
function readTag(scan: RowScan): boolean {
  const { xml } = scan
  scan.r = undefined
  scan.s = '0'
  scan.t = 'n'
  for (let code = xml.charCodeAt(scan.at); code === 0x20; code = xml.charCodeAt(scan.at)) {
    const equals = xml.indexOf('="', scan.at)
    const close = equals === -1 ? -1 : xml.indexOf('"', equals + 2)
    if (close === -1 || close >= scan.end) return false
    const name = equals - scan.at === 2 ? xml.charCodeAt(scan.at + 1) : 0
    if (name === 0x72) scan.r = xml.slice(equals + 2, close)
    else if (name === 0x73) scan.s = xml.slice(equals + 2, close)
    else if (name === 0x74) scan.t = xml.slice(equals + 2, close)
    scan.at = close + 1
  }
  scan.closed = xml.charCodeAt(scan.at) === 0x2f
  if (scan.closed) scan.at += 1
  scan.at += 1
  return xml.charCodeAt(scan.at - 1) === 0x3e
}

function readCell(scan: RowScan): boolean {
  const { parts } = scan
  parts.type = scan.t
  parts.style = Number(scan.s)
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
  if (xml.startsWith('<v>', at)) {
    const value = textUntil(scan, at + 3, '</v>')
    parts.value = value
    return value !== undefined
  }
  if (xml.startsWith('<f', at)) return skipFormula(scan, parts)
  if (!xml.startsWith('<is><t', at)) return false
  const open = xml.indexOf('>', at + 4)
  if (xml.charCodeAt(open - 1) === 0x2f) return false
  const inline = textUntil(scan, open + 1, '</t></is>')
  parts.inline = inline && unescapeText(inline)
  return inline !== undefined
}

function skipFormula(scan: RowScan, parts: CellParts): boolean {
  const { xml, at } = scan
  const open = xml.indexOf('>', at)
  const next = xml.charCodeAt(at + 2)
  if (open === -1 || (next !== 0x3e && next !== 0x20 && next !== 0x2f)) return false
  const close = xml.charCodeAt(open - 1) === 0x2f ? open + 1 : xml.indexOf('</f>', open) + 4
  if (close < open || close > scan.end) return false
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
