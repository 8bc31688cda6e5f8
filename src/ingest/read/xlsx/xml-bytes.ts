import { decodeCharacterData, unescapeText } from './xml.js'

export const QUOTE = 0x22
export const SLASH = 0x2f
export const LESS = 0x3c
export const EQUALS = 0x3d
export const GREATER = 0x3e

/** Bytes decoded at once: a text in use keeps so many. */
const STRETCH = 8 * 1024

const PRESERVE = Buffer.from(' xml:space="preserve">')

/** What a byte of character data asks for. */
const WIDE = 1
const SPECIAL = 2
const FORBIDDEN = 4
/** May start U+FFFE or U+FFFF, which no XML may hold. */
const LAST_PLANE = 8
const UNDERSCORE = 16
/** A tag starts. */
const END = 32
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return byte === 0xef ? WIDE | LAST_PLANE : WIDE
  if (byte === 0x26 || byte === 0x0d || byte === GREATER) return SPECIAL
  if (byte === 0x5f) return UNDERSCORE
  if (byte === LESS) return END
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a ? FORBIDDEN : 0
})

/** The bytes at a place are those of a tag. */
export function follows(xml: Uint8Array, at: number, tag: Uint8Array): boolean {
  for (let index = 0; index < tag.length; index += 1) if (xml[at + index] !== tag[index]) return false
  return true
}

/** Character data: where it ends, and all that is in it. Used again and again, so that none costs an object. */
export interface DataScan {
  end: number
  kinds: number
}

/** Looks at character data up to the next tag, or to the end of the bytes, once. */
export function scanData(xml: Uint8Array, from: number, scan: DataScan): void {
  let kinds = 0
  let at = from
  for (; at < xml.length; at += 1) {
    const kind = KINDS[xml[at]!]!
    if (kind === END) break
    kinds |= kind
  }
  scan.end = at
  scan.kinds = kinds
}

/** The bytes of this character data are those of its text: it has no references and escapes. */
export function isLiteral({ kinds }: DataScan): boolean {
  return (kinds | WIDE) === WIDE
}

/** Nothing in these bytes needs a second look. */
export function isPlain(xml: Uint8Array, from: number, to: number): boolean {
  let kinds = 0
  for (let at = from; at < to; at += 1) kinds |= KINDS[xml[at]!]!
  return (kinds | UNDERSCORE) === UNDERSCORE
}

/** Place after the rest of an opening `<t`; -1 if it is not one of the two ways spreadsheets write it. */
export function afterTextTag(xml: Uint8Array, at: number): number {
  if (xml[at] === GREATER) return at + 1
  return follows(xml, at, PRESERVE) ? at + PRESERVE.length : -1
}

/** Bytes of a part, UTF-8, and a stretch of them as text, a character a byte: to cut from it costs a fraction of decoding each text. */
export interface XmlPiece {
  bytes: Buffer
  characters: string
  from: number
  to: number
}

/** A piece nothing was decoded of. */
export function createPiece(bytes: Buffer): XmlPiece {
  return { bytes, characters: '', from: 0, to: 0 }
}

/** Character data as text; undefined if a parser must judge it. */
export function textOf(piece: XmlPiece, from: number, { end, kinds }: DataScan): string | undefined {
  if ((kinds | UNDERSCORE) === UNDERSCORE) return charactersOf(piece, from, end)
  if (kinds & FORBIDDEN) return undefined
  const data = piece.bytes.toString('utf8', from, end)
  if (kinds & LAST_PLANE && /[\ufffe\uffff]/.test(data)) return undefined
  return kinds & SPECIAL ? decodeCharacterData(data) : data
}

function charactersOf(piece: XmlPiece, from: number, end: number): string {
  if (from < piece.from || end > piece.to) {
    piece.from = from
    piece.to = Math.min(Math.max(end, from + STRETCH), piece.bytes.length)
    piece.characters = piece.bytes.toString('latin1', from, piece.to)
  }
  return piece.characters.slice(from - piece.from, end - piece.from)
}

/** Text of a workbook, its escapes (`_x000D_`) resolved if it can hold any. */
export function unescapedText(text: string, { kinds }: DataScan): string {
  return kinds & (UNDERSCORE | SPECIAL) ? unescapeText(text) : text
}
