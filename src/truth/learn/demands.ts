import { isObject, type JsonObject } from '../../base/is-object.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import { membersNamedBy } from './learn-details.js'

/** What a service took and refused of the bodies of an operation, or of its queries. */
export interface Demands {
  /** Some were taken. */
  isTaken: boolean
  /** Names that all have that were taken, and for lack of which others were refused. */
  demanded: ReadonlySet<string>
  /** Names that all have that were taken, be it a habit of their sender. */
  always: ReadonlySet<string>
}

/**
 * What requests that were taken and refused show of what a service demands. What all requests have that were taken may be the habit of
 * their sender; a refusal that names what it lacks tells. One of several that would do is not in all of them.
 */
export function demandsSeen({ exchanges }: WireOperation, slot: 'query' | 'body'): Demands {
  const membersOf = ({ requestBody, query }: SeenExchange): JsonObject | undefined =>
    slot === 'query' ? query : isObject(requestBody) ? requestBody : undefined
  const taken = exchanges
    .filter(({ status }) => status < 300)
    .map(membersOf)
    .filter((members) => members !== undefined)
  const known = new Set(taken.flatMap((members) => Object.keys(members)))
  const inAll = (name: string) => taken.every((members) => Object.hasOwn(members, name))
  const demanded = exchanges.flatMap((each) => {
    if (each.status !== 400 && each.status !== 422) return []
    const members = membersOf(each) ?? {}
    const lacking = membersNamedBy(each.responseBody, known).filter((name) => !Object.hasOwn(members, name))
    return lacking.every(inAll) ? lacking : []
  })
  return { isTaken: taken.length > 0, demanded: new Set(demanded), always: new Set([...known].filter(inAll)) }
}
