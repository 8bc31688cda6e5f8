import type { JsonObject } from '../../src/base/is-object.js'
import { wireQuery } from '../../src/client/asked.js'
import { routeOf } from '../../src/client/route.js'
import { RECOMMENDED_WORDS, routeAssumption } from '../../src/contract/assumptions/overridable.js'
import type { ErrorCode } from '../../src/contract/errors.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { MOUNTS, type Operation, type Route } from '../../src/contract/operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../../src/contract/operations/index.js'

/** Which facts are learned ones, or those with something of the true ones. */
export const learnedOnes = new WeakSet<Facts>()

/** Facts that are no matter of members: what the contract makes of them. */
export function sameValues(a: Facts, b: Facts, id: string): boolean {
  if (id.startsWith('route:')) return servesBoth(a, b, id)
  if (id.startsWith('paging:')) return samePaging(a, b, id.slice('paging:'.length) as OperationId)
  return JSON.stringify(effectOf(a, id)) === JSON.stringify(effectOf(b, id))
}

/** The route of a service that answers at the address of another; the one a client takes where none does. */
export function servedAt(row: Operation, asked: Route): Route {
  const [address = ''] = addressesOf(asked)
  return row.routes.find((route) => addressesOf(route).includes(address)) ?? routeOf(row)
}

/** Whether the address one of them asks is one that the other answers at, for a learned one by any route of the operation. */
function servesBoth(a: Facts, b: Facts, id: string): boolean {
  const operation = OPERATION_IDS.find((each) => rowOf(each).routes.some((route) => routeAssumption(route) === id))!
  const at = rowOf(operation).routes.findIndex((route) => routeAssumption(route) === id)
  const [x, y] = [a, b].map((facts) => contractWith(facts).rowOf(operation).routes)
  const [one, other] = [addressesOf(x![at]!), addressesOf(y![at]!)]
  if (!learnedOnes.has(a) && x!.some((route) => addressesOf(route).includes(other[0]!))) return true
  return one.includes(other[0]!) || other.includes(one[0]!)
}

/** The addresses of a route, the one that a client takes first. */
function addressesOf({ method, path, mounts = MOUNTS }: Route): string[] {
  return mounts.map((mount) => `${method} ${mount}${path}`.replace(/\{\w*\}/g, '{}'))
}

const SIZE = '9'

/** Whether the next page is asked for and found the same way, whatever is said of its size. */
export function sameNextPage(a: Facts, b: Facts, id: string): boolean {
  const [x, y] = [a, b].map((facts) => pagingOf(facts, id.slice('paging:'.length) as OperationId).asked)
  const withoutSize = ([query, ...others]: Asked) => [query.filter(([, value]) => value !== SIZE), ...others]
  return JSON.stringify(withoutSize(x!)) === JSON.stringify(withoutSize(y!))
}

type Asked = [query: [name: string, value: string][], ...others: unknown[]]

/** Whether pages are asked for and followed the same way; what else an answer counts need not be known. */
function samePaging(a: Facts, b: Facts, id: OperationId): boolean {
  const [x, y] = [pagingOf(a, id), pagingOf(b, id)]
  const isCounted = ['more', 'total', 'pages'].every((name) => {
    return x.counts[name] === undefined || y.counts[name] === undefined || x.counts[name] === y.counts[name]
  })
  return isCounted && JSON.stringify(x.asked) === JSON.stringify(y.asked)
}

/** How pages of a listing are asked for and followed. */
function pagingOf(facts: Facts, id: OperationId): { asked: Asked; counts: JsonObject } {
  const contract = contractWith(facts)
  const row = contract.rowOf(id)
  const route = routeOf(row)
  const { next, style, first, ...counts } = (contract.pagingOf(id) ?? {}) as JsonObject
  const query = wireQuery({ id, contract, row, route }, { limit: SIZE, cursor: style === 'page' ? '2' : '7' })
  const own = contract.codecOf(id, 'result', route.words)?.pathToWire('pagination.next_cursor')
  const place = style === undefined ? (own ?? 'pagination.next_cursor') : next
  const asked = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  // A bare `next` of which no value was seen is read as the cursor it is.
  const read = style === undefined || style === 'next' ? 'cursor' : style
  return { asked: [asked.sort(), read, first ?? 0, place], counts }
}

function effectOf(facts: Facts, id: string): unknown {
  const contract = contractWith(facts[id] ? { [id]: facts[id] } : {})
  const [kind = '', rest = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (kind === 'status') return [...contract.rowOf(rest as OperationId).statuses].sort()
  if (kind === 'error') return contract.refusal(rest as ErrorCode)
  if (rest === 'webhook-delivery-id') return contract.values[rest].header.toLowerCase()
  if (rest === 'error-details')
    return contract.detailsToWire({ 'questions[1].text': ['too long', 'no text'], name: ['missing'] })
  return id === RECOMMENDED_WORDS ? (facts[id]?.words ?? {}) : contract.values[rest as keyof typeof contract.values]
}
