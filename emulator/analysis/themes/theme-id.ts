import { stemOf } from '../text/stem.js'

/** The key of the theme of a label, found or named by a rule: case, singular and plural aside. */
export function keyOfTheme(label: string): string {
  return `=${label.toLowerCase().split(' ').map(stemOf).join(' ')}`
}

/** The identifier of the theme of a key: a positive integer as a string, the same for ever, whatever else is found. */
export function themeIdOf(key: string): string {
  let value = 2_166_136_261
  for (let at = 0; at < key.length; at++) value = Math.imul(value ^ key.charCodeAt(at), 16_777_619)
  return String(value >>> 0 || 1)
}
