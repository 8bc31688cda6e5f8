import { type Cell, cellText } from '../read/table.js'

const NUMBER =
  /^([+-]?\d+(?:[.,]\d+)?)\s*(?:(?:\/|out of|of|von|sur|de|su|van)\s*\d+|stars?|sterne?|étoiles?|estrellas?|%|★)?$/i
const STARS = /^(?:★|⭐|🌟)(?:★|☆|⭐|🌟|✩|\ufe0f|\s)*$/u

/** The rating in a cell: `4`, `4,5`, `4/5`, `4 out of 5`, `★★★★☆`. Undefined if it is not one. */
export function readRating(cell: Cell): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined
  const text = cellText(cell).trim()
  const digit = text.length === 1 ? text.charCodeAt(0) - 0x30 : -1
  if (digit >= 0 && digit <= 9) return digit
  if (STARS.test(text)) return text.match(/[★⭐🌟]/gu)!.length
  const digits = NUMBER.exec(text)?.[1]
  const value = digits === undefined ? Number.NaN : Number(digits.replace(',', '.'))
  return Number.isFinite(value) ? value : undefined
}
