/** What the bytes 0x80 to 0x9f mean in Windows-1252; the five without a meaning stay controls, as browsers have it. */
const UPPER =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178'
const BYTES = new Map([...UPPER].map((character, index) => [character, String.fromCharCode(0x80 + index)]))

/** The text of bytes in Windows-1252. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (unit) => UPPER[unit.charCodeAt(0) - 0x80]!)
}

/** The bytes of a text in Windows-1252; nothing where a character is not in it, or all of them are ASCII. */
export function encodeWindows1252(text: string): Buffer | undefined {
  return encodeLatin1(text.replace(/[^\x00-\xff]/g, (unit) => BYTES.get(unit) ?? unit))
}

/** The bytes of a text in Latin-1; nothing where a character is not in it, or all of them are ASCII. */
export function encodeLatin1(text: string): Buffer | undefined {
  return /[^\x00-\x7f]/.test(text) && !/[^\x00-\xff]/.test(text) ? Buffer.from(text, 'latin1') : undefined
}
