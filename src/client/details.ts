import { faultsIn } from '../contract/facts/details.js'
import { ServiceError } from './errors.js'

/** What the details of a refusal say, as `place: words` where they name a place, in whichever form they come. */
export function saidByDetails(details: unknown): string[] {
  return faultsIn(details).flatMap(({ path, texts }) => {
    const place = [path].flat().join('.')
    return texts.map((text) => (place === '' ? text : `${place}: ${text}`))
  })
}

const PART =
  '(?:query |body |request )?(?:fields?|param(?:eter)?s?|propert(?:y|ies)|keys?|members?|arguments?|attributes?|inputs?)'
const REFUSED = '(?:allowed|permitted|known|recogni[sz]ed|supported|expected)'
/** What is said of a member that a service does not take; of a value it takes no such words. */
const UNTAKEN = [
  new RegExp(`\\b(?:extra|unknown|unexpected|unrecogni[sz]ed|unsupported|additional) ${PART}\\b(?!\\s+["']?\\d)`, 'i'),
  new RegExp(`\\b${PART} (?:\\S+ )?(?:is |are )?not ${REFUSED}\\b`, 'i'),
  new RegExp(`^(?:is |are )?(?:not ${REFUSED}|unknown|unexpected|unrecogni[sz]ed)\\.?$`, 'i'),
  /\bshould not exist\b/i,
]

/**
 * Whether a service refuses a member of a request because it takes no such member, by the words of its details. `names`: what the
 * member may be called. False of any other reason, such as its value.
 */
export function refusesMember(error: unknown, names: readonly string[]): boolean {
  const isNamed = (text: string) => text.split(/[^\w-]+/).some((word) => names.includes(word))
  return faultsOf(error).some(({ line, place, said }) => {
    return UNTAKEN.some((words) => words.test(said) || words.test(line)) && (isNamed(place) || isNamed(said))
  })
}

/** Whether a service refuses a request for the value of a member at a place that its details name, for any reason. */
export function refusesValue(error: unknown, names: readonly string[]): boolean {
  return faultsOf(error).some(({ place }) => names.includes(place.split(/[^\w-]+/).at(-1)!))
}

/** Codes that say no more than that a request is not valid. */
const NOT_VALID = /^HTTP_4|VALID|BAD_REQUEST|PARAM|QUERY|ARGUMENT|INPUT/i

/** Whether a service refuses a request as not valid and says nothing of why: not by its details, nor by a code. */
export function refusesUntold(error: unknown): boolean {
  if (!(error instanceof ServiceError) || ![400, 422].includes(error.meant)) return false
  return NOT_VALID.test(error.code) && saidByDetails(error.details).length === 0
}

/** The lines of the details of a request that was not valid, each with the place that it names; '' if it names none. */
function faultsOf(error: unknown): { line: string; place: string; said: string }[] {
  if (!(error instanceof ServiceError) || ![400, 422].includes(error.meant)) return []
  return saidByDetails(error.details).map((line) => {
    const cut = line.indexOf(': ')
    return cut === -1 ? { line, place: '', said: line } : { line, place: line.slice(0, cut), said: line.slice(cut + 2) }
  })
}
