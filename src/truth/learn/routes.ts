import { pathForm } from '../../base/path-template.js'
import { MOUNTS, type Operation, type Route } from '../../contract/operation.js'
import { familyOf, OPERATION_IDS, type OperationId, rowOf } from '../../contract/operations/index.js'
import type { WireOperation } from './evidence/evidence.js'
import { elsewhere, isOfBulk, isOfPushes, isOfUploads, isRatherOfKind, kindRoutes } from './kind-routes.js'
import { leavesOf, matchLeaves } from './match/match.js'
import { ownShape } from './match/slots.js'
import { recordAt } from './match/subjects.js'
import { askedRoutes, movedRoutes, protocolRoutes } from './moved-routes.js'
import { isSameThing } from './operation-members.js'
import { pointedRoutes } from './pointed-routes.js'
import { answerLikeness, isWithin, likeness } from './route-likeness.js'
import { rivalsOf, withRivals } from './route-rivals.js'

/** By how much one is more like an operation than another, where no one would doubt it. */
const CLEARLY = 0.15

/** An operation of ours as the service has it. */
export interface FoundRoute {
  operation: OperationId
  route: Route
  wire: WireOperation
  /** What comes before the short path; undefined if the path is another. */
  prefix: string | undefined
  /** The member of the query that has what stands in our path. */
  inQuery?: string
  /** Of an erase that is answered with a task: where its id is. What is known of its answers is then about the end of that task. */
  task?: string
  /** What may be meant as well, because a description and traffic disagree. */
  rivals?: readonly WireOperation[]
}

/** Where operations of ours are. */
export interface RouteFindings {
  found: FoundRoute[]
  /** Routes that are not shown, with the addresses that may be meant. */
  unclear: { route: Route; candidates: string[] }[]
}

/**
 * Which operations of a service are which of ours. Nearly every path is shown by the interface, under a prefix that may not be: such
 * a path is found by its end. One that isn't shown is found by its words and by what it answers.
 */
export function findRoutes(wires: readonly WireOperation[]): RouteFindings {
  const unclear: RouteFindings['unclear'] = []
  const byPath = OPERATION_IDS.flatMap((operation) => shownRoutes(operation, wires, unclear))
  const isLike = (operation: OperationId, wire: WireOperation) => likeness(operation, wire) >= 0.5
  const shown = [...byPath, ...pointedRoutes(byPath, wires, isLike)]
  const found = [...shown, ...movedRoutes(shown, wires), ...protocolRoutes(shown, wires)]
  const taken = new Set(found.map(({ wire }) => wire))
  const absent: OperationId[] = []
  for (const operation of OPERATION_IDS.filter(isUnshown)) {
    const known = found.filter((each) => each.operation === operation)
    const open = wires.filter(
      (wire) =>
        !taken.has(wire) &&
        known.every((each) => isSameThing(each.wire, wire)) &&
        isBeside(operation, wire, found) &&
        !isRatherOfKind(operation, wire, found),
    )
    const likely = besideKinds(operation, open, found)
      .map((wire) => ({ wire, score: likeness(operation, wire) }))
      .filter(({ score }) => score >= 0.5)
      .sort((a, b) => b.score - a.score)
    const [best, next] = onlyNamed(operation, likely) ?? likely
    if (!best) {
      absent.push(operation)
      continue
    }
    const routes = (rowOf(operation) as Operation).routes.filter((route) => !known.some((each) => each.route === route))
    const isOnly = next === undefined && (best.wire.described.result || isOfBulk(best.wire))
    const isFirst = found.every((each) => familyOf(each.operation) !== familyOf(operation))
    if (isOnly || isFirst) {
      const isClear = !next || next.score <= best.score - CLEARLY || isSameThing(best.wire, next.wire)
      const candidates = likely.map(({ wire }) => `${wire.method} ${wire.path}`)
      if (!isClear) unclear.push({ route: rowOf(operation).routes[0], candidates })
      else for (const route of movedTogether(routes, known)) found.push(elsewhere(operation, route, best.wire))
    }
    for (const { wire } of found) taken.add(wire)
  }
  const kinds = kindRoutes(found, wires)
  found.push(...kinds.found)
  found.push(...absent.flatMap((operation) => onlyKind(operation, found)))
  unclear.push(...kinds.unclear)
  const all = [...found, ...movedRoutes(found, wires)]
  return { found: withRivals([...all, ...askedRoutes(all)], wires), unclear }
}

/**
 * The only one whose address has all the words of a path of ours, with more of them or not: `/push/bulk/{task_id}/status`. None where
 * another, of all that are likely, answers much more like it: what is below a path may be a part of it.
 */
function onlyNamed<Likely extends { wire: WireOperation; score: number }>(
  operation: OperationId,
  likely: readonly Likely[],
) {
  const { routes }: Operation = rowOf(operation)
  const named = likely.filter(({ wire }) => routes.some(({ path }) => isWithin(path, wire.path)))
  const isLikelier = ({ score }: Likely) => score >= named[0]!.score + CLEARLY
  return named.length === 1 && !likely.some(isLikelier) ? named : undefined
}

/**
 * Those that may be an operation: of one with kinds, only where no other is like it and the kind is found elsewhere, one whose address
 * says that it is of a kind.
 */
function besideKinds(
  operation: OperationId,
  wires: readonly WireOperation[],
  found: readonly FoundRoute[],
): readonly WireOperation[] {
  const kinds = OPERATION_IDS.filter((id) => id !== operation && familyOf(id) === operation)
  if (kinds.length === 0) return wires
  const others = wires.filter((wire) => !isOfUploads(wire))
  const isElsewhere = found.some((each) => kinds.includes(each.operation))
  return isElsewhere && others.every((wire) => likeness(operation, wire) < 0.5) ? wires : others
}

/** Whether an address may be that of an operation, besides one of a kind of its records: it says what it is of, or answers the same. */
function isBeside(operation: OperationId, wire: WireOperation, found: readonly FoundRoute[]): boolean {
  const kinds = found.filter((each) => each.operation !== operation && familyOf(each.operation) === operation)
  return kinds.every((each) => isOfPushes(wire) || isSameThing(each.wire, wire))
}

/** The one of a kind of its records, where a description has no other: it is that of all. */
function onlyKind(operation: OperationId, found: readonly FoundRoute[]): FoundRoute[] {
  if (found.some((each) => each.operation === operation)) return []
  const kind = found.find((each) => familyOf(each.operation) === operation && each.wire.described.result)
  return kind ? [elsewhere(operation, (rowOf(operation) as Operation).routes[0], kind.wire)] : []
}

/** Routes that are not at their own addresses: those of one vocabulary that share an address share its place in a description. */
function movedTogether(open: readonly Route[], known: readonly FoundRoute[]): Route[] {
  return known.length === 0 ? open.slice(0, 1) : open.filter(({ words }) => words === open[0]?.words)
}

/** The routes of an operation that are there by their paths; one of theirs is one of ours, the classic first, as the client takes it. */
function shownRoutes(operation: OperationId, wires: readonly WireOperation[], unclear: RouteFindings['unclear']) {
  const found: FoundRoute[] = []
  for (const route of (rowOf(operation) as Operation).routes) {
    const open = wires.filter(
      (each) =>
        isRoute(each, route) && !found.some(({ wire }) => wire === each) && !isOfAnother(operation, route, each),
    )
    const mounted = open.filter((each) => isMounted(prefixOf(each, route)))
    const isOnly = open.length === 1 && wordsIn(route.path) > 1
    const isMeant = (each: WireOperation) =>
      isLikely(operation, route, each, wires) || (isOnly && sharesMembers(operation, each))
    const meant = mounted.length > 0 ? mounted : open.filter(isMeant)
    const prefixes = new Set(meant.map((each) => prefixOf(each, route)))
    if (mounted.length === 0 && prefixes.size > 1) {
      unclear.push({ route, candidates: meant.map(({ method, path }) => `${method} ${path}`) })
      continue
    }
    const wire = bestPrefix(meant, route)
    if (!wire) continue
    const others = open.filter((each) => meant.includes(each) || isMeant(each))
    const rivals = rivalsOf(
      { route, wire },
      others.map((each) => ({ route, wire: each })),
    )
    found.push({ operation, route, wire, prefix: prefixOf(wire, route), rivals })
  }
  return found
}

/** Whether another route of the operation, of the same path, is the one that is mounted there: in other words, perhaps. */
function isOfAnother(operation: OperationId, route: Route, wire: WireOperation): boolean {
  const isAt = ({ mounts = MOUNTS }: Route) => (mounts as readonly string[]).includes(prefixOf(wire, route))
  const { routes }: Operation = rowOf(operation)
  return !isAt(route) && routes.some((other) => other !== route && isRoute(wire, other) && isAt(other))
}

/** Whether a prefix is one that the interface shows, perhaps behind that of a gateway. */
function isMounted(prefix: string): boolean {
  return (MOUNTS as readonly string[]).some((mount) => prefix === mount || (mount !== '' && prefix.endsWith(mount)))
}

/**
 * Many services have a path that ends like one of ours. It is ours where others of ours are under its prefix, or where it answers alike;
 * or where it is below the path of a record that is one of ours: `/invites/{id}/recipients` below `/invites/{id}`.
 */
function isLikely(operation: OperationId, route: Route, wire: WireOperation, wires: readonly WireOperation[]): boolean {
  const prefix = prefixOf(wire, route)
  const beside = OPERATION_IDS.flatMap((id) => {
    const routes = id === operation ? [] : (rowOf(id) as Operation).routes
    return routes.flatMap((other) =>
      wires.flatMap((each) =>
        isRoute(each, other) && prefixOf(each, other) === prefix ? [{ id, path: other.path, wire: each }] : [],
      ),
    )
  })
  const isBelow = beside.some(
    (each) => route.path.startsWith(`${each.path}/`) && answerLikeness(each.id, each.wire) >= LIKELY,
  )
  return new Set(beside.map(({ id }) => id)).size > 1 || isBelow || answerLikeness(operation, wire) >= LIKELY
}

/** What answers so much alike is likely the same. */
const LIKELY = 0.75

const wordsIn = (path: string) => path.split('/').filter((part) => part !== '' && !part.includes('{')).length

/** Whether an operation takes or answers anything that one of ours does. */
function sharesMembers(id: OperationId, { body, results }: WireOperation): boolean {
  const answers = Object.values(results).flatMap((each) => (each ? [each.shape] : []))
  const sides = [
    ['body', body ? [body.shape] : []],
    ['result', answers],
  ] as const
  return sides.some(([slot, shapes]) => {
    const ours = ownShape(id, slot)
    const record = recordAt(id, slot, [])
    return shapes.some((theirs) => ours && matchLeaves(leavesOf(ours), leavesOf(theirs), { record }).pairs.length > 0)
  })
}

/** Whether the interface leaves every path of an operation open; those of kinds are found by themselves. */
function isUnshown(id: OperationId): boolean {
  const { routes, protocol }: Operation = rowOf(id)
  return routes.every(({ assumed }) => assumed) && protocol === undefined && familyOf(id) === id
}

/** `/api/v1/sources/{source_id}/analysis` and `/sources/{id}/analysis` are one path under a prefix. */
function isRoute(wire: WireOperation, route: Route): boolean {
  if (wire.method !== route.method) return false
  const ours = pathForm(route.path)
  const theirs = pathForm(wire.path)
  return theirs === ours || (theirs.endsWith(ours) && !theirs.slice(0, -ours.length).includes('{}'))
}

function prefixOf(wire: WireOperation, route: Route): string {
  return pathForm(wire.path).slice(0, -pathForm(route.path).length)
}

/** Of several prefixes that of the canonical mount, then of another, then the shortest. */
function bestPrefix(wires: readonly WireOperation[], route: Route): WireOperation | undefined {
  const rank = (wire: WireOperation) => {
    const at = (MOUNTS as readonly string[]).indexOf(prefixOf(wire, route))
    return at < 0 ? MOUNTS.length + wire.path.length : at
  }
  return [...wires].sort((a, b) => rank(a) - rank(b))[0]
}
