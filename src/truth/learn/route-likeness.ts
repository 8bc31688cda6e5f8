import { getOrAdd } from '../../base/get-or-add.js'
import { perObject } from '../../base/per-object.js'
import type { Route } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { isDescribed, type WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import { placeOfRecord } from './match/common-place.js'
import { flaggedEnums } from './match/flagged-enums.js'
import { plainName } from './match/lexicon.js'
import { type Leaf, leavesOf, matchLeaves } from './match/match.js'
import { ownShape } from './match/slots.js'
import { recordAt } from './match/subjects.js'

const partsOf = (path: string) => path.match(/\{[^}]*\}/g)?.length ?? 0

/** The one member of a query that must be given, and names what stands in our path; undefined if their path has it. */
export function partInQuery(wire: WireOperation, route: Route): string | undefined {
  const { path, query, exchanges } = wire
  if (partsOf(path) > 0 || partsOf(route.path) !== 1) return undefined
  const isAlways = (name: string) =>
    isDescribed(wire) ? query[name]!.required : exchanges.length > 1 && exchanges.every((each) => each.query[name])
  const [part, another] = Object.keys(query).filter(isAlways)
  return part !== undefined && another === undefined && PART.test(plainName(part)) ? part : undefined
}

/** What names a record, and is not something that records are sought by. */
const PART = /^(id|uuid|key|ref|(task|job|operation|batch|import|upload)(_(id|uuid|key|ref))?)$/

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
export function likeness(id: OperationId, wire: WireOperation): number {
  const row = rowOf(id)
  const [route] = row.routes
  if (wire.method !== route.method) return 0
  if (partsOf(wire.path) !== partsOf(route.path) && partInQuery(wire, route) === undefined) return 0
  const words = wire.path
    .split('/')
    .filter((part) => part && !part.includes('{'))
    .map(plainName)
    .flatMap((part) => part.split('_'))
  const named = words.some((word) => TASK_WORDS.includes(word)) ? 0.4 : 0
  const alike = answerLikeness(id, wire)
  return alike === 0 ? 0 : named + 0.6 * alike
}

/** How much of what an operation of ours answers is in an answer, 0 to 1. A list of ours is in a list. */
export function answerLikeness(id: OperationId, wire: WireOperation): number {
  return getOrAdd(likenessesOf(wire), id, () => compareAnswers(id, wire))
}

const likenessesOf = perObject((_: WireOperation) => new Map<OperationId, number>())

function compareAnswers(id: OperationId, wire: WireOperation): number {
  const ours = ownShape(id, 'result')
  const theirs = Object.values(wire.results)[0]?.shape
  if (ours && theirs?.kind === 'list') return compareRows(id, ours, theirs.entry)
  if (!ours || theirs?.kind !== 'object') return 0
  const own = leavesOf(ours).filter(({ path }) => path.length === 1)
  const matching = matchLeaves(own, leavesOf(theirs), { record: recordAt(id, 'result', []) })
  const { pairs, unclear } = matching
  const hasState = ({ path }: Leaf) => path.at(-1) === 'status'
  // What is polled says how far it is, whichever of two members that is in, or in flags.
  const said = [
    ...pairs,
    ...unclear,
    ...flaggedEnums(matching, placeOfRecord({ slot: 'result', operation: id, ours }, pairs)),
  ]
  if (own.some(hasState) && !said.some(({ ours }) => hasState(ours))) return 0
  return Math.min(1, pairs.length / Math.max(1, Math.min(4, own.length)))
}

/** The same of an answer that is a list: its entries are the rows of ours. */
function compareRows(id: OperationId, ours: Shape, entry: Shape): number {
  const [rows, another] = leavesOf(ours).filter(({ shape }) => shape.kind === 'list')
  if (rows?.shape.kind !== 'list' || another) return 0
  const own = leavesOf(rows.shape.entry)
  const { pairs } = matchLeaves(own, leavesOf(entry), { record: recordAt(id, 'result', [rows.path.at(-1)!]) })
  return Math.min(1, pairs.length / Math.max(1, Math.min(4, own.length)))
}

/** What an address may have besides the words of a path of ours: a version, or a word that says nothing of what is there. */
const PLAIN = /^(v\d+|api|rest|input|ingest|all|public|external)$/

/** How many of the words of a path of ours an address has, 0 to 1; 0 if it has one that says something else. */
export function kinshipOf(ours: string, theirs: string): number {
  const own = stemsOf(ours)
  const their = stemsOf(theirs)
  if (their.some((stem) => !own.includes(stem) && !PLAIN.test(stem))) return 0
  return own.filter((stem) => their.includes(stem)).length / Math.max(1, own.length)
}

/** Whether an address has all the words of a path of ours. */
export const isWithin = (ours: string, theirs: string) => stemsOf(ours).every((stem) => stemsOf(theirs).includes(stem))

/** The words of a path, plural or not. */
export function stemsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && !part.includes('{'))
  return parts.flatMap((part) => plainName(part).split(/[_.-]/)).map((word) => word.replace(/(?<=..)s+$/, ''))
}
