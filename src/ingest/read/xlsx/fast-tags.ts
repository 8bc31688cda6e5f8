import { EQUALS, follows, GREATER, isPlain, QUOTE, SLASH } from './xml-bytes.js'

const LAST_COLUMN = 16_384
const COLON = 0x3a
const [R, S, T, H] = [0x72, 0x73, 0x74, 0x68]
const HIDDEN = Buffer.from('hidden=')
/** Whole numbers of up to this many digits are read as they are scanned; longer ones by `Number`. */
export const MOST_DIGITS = 15
/** The frequent ones first. */
const TYPES = ['s', 'inlineStr', 'str', 'n', 'b', 'e', 'd'].map((name) => ({ name, bytes: Buffer.from(name) }))

/** Tags being read without a parser; `at` is the next character. Used for tag after tag, so that none costs an object. */
export interface TagScan {
  xml: Buffer
  at: number
  /** Of the last tag: its `r` as column from 1 and row number, 0 if it names none; its `s` and `t`; whether it closes itself. */
  column: number
  row: number
  style: number
  type: string
  closed: boolean
  /** It has `hidden`, as rows may. */
  hidden: boolean
  /** A bit for each attribute it has. */
  seen: number
}

/** Reads `name="value"` pairs to the end of a tag; false for what a parser must judge. */
export function readTag(scan: TagScan): boolean {
  const { xml } = scan
  scan.column = 0
  scan.row = 0
  scan.style = 0
  scan.type = 'n'
  scan.seen = 0
  scan.hidden = false
  while (xml[scan.at] === 0x20) if (!readAttribute(scan)) return false
  return endTag(scan)
}

/** To the end of a tag whose attributes are of no interest; false as above. */
export function skipAttributes(scan: TagScan): boolean {
  scan.seen = 0
  while (scan.xml[scan.at] === 0x20) if (!skipAttribute(scan)) return false
  return endTag(scan)
}

function endTag(scan: TagScan): boolean {
  const { xml } = scan
  scan.closed = xml[scan.at] === SLASH
  if (scan.closed) scan.at += 1
  scan.at += 1
  return xml[scan.at - 1] === GREATER
}

function readAttribute(scan: TagScan): boolean {
  const { xml, at } = scan
  const short = xml[at + 2] === EQUALS && xml[at + 3] === QUOTE
  const name = short ? xml[at + 1]! : 0
  if (name !== R && name !== S && name !== T) return skipAttribute(scan)
  if (isSecond(scan, name)) return false
  scan.at = at + 4
  if (name === R) readReference(scan)
  else if (name === S) scan.style = readDigits(scan)
  else readType(scan)
  scan.at += 1
  return xml[scan.at - 1] === QUOTE
}

/** Attributes of no interest are as good as no two have a name like theirs. */
function skipAttribute(scan: TagScan): boolean {
  const { xml } = scan
  const from = scan.at + 1
  const end = endOfName(xml, from)
  if (end === from || xml[end] !== EQUALS || xml[end + 1] !== QUOTE || isSecond(scan, hashOf(xml, from, end)))
    return false
  const quote = xml.indexOf(QUOTE, end + 2)
  if (xml[from] === H && follows(xml, from, HIDDEN)) scan.hidden = xml[end + 2] === 0x31 || xml[end + 2] === T
  if (quote === -1 || !isPlain(xml, end + 2, quote)) return false
  scan.at = quote + 1
  return true
}

/** Letters, colons within, as all names are that spreadsheets know; the place itself for anything else. */
function endOfName(xml: Uint8Array, from: number): number {
  let at = from
  for (; ; at += 1) {
    const code = xml[at]!
    const letter = (code & 0xdf) >= 65 && (code & 0xdf) <= 90
    const inside = (code >= 0x30 && code <= 0x39) || code === COLON
    if (!letter && (at === from || !inside)) return at
  }
}

/** Keeps apart the names that rows, cells and formulas have. */
function hashOf(xml: Uint8Array, from: number, end: number): number {
  return 7 * xml[from]! + 13 * xml[end - 1]! + 3 * (end - from)
}

/** An attribute with this hash was there before. */
function isSecond(scan: TagScan, hash: number): boolean {
  const bit = 1 << (hash & 31)
  if (scan.seen & bit) return true
  scan.seen |= bit
  return false
}

function readReference(scan: TagScan): void {
  const { xml } = scan
  for (let letter = xml[scan.at]! & 0xdf; letter >= 65 && letter <= 90; letter = xml[scan.at]! & 0xdf) {
    scan.column = scan.column * 26 + letter - 64
    scan.at += 1
    if (scan.column > LAST_COLUMN) return
  }
  scan.row = readDigits(scan)
}

/** A whole number; `scan.at` stays among its digits if it has too many. */
export function readDigits(scan: { xml: Uint8Array; at: number }): number {
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

function readType(scan: TagScan): void {
  for (const { name, bytes } of TYPES) {
    if (scan.xml[scan.at + bytes.length] !== QUOTE || !follows(scan.xml, scan.at, bytes)) continue
    scan.type = name
    scan.at += bytes.length
    return
  }
}
