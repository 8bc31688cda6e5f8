import { lazy } from '../../base/lazy.js'
import { ERRORS } from '../errors.js'
import { DELIVERED, type EventRow } from '../events.js'
import { canonicalPath, isPrefixShown, type Operation, type Route } from '../operation.js'
import { OPERATION_IDS, rowOf } from '../operations/index.js'
import { memberSchemas, type TSchema } from '../schema.js'
import { NOT_SPECIFIED } from './about.js'
import { ASSUMED_BEHAVIOURS, type Assumption } from './behaviours.js'
import { pagingAssumption, routeAssumption, statusAssumption } from './overridable.js'

export type { Assumption } from './behaviours.js'

type Node = {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  'x-assumed'?: boolean
  'x-assumed-why'?: string
}

/**
 * The assumption ledger (contract.md section 11): everything the interface leaves open and this project decided. Derived from the
 * tables, so that it cannot fall behind them, plus the behaviours no table carries. Ids are unique and stable.
 */
export const listAssumptions: () => readonly Assumption[] = lazy(() => [
  ...OPERATION_IDS.flatMap((id) => assumedInOperation(rowOf(id))),
  ...assumedErrors(),
  ...assumedEvents(),
  ...ASSUMED_BEHAVIOURS,
])

function assumedInOperation(row: Operation): Assumption[] {
  return [
    ...row.routes.flatMap((route) => assumedOfRoute(row, route)),
    ...assumedStatus(row),
    ...assumedPaging(row),
    ...assumedInSchema(row.query, `query:${row.id}`),
    ...assumedInSchema(row.body, `body:${row.id}`),
    ...assumedPlace(row),
    ...assumedInSchema(row.result, `result:${row.id}`),
  ]
}

function assumedOfRoute({ id }: Operation, route: Route): Assumption[] {
  const own = { id: routeAssumption(route) }
  const address = `${route.method} ${canonicalPath(route)}`
  if (route.assumed) return [{ ...own, what: `${address} reaches ${id}`, why: NOT_SPECIFIED }]
  if (isPrefixShown(route)) return []
  const { path } = route
  return [
    {
      ...own,
      what: `${route.method} ${path} uses the same prefixes as other short paths`,
      why: 'prefix not specified',
    },
  ]
}

/** The interface shows no status for most of what writes. What reads answers 200, as everywhere. */
function assumedStatus({ id, routes, statuses, statusShown, protocol, otherwise }: Operation): Assumption[] {
  if (statusShown || protocol || routes[0].method === 'GET') return []
  const [usual, other = usual] = statuses
  const also = otherwise ? `, ${other === usual ? 'also' : `or ${other}`} ${otherwise.when}` : ''
  return [{ id: statusAssumption(id), what: `${id} returns ${usual}${also}`, why: NOT_SPECIFIED }]
}

function assumedPaging({ id, query }: Operation): Assumption[] {
  if (!Object.hasOwn(memberSchemas(query) ?? {}, 'cursor')) return []
  return [
    {
      id: pagingAssumption(id),
      what: `${id} uses cursor pagination (pagination.next_cursor, then the query's cursor)`,
      why: 'only the page size is specified, and that the response repeats it',
    },
  ]
}

function assumedPlace({ id, placeAssumed }: Operation): Assumption[] {
  if (!placeAssumed) return []
  return [{ id: `result:${id}`, what: `${id} returns its record unwrapped`, why: NOT_SPECIFIED }]
}

/** Where a node is assumed, all below it is: one row for the whole. */
function assumedInSchema(schema: TSchema | undefined, id: string): Assumption[] {
  if (!schema) return []
  const node = schema as Node
  if (node['x-assumed']) return [{ id, what: describeNode(id, node), why: node['x-assumed-why'] ?? NOT_SPECIFIED }]
  return [
    ...Object.entries(node.properties ?? {}).flatMap(([name, entry]) => assumedInSchema(entry, `${id}.${name}`)),
    ...(node.items ? assumedInSchema(node.items, `${id}[]`) : []),
    ...(node.anyOf ?? []).flatMap((entry) => assumedInSchema(entry, id)),
  ]
}

function describeNode(id: string, { properties, anyOf }: Node): string {
  const [part = '', path = ''] = id.split(':')
  const members = Object.keys(properties ?? (anyOf?.[0] as Node | undefined)?.properties ?? {})
  const shape = members.length > 0 ? `: ${members.join(', ')}` : ''
  return `${path} (${part}): name, type and rules${shape}`
}

function assumedErrors(): Assumption[] {
  return Object.entries(ERRORS)
    .filter(([, error]) => error.assumed)
    .map(([code, { status, when }]) => ({
      id: `error:${code}`,
      what: `${status} ${code}: ${when}`,
      why: 'code not specified',
    }))
}

function assumedEvents(): Assumption[] {
  return Object.entries<EventRow>(DELIVERED)
    .filter(([, { shown }]) => !shown)
    .map(([event, { data }]) => ({
      id: `event:${event}`,
      what: `data of ${event}: ${Object.keys(memberSchemas(data) ?? {}).join(', ')}`,
      why: 'only the data of analysis.completed is specified',
    }))
}
