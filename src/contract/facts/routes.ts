import type { JsonObject } from '../../base/is-object.js'
import { isAddressTemplate, pathParameters } from '../../base/path-template.js'
import { routeAssumption } from '../assumptions/overridable.js'
import { addressesOf, isPrefixShown, type Method, type Operation, type Route } from '../operation.js'
import { familyOf, OPERATION_IDS, type OperationId, rowOf } from '../operations/index.js'
import type { FactFault, Facts } from './facts.js'
import { type PartFault, unknownMember } from './member-facts.js'

/** What a fact says of a route. */
interface RouteFact {
  path?: string
  /** Where it is mounted, and nowhere else. */
  prefix?: string
  method?: Method
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const PREFIX = /^(\/[A-Za-z0-9_.~-]+)*$/

/** The row with its routes where facts say they are. */
export function withRoutes(row: Operation, facts: Facts): Operation {
  const [first, ...others] = row.routes
  return { ...row, routes: [routeUnder(first, facts), ...others.map((route) => routeUnder(route, facts))] }
}

function routeUnder(route: Route, facts: Facts): Route {
  const fact = facts[routeAssumption(route)] as RouteFact | undefined
  if (!fact) return route
  const { path = route.path, method = route.method, prefix } = fact
  return { ...route, path, method, placed: true, ...(prefix === undefined ? {} : { mounts: [prefix] }) }
}

/** Whether facts say that an operation is apart from the one of which it answers a kind. */
export function isApart(id: OperationId, facts: Facts): boolean {
  const isPlaced = rowOf(id).routes.some((route) => facts[routeAssumption(route)] !== undefined)
  const [own, others] = [id, familyOf(id)].map((each) => withRoutes(rowOf(each), facts).routes.flatMap(addressesOf))
  return isPlaced && !own!.some((address) => others!.includes(address))
}

/** The route an assumption is about. */
function routeOf(id: string): Route {
  return OPERATION_IDS.flatMap((operation) => rowOf(operation).routes).find((route) => routeAssumption(route) === id)!
}

/** What a fact about this route may say. */
function routeParts(route: Route): string[] {
  return [...(route.assumed ? ['path', 'method'] : []), ...(isPrefixShown(route) ? [] : ['prefix'])]
}

/** What is wrong with a fact about a route by itself. */
export function findRouteFaults(id: string, fact: JsonObject): PartFault[] {
  const route = routeOf(id)
  const { path, method, prefix } = fact
  const known = routeParts(route)
  const unknown = Object.keys(fact).filter((name) => !known.includes(name))
  const faults = unknown.map((name) => ({ path: name, message: unknownMember(name, known) }))
  const add = (at: string, message: string) => faults.push({ path: at, message })
  if (path !== undefined && !isAddressTemplate(path)) {
    add('path', 'path must be a path without its mount, such as /sources/list, /tasks/{task_id} or /tasks?id={task_id}')
  } else if (typeof path === 'string' && partsOf(path) !== partsOf(route.path)) {
    add('path', `path must have the same parameters: ${partsOf(route.path) || 'none'}`)
  }
  if (prefix !== undefined && !(typeof prefix === 'string' && prefix.length <= 200 && PREFIX.test(prefix))) {
    add('prefix', 'prefix must be a path such as /api/v1, or empty')
  }
  const takesBody = route.method !== 'GET'
  const fitting = METHODS.filter((each) => (each !== 'GET') === takesBody)
  if (method !== undefined && !(fitting as readonly unknown[]).includes(method)) {
    add('method', `method must be ${fitting.join(', ')}`)
  }
  return faults
}

function partsOf(path: string): string {
  return pathParameters(path)
    .map((name) => `{${name}}`)
    .join(', ')
}

/**
 * Routes of two operations at one address. Of two routes of one operation there, the first answers: the one that the client takes. So it
 * does for one that answers a kind of what another answers.
 */
export function findRouteClashes(facts: Facts): FactFault[] {
  const taken = new Map<string, { operation: OperationId; original: Route }>()
  const faults = new Map<string, FactFault>()
  const all = OPERATION_IDS.flatMap((operation): { operation: OperationId; original: Route }[] =>
    rowOf(operation).routes.map((original) => ({ operation, original })),
  )
  for (const each of all) {
    for (const address of addressesOf(routeUnder(each.original, facts))) {
      const other = taken.get(address)
      taken.set(address, other ?? each)
      if (!other || familyOf(other.operation) === familyOf(each.operation)) continue
      const [moved, stays] = facts[routeAssumption(each.original)] === undefined ? [other, each] : [each, other]
      const id = routeAssumption(moved.original)
      const [, at] = address.split(' ')
      const message = `path ${at} belongs to another operation, ${stays.operation} (${routeAssumption(stays.original)})`
      if (!faults.has(id)) faults.set(id, { id, path: facts[id]?.path === undefined ? 'prefix' : 'path', message })
    }
  }
  return [...faults.values()]
}
