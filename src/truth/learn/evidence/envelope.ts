import { isObject } from '../../../base/is-object.js'
import { perObject } from '../../../base/per-object.js'
import type { SeenExchange } from './evidence.js'
import type { Member } from './shape.js'

/**
 * The success payloads of a service out of their `data` wrapper (interface, "Response envelope migration"). An object in a lone `data` is
 * wrapped. A list may as well be the rows of a bare answer: it is wrapped where the objects are.
 */
export function withoutEnvelopes(members: readonly (Member | undefined)[]): (Member | undefined)[] {
  const isWrapping = mostAreWrapped(members.map((member) => member && loneData(member)))
  return members.map((member) => {
    const inner = member && loneData(member)
    if (inner === undefined || inner === 'none') return member
    return isComposed(inner) || (isWrapping && inner.shape.kind === 'list') ? inner : member
  })
}

/** What stands in `data` if there is nothing beside it; `none` if it is another object, undefined if it tells nothing. */
function loneData({ shape }: Member): Member | 'none' | undefined {
  if (shape.kind !== 'object') return undefined
  const { data } = shape.members
  return data && Object.keys(shape.members).length === 1 ? data : 'none'
}

const isComposed = ({ shape }: Member) => shape.kind === 'object' || shape.kind === 'map'

function mostAreWrapped(found: readonly (Member | 'none' | undefined)[]): boolean {
  const wrapped = found.filter((each) => typeof each === 'object' && isComposed(each)).length
  return wrapped > 0 && wrapped >= found.filter((each) => each === 'none').length
}

/** Exchanges with their success payloads out of the wrapper. */
export function withoutWrappers(exchanges: readonly SeenExchange[]): SeenExchange[] {
  const successes = exchanges.filter(({ status }) => status >= 200 && status < 300)
  const count = (isWanted: (body: unknown) => boolean) => successes.filter((each) => isWanted(each.responseBody)).length
  const wrapped = count((body) => isWrapper(body) && isObject(body.data))
  const isWrapping = wrapped > 0 && wrapped >= count((body) => isObject(body) && !isWrapper(body))
  return exchanges.map((each) => {
    const { status, responseBody: body } = each
    if (status < 200 || status >= 300 || !isWrapper(body)) return each
    const isInner = isObject(body.data) || (isWrapping && Array.isArray(body.data))
    return isInner ? unwrapped(each) : each
  })
}

const unwrapped = perObject((exchange: SeenExchange): SeenExchange => {
  return { ...exchange, responseBody: (exchange.responseBody as { data: unknown }).data }
})

function isWrapper(body: unknown): body is { data: unknown } {
  return isObject(body) && Object.hasOwn(body, 'data') && Object.keys(body).length === 1
}
