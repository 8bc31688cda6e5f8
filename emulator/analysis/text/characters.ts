/** What a UTF-16 code unit can be part of. */
export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2
export const APOSTROPHE = 3
export const HIGH_SURROGATE = 4
export const PICTURE = 5
/** A letter of a script that puts no spaces between words. */
export const UNSPACED = 6

const PICTURES = /[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u3297\u3299]/

/** By extension, as the mark of a long vowel is in two of them. */
const UNSPACED_SCRIPTS = new RegExp(
  `[${'Han Hiragana Katakana Thai Lao Khmer Myanmar'.replace(/\w+/g, String.raw`\p{scx=$&}`).replaceAll(' ', '')}]`,
  'u',
)

function classify(code: number): number {
  const character = String.fromCharCode(code)
  if (code === 0x27 || code === 0x2019 || code === 0x2018 || code === 0x60 || code === 0xb4) return APOSTROPHE
  if (code >= 0xd800 && code <= 0xdbff) return HIGH_SURROGATE
  if (PICTURES.test(character)) return PICTURE
  if (/[\p{L}\p{M}]/u.test(character)) return UNSPACED_SCRIPTS.test(character) ? UNSPACED : LETTER
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
