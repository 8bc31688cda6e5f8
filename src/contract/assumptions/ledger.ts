import { ERRORS } from '../errors.js'
import { EVENTS } from '../events.js'
import type { Operation } from '../operation.js'
import { canonicalPath } from '../operation.js'
import { OPERATION_IDS, rowOf } from '../operations/index.js'
import type { TSchema } from '../schema.js'
import { ASSUMED_BEHAVIOURS, type Assumption } from './behaviours.js'
import { routeAssumption } from './overridable.js'

export type { Assumption } from './behaviours.js'

type Node = {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  'x-assumed'?: boolean
  'x-assumed-why'?: string
}

const NOT_SHOWN = 'the interface does not show it'

/**
 * The assumption ledger (contract.md section 11): everything the interface leaves open and this project decided. Derived from the
 * tables, so that it cannot fall behind them, plus the behaviours no table carries. Ids are unique and stable.
 */
export function listAssumptions(): Assumption[] {
  return [
    ...OPERATION_IDS.flatMap((id) => assumedInOperation(rowOf(id))),
    ...assumedErrors(),
    ...assumedEvents(),
    ...ASSUMED_BEHAVIOURS,
  ]
}

function assumedInOperation(row: Operation): Assumption[] {
  const routes = row.routes
    .filter((route) => route.assumed)
    .map((route) => ({
      id: routeAssumption(route),
      what: `${route.method} ${canonicalPath(route)} reaches ${row.id}`,
      why: NOT_SHOWN,
    }))
  return [
    ...routes,
    ...assumedInSchema(row.query, `query:${row.id}`),
    ...assumedInSchema(row.body, `body:${row.id}`),
    ...assumedInSchema(row.result, `result:${row.id}`),
  ]
}

/** Where a node is assumed, all below it is: one row for the whole. */
function assumedInSchema(schema: TSchema | undefined, id: string): Assumption[] {
  if (!schema) return []
  const node = schema as Node
  if (node['x-assumed']) return [{ id, what: describeNode(id, node), why: node['x-assumed-why'] ?? NOT_SHOWN }]
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
      why: 'the interface does not show this code',
    }))
}

function assumedEvents(): Assumption[] {
  return Object.entries(EVENTS)
    .filter(([, { shown }]) => !shown)
    .map(([event, { data }]) => ({
      id: `event:${event}`,
      what: `data of ${event}: ${Object.keys(data.properties).join(', ')}`,
      why: 'the interface shows the data of analysis.completed only',
    }))
}
