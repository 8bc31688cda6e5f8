import { ServiceError } from './errors.js'

/** What the details of a refusal say, as `place: words` where they name a place, in whichever form they come. */
export function saidByDetails(details: unknown): string[] {
  if (details === null || typeof details !== 'object') return []
  return Array.isArray(details) ? details.flatMap(listedFault) : mappedFaults(details)
}

/** `{path: [messages]}`, as the interface has it; or an object around a list of faults. */
function mappedFaults(details: object): string[] {
  return Object.entries(details).flatMap(([path, messages]) =>
    [messages]
      .flat()
      .flatMap((message) => (typeof message === 'string' ? [`${path}: ${message}`] : listedFault(message))),
  )
}

/** One fault of a list: words, or a message with the place that it is about (`{loc: ["body", "name"], msg}` and the like). */
function listedFault(fault: unknown): string[] {
  if (typeof fault === 'string') return [fault]
  if (fault === null || typeof fault !== 'object') return []
  const { loc, path, field, msg, message } = fault as Record<string, unknown>
  const said = [msg, message].find((text) => typeof text === 'string')
  const place = [loc ?? path ?? field].flat().filter((part) => typeof part === 'string' || typeof part === 'number')
  return said === undefined ? [] : [place.length === 0 ? String(said) : `${place.join('.')}: ${said}`]
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
  if (!(error instanceof ServiceError) || ![400, 422].includes(error.meant)) return false
  const isNamed = (text: string) => text.split(/[^\w-]+/).some((word) => names.includes(word))
  return saidByDetails(error.details).some((line) => {
    const cut = line.indexOf(': ')
    const [place, said] = cut === -1 ? ['', line] : [line.slice(0, cut), line.slice(cut + 2)]
    return UNTAKEN.some((words) => words.test(said) || words.test(line)) && (isNamed(place) || isNamed(said))
  })
}
