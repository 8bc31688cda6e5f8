import { isObject, type JsonObject } from '../../base/is-object.js'
import type { PartFault } from './member-facts.js'
import { PAGING_STYLES } from './paging.js'
import { parsePlace, parseQueryPlace } from './wire-path.js'

/** What is wrong with a fact about paging, by the path in it. */
export function findPagingFaults(fact: JsonObject): PartFault[] {
  const { style, at, limit, first, echo, ...places } = fact
  const known = ['style', 'at', 'limit', 'first', 'next', 'more', 'total', 'pages', 'echo']
  const faults: PartFault[] = []
  const add = (path: string, isFine: boolean, message: string) => void (isFine || faults.push({ path, message }))
  const isName = (value: unknown) => typeof value === 'string' && parseQueryPlace(value) !== undefined
  const isPlace = (value: unknown) => typeof value === 'string' && (parsePlace(value)?.steps.length ?? 0) > 0
  add(
    'style',
    (PAGING_STYLES as readonly unknown[]).includes(style),
    `style must be one of ${PAGING_STYLES.join(', ')}`,
  )
  add('at', at === undefined || isName(at), 'at must be the name of a member of the query')
  add(
    'limit',
    limit === undefined || limit === null || isName(limit),
    'limit must be the name of a member of the query, or null',
  )
  add('first', first === undefined || first === 0 || first === 1, 'first must be 0 or 1')
  const echoed = isObject(echo) ? echo : {}
  add(
    'echo',
    echo === undefined ||
      (Object.keys(echoed).length > 0 && Object.keys(echoed).every((name) => name === 'at' || name === 'limit')),
    'echo has at and limit',
  )
  for (const [name, place] of Object.entries({ ...places, ...echoed })) {
    add(name, known.includes(name), `has no ${name}; it has ${known.join(', ')}`)
    if (known.includes(name)) add(name, isPlace(place), `${name} must be a place in the response`)
  }
  add(
    'next',
    (style !== 'cursor' && style !== 'url') || places.next !== undefined,
    `style ${String(style)} needs next, the place of the next page`,
  )
  return faults
}
