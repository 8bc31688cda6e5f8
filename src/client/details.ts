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

const UNTAKEN = /\b(extra|unknown|unexpected|unrecogni[sz]ed|additional|not (permitted|allowed|known|recogni[sz]ed))\b/i

/**
 * Whether a service refuses a member of a request because it takes no such member, by the words of its details. `names`: what the
 * member may be called. False of any other reason, such as its value.
 */
export function refusesMember(error: unknown, names: readonly string[]): boolean {
  if (!(error instanceof ServiceError) || ![400, 422].includes(error.meant)) return false
  return saidByDetails(error.details).some((line) => {
    const cut = line.indexOf(': ')
    const place = line.slice(0, Math.max(0, cut)).split(/[.\s]/).at(-1)!
    return names.includes(place) && UNTAKEN.test(line.slice(cut + 1))
  })
}
