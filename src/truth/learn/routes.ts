import { MOUNTS, type Operation, type Route } from '../../contract/operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../../contract/operations/index.js'
import type { WireOperation } from './evidence.js'
import { plainName } from './lexicon.js'
import { leavesOf, matchLeaves } from './match.js'
import { ownShape, recordAt } from './slots.js'

/** An operation of ours as the service has it. */
export interface FoundRoute {
  operation: OperationId
  route: Route
  wire: WireOperation
  /** What stands before the short path; undefined where the path is another. */
  prefix: string | undefined
}

export interface RouteFindings {
  found: FoundRoute[]
  /** Operations whose path is not shown, with several that may be meant. */
  unclear: { operation: OperationId; candidates: string[] }[]
}

/**
 * Which operations of a service are which of ours. Nearly every path is shown by the interface, under a prefix that may not be: such
 * a path is found by its end. One that isn't shown is found by its words and by what it answers.
 */
export function findRoutes(wires: readonly WireOperation[]): RouteFindings {
  const found = OPERATION_IDS.flatMap((operation) => shownRoutes(operation, wires))
  const taken = new Set(found.map(({ wire }) => wire))
  const missing = OPERATION_IDS.filter((id) => !found.some(({ operation }) => operation === id))
  const unclear: RouteFindings['unclear'] = []
  for (const operation of missing.filter(isUnshown)) {
    const candidates = wires
      .filter((wire) => !taken.has(wire))
      .map((wire) => ({ wire, score: likeness(operation, wire) }))
    const likely = candidates.filter(({ score }) => score >= 0.5).sort((a, b) => b.score - a.score)
    const [best, next] = likely
    if (!best) continue
    if (next && next.score > best.score - 0.15 && !isSameThing(best.wire, next.wire)) {
      unclear.push({ operation, candidates: likely.map(({ wire }) => `${wire.method} ${wire.path}`) })
    } else {
      found.push({ operation, route: rowOf(operation).routes[0], wire: best.wire, prefix: undefined })
    }
  }
  return { found, unclear }
}

/** The routes of an operation that are there by their paths; one of theirs is one of ours, the classic first, as the client takes it. */
function shownRoutes(operation: OperationId, wires: readonly WireOperation[]): FoundRoute[] {
  const found: FoundRoute[] = []
  for (const route of (rowOf(operation) as Operation).routes) {
    const open = wires.filter((each) => isRoute(each, route) && !found.some(({ wire }) => wire === each))
    const wire = bestPrefix(open, route)
    if (wire) found.push({ operation, route, wire, prefix: prefixOf(wire, route) })
  }
  return found
}

/** Whether the interface leaves every path of an operation open. */
function isUnshown(id: OperationId): boolean {
  return (
    (rowOf(id) as Operation).routes.every(({ assumed }) => assumed) && (rowOf(id) as Operation).protocol === undefined
  )
}

/** `/api/v1/sources/{source_id}/analysis` and `/sources/{id}/analysis` are one path under a prefix. */
function isRoute(wire: WireOperation, route: Route): boolean {
  if (wire.method !== route.method) return false
  const ours = nameless(route.path)
  const theirs = nameless(wire.path)
  return theirs === ours || (theirs.endsWith(ours) && !theirs.slice(0, -ours.length).includes('{}'))
}

function nameless(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/\/+$/, '')
}

function prefixOf(wire: WireOperation, route: Route): string {
  return nameless(wire.path).slice(0, -nameless(route.path).length)
}

/** Of several prefixes that of the canonical mount, then of another, then the shortest. */
function bestPrefix(wires: readonly WireOperation[], route: Route): WireOperation | undefined {
  const rank = (wire: WireOperation) => {
    const at = (MOUNTS as readonly string[]).indexOf(prefixOf(wire, route))
    return at < 0 ? MOUNTS.length + wire.path.length : at
  }
  return [...wires].sort((a, b) => rank(a) - rank(b))[0]
}

const TASK_WORDS = [
  'task',
  'tasks',
  'job',
  'jobs',
  'operation',
  'operations',
  'status',
  'bulk',
  'import',
  'imports',
  'upload',
  'uploads',
  'batch',
  'batches',
  'process',
  'processes',
  'push',
  'async',
  'ingest',
  'ingestion',
  'ingestions',
  'progress',
]

/** How much an operation looks like one of ours whose path isn't shown: its words, its parameters, its answer. */
function likeness(id: OperationId, wire: WireOperation): number {
  const row = rowOf(id)
  const [route] = row.routes
  if (wire.method !== route.method) return 0
  const parameters = wire.path.match(/\{[^}]*\}/g)?.length ?? 0
  if (parameters !== (route.path.match(/\{[^}]*\}/g)?.length ?? 0)) return 0
  const words = wire.path
    .split('/')
    .filter((part) => part && !part.includes('{'))
    .map(plainName)
    .flatMap((part) => part.split('_'))
  const named = words.some((word) => TASK_WORDS.includes(word)) ? 0.4 : 0
  return named + 0.6 * answerLikeness(id, wire)
}

function answerLikeness(id: OperationId, wire: WireOperation): number {
  const ours = ownShape(id, 'result')
  const theirs = Object.values(wire.results)[0]?.shape
  if (!ours || theirs?.kind !== 'object') return 0
  const own = leavesOf(ours).filter(({ path }) => path.length === 1)
  const { pairs } = matchLeaves(own, leavesOf(theirs), { record: recordAt(id, 'result', []) })
  return Math.min(1, pairs.length / Math.max(1, Math.min(4, own.length)))
}

/** `/feedback/upload/{id}` and `/feedback/push/bulk/{id}` answer alike: either will do. */
function isSameThing(a: WireOperation, b: WireOperation): boolean {
  return JSON.stringify(a.results) === JSON.stringify(b.results)
}
