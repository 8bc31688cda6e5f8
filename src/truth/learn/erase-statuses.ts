import type { Values } from '../../contract/assumptions/values.js'
import { ERASE_WORDS } from '../../contract/facts/erased-entries.js'
import type { ScalarShape } from './evidence/shape.js'
import { plainName, valuesLike } from './match/lexicon.js'

/**
 * Names of the member that says what happened to the identifier of an entry; for a number whose values aren't known, only those of an HTTP
 * status.
 */
const HTTP_STATUSES = ['status', 'status_code', 'http_status', 'code']
const STATUSES = [...HTTP_STATUSES, 'outcome', 'result', 'state']
const FOUND = ERASE_WORDS.found
const MISSING = [...valuesLike('missing'), ...ERASE_WORDS.missing]
const isFound = (word: string) => FOUND.includes(plainName(word)) || /^2\d\d$/.test(word)
const isMissing = (word: string) => MISSING.includes(plainName(word)) || /^4(04|10)$/.test(word)

/** Whether a name is one for what happened to the identifier of an entry. */
export const isStatus = (name: string): boolean => STATUSES.includes(plainName(name))

const isOf = ({ types }: ScalarShape, type: ScalarShape['types'][number]) => types.join() === type

/** Whether a value is a whole number. */
export const isCount = (shape: ScalarShape): boolean => isOf(shape, 'integer')

/**
 * The two words of a status, as far as it is known to have them; undefined where it leaves open what it says. Numbers mean what they do in
 * HTTP, and only if all that are known are such; where none is, the name has to say so. A text of which no word is known says it in
 * plain words, beside a count of what is gone (`isCounted`).
 */
export function wordsOfStatus(
  name: string,
  shape: ScalarShape,
  isCounted: boolean,
): Partial<Pick<Values['erase-answer'], 'found' | 'missing'>> | undefined {
  if (isOf(shape, 'boolean')) return { found: 'true', missing: 'false' }
  const { words, seen, examples = [] } = shape
  const known = [...new Set((words ?? [...seen, ...examples]).filter((each) => each !== null).map(String))]
  const [[found, other], [missing, another]] = [known.filter(isFound), known.filter(isMissing)]
  if (isOf(shape, 'integer')) {
    const isOfHttp = known.length > 0 ? known.every(isOfErase) : HTTP_STATUSES.includes(plainName(name))
    if (!isOfHttp) return undefined
    return { ...(found !== undefined && { found }), ...(missing !== undefined && { missing }) }
  }
  if (known.length === 0) return isCounted ? {} : undefined
  return found !== undefined && missing !== undefined && !other && !another ? { found, missing } : undefined
}

/** Whether a number is an HTTP status that says that something is gone, or was not found. */
const isOfErase = (word: string) => isFound(word) || isMissing(word)
