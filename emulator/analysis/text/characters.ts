/** What a UTF-16 code unit can be part of. */
export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2
export const APOSTROPHE = 3
export const HIGH_SURROGATE = 4
export const PICTURE = 5

const PICTURES = /[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u3297\u3299]/

function classify(code: number): number {
  const character = String.fromCharCode(code)
  if (code === 0x27 || code === 0x2019 || code === 0x2018 || code === 0x60 || code === 0xb4) return APOSTROPHE
  if (code >= 0xd800 && code <= 0xdbff) return HIGH_SURROGATE
  if (PICTURES.test(character)) return PICTURE
  if (/[\p{L}\p{M}]/u.test(character)) return LETTER
  return /\p{Nd}/u.test(character) ? DIGIT : OTHER
}

const UNKNOWN = 255
const CLASSES = new Uint8Array(65_536).fill(UNKNOWN)

/** The class of a UTF-16 code unit, OTHER for NaN. Found out once each, because the scanner asks for every character. */
export function classOfUnit(code: number): number {
  const known = CLASSES[code]
  if (known !== UNKNOWN) return known ?? OTHER
  const found = classify(code)
  CLASSES[code] = found
  return found
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The first of them: all others are told without looking further. */
const FIRST_UNSPACED = 0x0e00

/** Whether a UTF-16 code unit is of a script that puts no spaces between words. */
export function isUnspaced(code: number): boolean {
  return code >= FIRST_UNSPACED && UNSPACED.test(String.fromCharCode(code))
}
