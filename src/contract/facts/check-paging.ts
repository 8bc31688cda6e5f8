import { isObject, type JsonObject } from '../../base/is-object.js'
import { mustBeOneOf } from '../../base/nearest.js'
import { type PartFault, unknownMember } from './member-facts.js'
import { PAGING_STYLES, rowPlace, SAID_OF_PAGES } from './paging.js'
import { parsePlace, parseQueryPlace } from './wire-path.js'

/** What is wrong with a fact about paging, by the path in it. */
export function findPagingFaults(fact: JsonObject): PartFault[] {
  const { style, at, limit, first, headers, echo, ...places } = fact
  const known = ['style', 'at', 'limit', 'first', ...SAID_OF_PAGES, 'headers', 'echo']
  const faults: PartFault[] = []
  const add = (path: string, isFine: boolean, message: string) => void (isFine || faults.push({ path, message }))
  const isName = (value: unknown) => typeof value === 'string' && parseQueryPlace(value) !== undefined
  const isOfRow = (value: unknown) => typeof value === 'string' && rowPlace(value) !== undefined
  const isPlace = (value: unknown) => typeof value === 'string' && (parsePlace(value)?.steps.length ?? 0) > 0
  add('style', (PAGING_STYLES as readonly unknown[]).includes(style), `style ${mustBeOneOf(PAGING_STYLES, style)}`)
  add('at', at === undefined || isName(at), 'at must be the name of a member of the query')
  add(
    'limit',
    limit === undefined || limit === null || isName(limit),
    'limit must be the name of a member of the query, or null',
  )
  add('first', first === undefined || first === 0 || first === 1, 'first must be 0 or 1')
  const echoed = isObject(echo) ? echo : {}
  add('echo', echo === undefined || hasOnly(echoed, ['at', 'limit']), 'echo has at and limit')
  const named = isObject(headers) ? headers : {}
  add('headers', headers === undefined || hasOnly(named, SAID_OF_PAGES), `headers has ${SAID_OF_PAGES.join(', ')}`)
  add('headers', Object.values(named).every(isHeader), 'headers must be names of headers')
  for (const [name, place] of Object.entries({ ...places, ...echoed })) {
    add(name, known.includes(name), unknownMember(name, known))
    if (!known.includes(name)) continue
    if (name === 'next' && style === 'last') {
      add(name, isOfRow(place), 'next must be a member of the last row, such as data[-1].id')
    } else add(name, isPlace(place), `${name} must be a place in the response`)
  }
  // A row is no header.
  const saysNext = places.next !== undefined || (named.next !== undefined && style !== 'last')
  add(
    'next',
    !['cursor', 'url', 'next', 'last'].includes(String(style)) || saysNext,
    `style ${String(style)} needs next, the place of the next page, or headers.next`,
  )
  return faults
}

function hasOnly(parts: JsonObject, known: readonly string[]): boolean {
  const names = Object.keys(parts)
  return names.length > 0 && names.every((name) => known.includes(name))
}

/** RFC 9110, section 5.1. */
const isHeader = (value: unknown) => typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value)
