import { pathForm } from '../../base/path-template.js'
import { addressesOf, type Route } from '../../contract/operation.js'
import { isDescribed, type WireOperation } from './evidence/evidence.js'
import { isSameThing, membersOf } from './operation-members.js'
import type { FoundRoute } from './routes.js'

/** An operation of theirs as one route of ours. */
interface Place {
  route: Route
  wire: WireOperation
}

/**
 * The operations of theirs that may be meant as well as one that was found, because a description and traffic disagree: it lists one
 * that nobody asked, and another was asked that it does not list. Each of our own addresses may be there besides others of ours, and
 * one that was answered is there, whatever a description says.
 */
export function rivalsOf(found: Place, others: readonly Place[]): WireOperation[] {
  if (isAnswered(found.wire) && isOurs(found)) return []
  const rivals = others.filter((other) => {
    const isOpposed = isUnasked(found.wire) ? isUnlisted(other.wire) : isUnlisted(found.wire) && isUnasked(other.wire)
    return isOpposed && other.wire.method === found.wire.method && !(isOurs(found) && isOurs(other))
  })
  return [...new Set(rivals.map(({ wire }) => wire))]
}

/** The routes that were found, each with its rivals: others of the same operation, and what takes and answers the same elsewhere. */
export function withRivals(all: readonly FoundRoute[], wires: readonly WireOperation[]): FoundRoute[] {
  const strangers = wires.filter((wire) => isUnlisted(wire) && all.every((each) => each.wire !== wire))
  return all.map((each) => {
    const { operation, route, wire } = each
    const own = all.filter((other) => other.operation === operation)
    const alike = isUnasked(wire) ? strangers.filter((other) => isAlike(wire, other)) : []
    const others = [...own, ...alike.map((other) => ({ route, wire: other }))]
    const rivals = [...new Set([...(each.rivals ?? []), ...rivalsOf(each, others)])]
    return rivals.length === 0 ? each : { ...each, rivals }
  })
}

/** What has fewer members is like much else. */
const LEAST_MEMBERS = 4
const partsOf = (path: string) => path.split('{').length

function isAlike(a: WireOperation, b: WireOperation): boolean {
  const isComparable = a.method === b.method && partsOf(a.path) === partsOf(b.path)
  return isComparable && membersOf(b).size >= LEAST_MEMBERS && isSameThing(a, b)
}

const isAnswered = ({ exchanges }: WireOperation) => exchanges.some(({ status }) => status < 300)
const isUnasked = (wire: WireOperation) => isDescribed(wire) && !isAnswered(wire)
const isUnlisted = (wire: WireOperation) => !isDescribed(wire) && isAnswered(wire)

/** Whether an operation of theirs is at one of our addresses. */
function isOurs({ route, wire }: Place): boolean {
  return addressesOf(route).includes(`${wire.method} ${pathForm(wire.path)}`)
}
