import { plainText } from './quick-text.js'

export const QUOTE = 0x22
export const SLASH = 0x2f
export const LESS = 0x3c
export const EQUALS = 0x3d
export const GREATER = 0x3e

/** What a byte of character data asks for. */
const WIDE = 1
const ODD = 2
const FORBIDDEN = 4
/** May begin U+FFFE or U+FFFF, which no XML may hold. */
const LAST_PLANE = 8
const UNDERSCORE = 16
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return byte === 0xef ? WIDE | LAST_PLANE : WIDE
  if (byte === 0x26 || byte === 0x0d) return ODD
  if (byte === 0x5f) return UNDERSCORE
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a ? FORBIDDEN : 0
})

/** The bytes at a place are those of a tag. */
export function follows(xml: Uint8Array, at: number, tag: Uint8Array): boolean {
  for (let index = 0; index < tag.length; index += 1) if (xml[at + index] !== tag[index]) return false
  return true
}

/** Place of the next tag; the end of the bytes where there is none. */
export function nextTag(xml: Uint8Array, from: number): number {
  let at = from
  while (at < xml.length && xml[at] !== LESS) at += 1
  return at
}

/** The bytes of this character data are those of its text: nothing in it stands for something else. */
export function isLiteral(xml: Uint8Array, from: number, to: number): boolean {
  return (kindsOf(xml, from, to) | WIDE) === WIDE
}

/** Character data as text; undefined where a parser must judge it. The bytes are UTF-8. */
export function textBetween(xml: Buffer, from: number, to: number): string | undefined {
  const kinds = kindsOf(xml, from, to)
  if ((kinds | UNDERSCORE) === UNDERSCORE) return xml.toString('latin1', from, to)
  if (kinds & FORBIDDEN) return undefined
  const data = xml.toString('utf8', from, to)
  if (kinds & LAST_PLANE && /[\ufffe\uffff]/.test(data)) return undefined
  return kinds & ODD ? plainText(data) : data
}

function kindsOf(xml: Uint8Array, from: number, to: number): number {
  let kinds = 0
  for (let at = from; at < to; at += 1) kinds |= KINDS[xml[at]!]!
  return kinds
}
