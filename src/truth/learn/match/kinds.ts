import { parsePeriodKey } from '../../../contract/periods.js'
import type { ScalarShape, Shape } from '../evidence/shape.js'
import { type Entity, namesOf, plainName, RECORD_WORDS } from './lexicon.js'
import type { Leaf } from './match.js'
import { meaningOf } from './meanings.js'

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

/** Whether texts that were seen under the word of a record alone are words without a figure: `theme: "Delivery"` is no identifier. */
export function isCalledAlone({ path, shape }: Leaf, record: Entity | undefined): boolean {
  const isAlone = RECORD_WORDS.some(({ entity, word }) => entity === record && word === plainName(path.at(-1)!))
  return (
    isAlone &&
    shape.kind === 'scalar' &&
    new Set(shape.seen).size > 1 &&
    !shape.seen.some((each) => /\d/.test(String(each)))
  )
}

/** Whether a member is an identifier, which a record may lack rather than its words: seen without figures, a text is `theme: "price"`. */
export function isLessNeeded(kind: string, other: Leaf, { shape }: Leaf): boolean {
  if (kind !== 'text' || meaningOf(other.path).is !== 'id' || shape.kind !== 'scalar') return false
  const values = [...shape.seen, ...(shape.examples ?? [])].filter((value) => value !== null)
  return values.length > 0 && values.every((value) => !/\d/.test(String(value)))
}
