import type { Operation, Route } from '../../contract/operation.js'
import { familyOf, OPERATION_IDS, type OperationId, rowOf } from '../../contract/operations/index.js'
import type { WireOperation } from './evidence/evidence.js'
import { isSameThing } from './operation-members.js'
import { kinshipOf, likeness, partInQuery } from './route-likeness.js'
import type { FoundRoute, RouteFindings } from './routes.js'

const OF_UPLOADS = /(^|[/_-])(uploads?|imports?|files?|csv|ingestions?)([/_-]|$)/i
const OF_BULK = /(^|[/_-])(push(es)?|bulk)([/_-]|$)/i
const OF_PUSHES = /(^|[/_-])(push(es)?|bulk|tasks?|jobs?|operations?)([/_-]|$)/i
/** Words of an address that do not say what its tasks are of. */
const OF_ALL = /^(tasks?|jobs?|operations?|background|async|status|api|rest|v\d+)$/

/** Whether an address says that the tasks there are of bulk pushes. */
export const isOfBulk = ({ path }: WireOperation): boolean => OF_BULK.test(path)

/** Whether an address says that the tasks there are of pushes, or of all. */
export const isOfPushes = ({ path }: WireOperation): boolean => OF_PUSHES.test(path)

/**
 * Whether an address says that the tasks there are of uploads alone: a service may have two kinds of tasks, and then the one says nothing
 * of the other.
 */
export function isOfUploads({ path }: WireOperation): boolean {
  return OF_UPLOADS.test(path) && !OF_PUSHES.test(path)
}

/** Whether an address may be that of a kind of records: it says so, and answers something of ours. */
export function mayBeKind(kind: OperationId, wire: WireOperation): boolean {
  return isOfUploads(wire) && likeness(kind, wire) > 0
}

/**
 * Where operations on one kind of records are that are not at our paths: at the only address that may be theirs, or the one nearest to
 * our path by its words. Of several alike, none says which it is; nor do words where another answers much more like it, and is not what was
 * found elsewhere.
 */
export function kindRoutes(found: readonly FoundRoute[], wires: readonly WireOperation[]): RouteFindings {
  const routes: RouteFindings = { found: [], unclear: [] }
  for (const operation of OPERATION_IDS.filter((id) => familyOf(id) !== id)) {
    if (found.some((each) => each.operation === operation)) continue
    const isFirst = found.every((each) => familyOf(each.operation) !== familyOf(operation))
    const [route] = (rowOf(operation) as Operation).routes
    const others = wires.filter((wire) => found.every((each) => each.wire !== wire))
    const named = others.filter((wire) => mayBeKind(operation, wire))
    const open = named.length > 0 ? named : besideBulk(operation, others, found)
    const alike = open.length > 0 ? [] : others.filter((wire) => isOfPushes(wire) && likeness(operation, wire) >= 0.5)
    if (alike.length > 0 && found.some((each) => each.operation === familyOf(operation))) {
      routes.unclear.push({ route, candidates: alike.map(({ method, path }) => `${method} ${path}`) })
      continue
    }
    const [wire, another] = nearest(open, route.path)
    const known = found.filter((each) => familyOf(each.operation) === familyOf(operation))
    const isLikelier = (other: WireOperation) =>
      likeness(operation, other) >= Math.max(0.5, likeness(operation, wire!) + 0.15) &&
      !known.some((each) => isSameThing(each.wire, other))
    if (another || open.some(isLikelier)) {
      const candidates = open.map(({ method, path }) => `${method} ${path}`)
      routes.unclear.push({ route, candidates })
    } else if (wire && likeness(operation, wire) >= 0.5 && (wire.described.result || isFirst)) {
      routes.found.push(elsewhere(operation, route, wire))
    }
  }
  return routes
}

/**
 * Where the tasks of pushes are at an address that says so, those that are like them at another one are of all the rest, or of all. One
 * that says of what, such as `/exports/jobs/{id}`, is of that alone.
 */
function besideBulk(operation: OperationId, others: readonly WireOperation[], found: readonly FoundRoute[]) {
  const bulk = found.find((each) => each.operation === familyOf(operation) && isOfBulk(each.wire))
  if (!bulk) return []
  return others.filter((wire) => isOfRest(wire, bulk.wire) && likeness(operation, wire) >= 0.5)
}

/**
 * Whether an address is rather of a kind that is not found yet than one more of the operation on all: this one is at an address that says
 * it is of bulk pushes, and that one does not.
 */
export function isRatherOfKind(operation: OperationId, wire: WireOperation, found: readonly FoundRoute[]): boolean {
  const bulk = found.find((each) => each.operation === operation && each.prefix !== undefined && isOfBulk(each.wire))
  const kinds = OPERATION_IDS.filter((id) => id !== operation && familyOf(id) === operation)
  const isOpen = kinds.some((kind) => found.every((each) => each.operation !== kind))
  // Where nothing is uploaded, there are no tasks of uploads.
  const isThere = found.some((each) => each.operation === 'uploadFeedback')
  return bulk !== undefined && isOpen && isThere && isOfRest(wire, bulk.wire)
}

/** Whether tasks beside those of bulk pushes are of all the rest, or of all, by the address. */
function isOfRest(wire: WireOperation, bulk: WireOperation): boolean {
  const around = wordsAt(bulk)
  return (
    isOfPushes(wire) && !isOfBulk(wire) && wordsAt(wire).every((word) => OF_ALL.test(word) || around.includes(word))
  )
}

/** The words of an address, without its parameters. */
const wordsAt = ({ path }: WireOperation) =>
  path
    .replace(/\{[^}]*\}/g, '')
    .toLowerCase()
    .split(/[/_-]+/)
    .filter((word) => word !== '')

/** The operation with most of the words of a path of ours, and no others; all of them if several have as many. */
function nearest(wires: readonly WireOperation[], path: string): readonly WireOperation[] {
  const most = Math.max(...wires.map((wire) => kinshipOf(path, wire.path)))
  return wires.filter((wire) => kinshipOf(path, wire.path) === most)
}

/** An operation of theirs as a route of ours at another path. */
export function elsewhere(operation: OperationId, route: Route, wire: WireOperation): FoundRoute {
  const inQuery = partInQuery(wire, route)
  return { operation, route, wire, prefix: undefined, ...(inQuery === undefined ? {} : { inQuery }) }
}
