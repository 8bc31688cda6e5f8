import { perObject } from '../../base/per-object.js'
import { canonicalPath, type Operation, type Route } from '../../contract/operation.js'
import { familyOf, OPERATION_IDS, type OperationId, rowOf } from '../../contract/operations/index.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import { elsewhere } from './kind-routes.js'
import { plainName } from './match/lexicon.js'
import { textsIn } from './match/values.js'
import { partInQuery } from './route-likeness.js'
import type { FoundRoute } from './routes.js'

/**
 * Routes to which answers point: a push that began a task says where to look for it, or has the identifier that it was looked for by. One
 * is found where the answers of the operation above it point to one open address, and that one answers as ours does (`isLike`).
 */
export function pointedRoutes(
  found: readonly FoundRoute[],
  wires: readonly WireOperation[],
  isLike: (operation: OperationId, wire: WireOperation) => boolean,
): FoundRoute[] {
  const open = wires.filter((each) => found.every(({ wire }) => wire !== each))
  const all = found.flatMap(({ route: above, wire }): FoundRoute[] => {
    const below = routeBelow(above, found)
    const there = below
      ? open.filter((each) => each.method === below.route.method && isLike(below.operation, each))
      : []
    const places = there.map((each): Place => ({ wire: each, inQuery: partInQuery(each, below!.route) }))
    const linked = places.filter((each) => linksTo(wire, each))
    const targets = linksAway(wire) ? linked : askedFrom(wire, places)
    const [target] = targets
    if (!below || !target || targets.length > 1) return []
    return [elsewhere(below.operation, below.route, target.wire)]
  })
  // Of two routes of one operation at one address the client asks the first. Where two operations would be at one, it says of neither
  // which it is, unless the one has a kind of what the other has.
  return all.filter((each, index) => {
    const others = all.filter((other) => other !== each && other.wire === each.wire)
    const isFirst = all.findIndex(({ operation, wire }) => operation === each.operation && wire === each.wire) === index
    return (
      isFirst && others.every(({ operation }) => operation === each.operation || familyOf(operation) === each.operation)
    )
  })
}

/** The route of ours for one of what a route began: its own path, and an identifier. */
function routeBelow(above: Route, found: readonly FoundRoute[]): Pick<FoundRoute, 'operation' | 'route'> | undefined {
  const start = `${canonicalPath(above)}/{`
  const all = OPERATION_IDS.flatMap((operation) =>
    (rowOf(operation) as Operation).routes.map((route) => ({ operation, route })),
  )
  return all.find(({ route }) => {
    const path = canonicalPath(route)
    const isBelow = path.startsWith(start) && path.endsWith('}') && !path.slice(start.length).includes('/')
    return isBelow && route.assumed && found.every((each) => each.route !== route)
  })
}

/** An operation of theirs, and the member of its query that names what is asked for, if its path does not. */
interface Place {
  wire: WireOperation
  inQuery: string | undefined
}

/** Whether an answer of one operation has an address of another. */
function linksTo({ exchanges }: WireOperation, target: Place): boolean {
  const isThere = (address: string) => isAt(address, target)
  return exchanges.some((each) => addressesOf(each).some(isThere))
}

/** Whether its answers say where to look: then what they identify says no more. */
function linksAway({ exchanges }: WireOperation): boolean {
  return exchanges.some((each) => addressesOf(each).length > 0)
}

/**
 * The operations that were asked for what the answers of another identify, and for nothing else; where there are none, also for
 * that: small numbers identify many things.
 */
function askedFrom(above: WireOperation, places: readonly Place[]): Place[] {
  const given = new Set(above.exchanges.flatMap(idsOf))
  const known = places.map((each) => ({ ...each, asked: idsAsked(each).map((id) => given.has(id)) }))
  const alone = known.filter(({ asked }) => asked.length > 0 && asked.every(Boolean))
  return alone.length > 0 ? alone : known.filter(({ asked }) => asked.some(Boolean))
}

/** What an operation was asked for, and had. */
function idsAsked({ wire: { exchanges, path }, inQuery }: Place): string[] {
  const at = path.split('/').findIndex((part) => part.startsWith('{'))
  const idIn = (each: SeenExchange) => (inQuery === undefined ? each.path.split('/')[at] : each.query[inQuery])
  return exchanges.flatMap((each) => (each.status < 300 ? [idIn(each) ?? ''] : []))
}

const idsOf = ofAnswer(idsIn)

function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const isId = /(^|_)(id|uuid|key|ref)$/.test(plainName(name)) && ['string', 'number'].includes(typeof each)
    return isId ? [String(each)] : idsIn(each)
  })
}

const addressesInAnswer = ofAnswer(addressesIn)

/** The addresses in an answer, and in its `Location`. */
function addressesOf(exchange: SeenExchange): string[] {
  const { location } = exchange.responseHeaders
  const beside = exchange.status < 300 && location !== undefined ? addressesIn(location) : []
  return [...beside, ...addressesInAnswer(exchange)]
}

function addressesIn(value: unknown): string[] {
  return textsIn(value).flatMap((text) => {
    if (text.startsWith('/')) return [text]
    if (!/^https?:/.test(text) || !URL.canParse(text)) return []
    const { pathname, search } = new URL(text)
    return [pathname + search]
  })
}

/** What is found in the answer of an exchange, once in each answer; nothing in a refusal. */
function ofAnswer(find: (answer: unknown) => string[]): (seen: SeenExchange) => string[] {
  const findOnce = perObject<object, string[]>(find)
  return ({ status, responseBody: answer }) => {
    if (status >= 300) return []
    return typeof answer === 'object' && answer !== null ? findOnce(answer) : find(answer)
  }
}

/** Whether an address is one of a template's: nothing else in the place of its parts, or of that in its query. */
function isAt(address: string, { wire: { path: template }, inQuery }: Place): boolean {
  const [path = '', query] = address.split('?')
  const [parts, steps] = [path.split('/'), template.split('/')]
  const isStep = (step: string, at: number) => (/^\{.*\}$/.test(step) ? parts[at] !== '' : parts[at] === step)
  const isTold = inQuery === undefined ? template.includes('{') : new URLSearchParams(query).has(inQuery)
  return parts.length === steps.length && isTold && steps.every(isStep)
}
