import { parsePeriodKey } from '../../../contract/periods.js'
import type { ScalarShape, Shape } from '../evidence/shape.js'
import { namesOf } from './lexicon.js'

/** Whether a text is an address whose last part, or the one before a word, is an identifier. */
export function isAddressOfRecord({ seen, examples = [] }: ScalarShape): boolean {
  const values = [...seen, ...examples]
  return values.length > 0 && values.every((each) => /^(https?:\/)?\/.*\/[^/]*\d[^/]*(\/[a-z]+)?$/i.test(String(each)))
}

/** Whether a text has values, and all of them are keys of periods, such as `2026-W08`. */
export function isPeriod({ types, seen, examples = [] }: ScalarShape): boolean {
  const values = [...seen, ...examples].filter((value) => value !== null)
  return types.includes('string') && values.length > 0 && values.every((each) => parsePeriodKey(String(each)))
}

/** Whether a name is that of an identifier. */
export const isIdentifier = (name: string) => /(^|_)(id|uuid|guid|key)$/.test(name)

/** Whether a text is a time, by its format or by what was seen. */
export function isDated({ format, seen }: ScalarShape): boolean {
  return /^(date|time|date-time)$/.test(format ?? '') || seen.some((each) => /^\d{4}-\d\d-\d\d/.test(String(each)))
}

/** Whether a number is a whole one. */
export const isWhole = (shape: Shape) => shape.kind === 'scalar' && shape.types.join() === 'integer'

/** Whether all values are texts. */
export const isText = (shape: Shape) => shape.kind === 'scalar' && shape.types.join() === 'string'

/** Whether a name says how many there are, and of what not. */
export const isPlainCount = (name: string) => namesOf('count').includes(name) || namesOf('matches').includes(name)
