import { isObject } from '../../base/is-object.js'
import { routeOf } from '../../client/route.js'
import { canonicalPath, type Operation, type Route } from '../../contract/operation.js'
import { familyOf, OPERATION_IDS, type OperationId, rowOf } from '../../contract/operations/index.js'
import type { WireOperation } from './evidence/evidence.js'
import { isOfUploads, isRatherOfKind, mayBeKind } from './kind-routes.js'
import { actionsLike, RECORD_WORDS } from './match/lexicon.js'
import { SHOWN_IN_ANSWERS } from './match/subjects.js'
import { inOtherWords, likenessOf, membersOf, overlap, pathsOf, SAME, vocabularyOf } from './operation-members.js'
import { isWithin, kinshipOf, stemsOf } from './route-likeness.js'
import type { FoundRoute } from './routes.js'

/** Two operations are one if they take and answer at least so much alike, and no other comes near. */
const ALIKE = 0.6
const MARGIN = 0.15
const isTaskWord = (stem: string) => /^(task|job|import|batch|batche|file|upload|push|operation)$/.test(stem)

/**
 * Further routes of operations that are known by another one: they take and answer the same, in one vocabulary or the other, at
 * an address that has the words of ours.
 */
export function movedRoutes(found: readonly FoundRoute[], wires: readonly WireOperation[]): FoundRoute[] {
  const taken = new Set(found.map(({ wire }) => wire))
  const known = found.map((each) => ({ ...each, members: membersOf(each.wire) }))
  const open = wires.filter((wire) => !taken.has(wire))
  // A kind found by a word of its own for a task is it only if no other address may be it: the likest may be that of another one.
  const isRivalled = ({ operation, wire, isLoose }: Option) =>
    isLoose && familyOf(operation) !== operation && open.some((other) => other !== wire && mayBeKind(operation, other))
  const all = open.flatMap((wire) => optionsOf(wire, known)).filter((option) => !isRivalled(option))
  const settled: Option[] = []
  for (const option of all.sort((a, b) => b.kinship - a.kinship || b.nearness - a.nearness)) {
    const isTaken = settled.some(({ wire, route }) => wire === option.wire || route === option.route)
    if (!isTaken && !all.some((other) => isTie(option, other))) settled.push(option)
  }
  return settled.map(({ operation, route, wire }) => ({ operation, route, wire, prefix: undefined }))
}

/**
 * The routes that the client asks, of operations that are seen or described at others of their addresses alone: it is asked at the one
 * that is there.
 */
export function askedRoutes(found: readonly FoundRoute[]): FoundRoute[] {
  return [...new Set(found.map(({ operation }) => operation))].flatMap((operation) => {
    const route = routeOf(rowOf(operation))
    const known = found.filter((each) => each.operation === operation)
    if (!route.assumed || known.some((each) => each.route === route)) return []
    const there = known.filter(({ wire }) => wire.method === route.method)
    const listed = there.filter(({ wire }) => wire.described.result)
    // What was asked and answered at our path, under another prefix, is there as well as what a description lists.
    const answered = there.filter(({ wire }) => wire.exchanges.some(({ status }) => status < 300))
    const alike = [...new Set([...listed, ...answered])].filter((each) => each.route.path === route.path)
    const [only, another] = alike.length > 0 ? alike : listed
    if (!only || another) return []
    if ((vocabularyOf(only.wire) ?? route.words) !== route.words) return []
    return [{ ...only, route, prefix: only.route.path === route.path ? only.prefix : undefined }]
  })
}

/**
 * Routes that speak a protocol of their own, elsewhere than ours: what takes its messages at an address of that name, or answers
 * what the interface shows of it.
 */
export function protocolRoutes(found: readonly FoundRoute[], wires: readonly WireOperation[]): FoundRoute[] {
  const rows = OPERATION_IDS.filter((id) => (rowOf(id) as Operation).protocol !== undefined)
  return rows.flatMap((operation): FoundRoute[] => {
    const [route]: readonly Route[] = rowOf(operation).routes
    const posted = wires.filter((wire) => wire.method === route!.method)
    const speaking = posted.filter((wire) => pathsOf(wire).some(([, name]) => name === 'jsonrpc') || isSpokenTo(wire))
    // A description has all there is: its one endpoint of that name is ours, whatever stands around the name. So is the one
    // that was asked for its tools.
    const isNamed = (wire: WireOperation) =>
      kinshipOf(route!.path, wire.path) === 1 ||
      (speaking.length === 1 && (wire.described.body || listsTools(wire)) && isWithin(route!.path, wire.path))
    const proven = speaking.filter((wire) => answersWhatIsShown(operation, wire))
    const named = speaking.filter(isNamed)
    // Many a description says no more of its messages than that they are objects.
    const unsaid = posted.filter((wire) => kinshipOf(route!.path, wire.path) === 1 && isUnsaid(wire))
    const meant = [proven, named, unsaid].find((each) => each.length > 0) ?? []
    const isKnown = found.some((each) => each.operation === operation)
    return isKnown || meant.length !== 1 ? [] : [{ operation, route: route!, wire: meant[0]!, prefix: undefined }]
  })
}

function answersWhatIsShown(operation: OperationId, { exchanges }: WireOperation): boolean {
  const shown = SHOWN_IN_ANSWERS[operation]
  if (!shown) return false
  return exchanges.some(({ responseBody }) => {
    const answer = JSON.stringify(responseBody) ?? ''
    return shown.every((word) => answer.includes(`"${word}"`))
  })
}

/** Whether it was sent a message of such a protocol, whatever a description says of its body. */
function isSpokenTo({ exchanges }: WireOperation): boolean {
  return exchanges.some(({ requestBody }) => isObject(requestBody) && requestBody.jsonrpc !== undefined)
}

/** Whether a description says that something is taken, and nothing of what: an object, of any members. */
function isUnsaid(wire: WireOperation): boolean {
  const saysNothing = ([, name, ...more]: readonly string[]) =>
    name === undefined || (name === '[]' && more.length === 0 && wire.body?.shape.kind !== 'list')
  return wire.body !== undefined && pathsOf(wire).every(saysNothing)
}

function listsTools({ exchanges }: WireOperation): boolean {
  const methods = exchanges.map(
    ({ requestBody, status }) => status < 300 && isObject(requestBody) && requestBody.method,
  )
  return methods.some((method) => method === 'initialize' || method === 'tools/list' || method === 'tools/call')
}

type Known = FoundRoute & { members: ReadonlySet<string> }

interface Option {
  operation: OperationId
  route: Route
  wire: WireOperation
  /** How many of the words of our path theirs has, 0 to 1; then of the whole address. */
  kinship: number
  nearness: number
  /** Its words are none of ours, but mean the same. */
  isLoose: boolean
}

/** Whether another address may as well be a route that is found by a word like ours alone. */
function isTie(option: Option, other: Option): boolean {
  return option.isLoose && other !== option && other.route === option.route && other.kinship === option.kinship
}

/** The routes of ours that an operation of theirs may be; none where two operations of ours are as much like it. */
function optionsOf(wire: WireOperation, found: readonly Known[]): Option[] {
  const members = membersOf(wire)
  const families = OPERATION_IDS.filter((id) => familyOf(id) === id)
  const alike = families
    .map((operation) => {
      const known = found.filter((each) => familyOf(each.operation) === operation && each.wire.method === wire.method)
      const most = (of: (each: Known) => number) => Math.max(0, ...known.map(of))
      const worded = (each: Known) => inOtherWords(members, each.members)
      const share = most((each) => likenessOf({ wire, members: worded(each) }, each))
      // What few requests showed may be in a larger record as well: how much more that has tells them apart.
      return { operation, share, nearness: (share + most((each) => overlap(worded(each), each.members))) / 2 }
    })
    .sort((a, b) => b.nearness - a.nearness)
  const [best, next] = alike
  if (!best || best.share < ALIKE || best.nearness - (next?.nearness ?? 0) < MARGIN) return []
  const words = vocabularyOf(wire)
  const open = routesLike(best.operation, wire, found).filter(
    ({ operation, route }) =>
      route.assumed &&
      route.method === wire.method &&
      partsOf(route.path) === partsOf(wire.path) &&
      (words === undefined || words === route.words || operation !== best.operation) &&
      !found.some((each) => each.route === route),
  )
  return open.flatMap(({ operation, route }) => {
    // What answers as a known task does, at an address that says so, is one whatever word it has for it.
    const isTask = best.operation === 'getTask' && best.share >= SAME && stemsOf(wire.path).some(isTaskWord)
    const own = kinshipOf(route.path, wire.path)
    const isAsked = best.share >= SAME && own === 0 && takesNoMore(members, found, best.operation)
    const like = isAsked ? kinshipOf(route.path, inOurWords(wire.path, route.path)) : 0
    const kinship = Math.max(own, like) || (isTask ? 0.1 : 0)
    const nearness = kinshipOf(canonicalPath(route), wire.path)
    const option = { operation, route, wire, kinship, nearness, isLoose: own === 0 }
    return kinship === 0 ? [] : [option]
  })
}

/** Whether an operation takes nothing that one of ours doesn't take at its known address: a search takes what is sought. */
function takesNoMore(members: ReadonlySet<string>, found: readonly Known[], operation: OperationId): boolean {
  const known = found.filter((each) => each.operation === operation)
  return known.some((each) => {
    const asked = [...inOtherWords(members, each.members)].filter((path) => !path.startsWith('(answer)'))
    return asked.every((path) => each.members.has(path))
  })
}

/** An address with our words for the records and actions that it names otherwise: `/new-dataset` is `/create-source`. */
function inOurWords(theirs: string, ours: string): string {
  const own = stemsOf(ours)
  if (own.every((stem) => actionsLike(stem).length === 0)) return theirs
  const records = new Map(RECORD_WORDS.map(({ entity, word }) => [word, entity]))
  const recordOf = (word: string) => own.find((stem) => records.get(stem) === records.get(word) && records.has(word))
  const actionOf = (word: string) => own.find((stem) => actionsLike(stem).includes(word))
  const parts = theirs.split('/').map((part) => {
    if (part === '' || part.includes('{')) return part
    const stems = stemsOf(part)
    const whole = recordOf(stems.join('_'))
    return whole ?? stems.map((stem) => actionOf(stem) ?? recordOf(stem) ?? stem).join('_')
  })
  return parts.join('/')
}

const partsOf = (path: string) => path.split('{').length

/** The routes of an operation, or of the kind of it that an address is of. */
function routesLike(
  operation: OperationId,
  wire: WireOperation,
  found: readonly FoundRoute[],
): { operation: OperationId; route: Route }[] {
  const kind = OPERATION_IDS.find((id) => id !== operation && familyOf(id) === operation)
  const isOfKind = isOfUploads(wire) || isRatherOfKind(operation, wire, found)
  const own = kind !== undefined && isOfKind ? kind : operation
  return (rowOf(own) as Operation).routes.map((route) => ({ operation: own, route }))
}
