import { isObject } from '../../base/is-object.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import { rowsOf } from './first-page.js'
import { isSameList } from './handed-on.js'
import { type Entity, plainName, RECORD_WORDS } from './match/lexicon.js'
import { type Leaf, leavesOf } from './match/match.js'
import { valuesAt } from './match/values.js'
import { PAGING_QUERY } from './paging-names.js'

/** How a list continues after the last row of a page. */
interface AfterRow {
  /** The member of the query. */
  at: string
  /** The member of the last row: `data[-1].id`. */
  next: string
}

/** Names that say by themselves that they take the identifier of a row. */
const TAKES_ROW = ['starting_after', 'after_id', 'since_id', 'last_id']

/**
 * Whether a list continues after its last row, as Stripe's do: requests send what the last row of a page before had, and get rows
 * that were not on it; or, if none was seen, by a name that takes nothing else. Undefined if it does not, or several members may be meant.
 */
export function afterRow({ exchanges }: WireOperation, names: readonly string[], answer: Shape): AfterRow | undefined {
  const rows = rowsOf(answer)
  if (rows === undefined) return undefined
  const members = leavesOf(entryOf(answer, rows)).filter(({ shape }) => shape.kind === 'scalar')
  const known: readonly string[] = PAGING_QUERY.cursor
  const asking = names.filter((name) => known.includes(plainName(name)))
  const pairs = asking.flatMap((at) => members.map(({ path }) => ({ at, member: path.join('.') })))
  const isAsked = asking.some((at) => exchanges.some(({ query }) => Object.hasOwn(query, at)))
  const fitting = isAsked
    ? pairs.filter((pair) => isSeen(exchanges, rows, pair))
    : pairs.filter(({ at, member }) => TAKES_ROW.includes(plainName(at)) && member === identifierOf(members))
  return fitting.length === 1
    ? { at: fitting[0]!.at, next: `${rows.replace(/\[\]$/, '')}[-1].${fitting[0]!.member}` }
    : undefined
}

/** What rows are that have the ids of others as well: an item those of its source and question, a recipient that of the distribution. */
const OF_ROWS: readonly Entity[] = ['item', 'recipient']

/** The member that identifies a row: a bare `id`, or `gid` of a group, else the only one that is called an identifier, or is called after the row. */
function identifierOf(members: readonly Leaf[]): string | undefined {
  // A row may be in an object, such as the `node` of an edge.
  const [first] = members
  const isInside = members.every(({ path }) => path.length > 1 && path[0] === first?.path[0])
  const nameOf = ({ path }: Leaf) => plainName((isInside ? path.slice(1) : path).join('_'))
  const named = members.filter((each) => /(^|_)([a-z]?id|uuid)$/.test(nameOf(each)))
  const bare = named.filter((each) => /^([a-z]?id|uuid)$/.test(nameOf(each)))
  const [only, another] = bare.length > 0 ? bare : named
  if (another === undefined) return only?.path.join('.')
  const isOf = (entity: Entity, leaf: Leaf) =>
    RECORD_WORDS.some((each) => each.entity === entity && `${each.word}_id` === nameOf(leaf))
  const [of, ...others] = OF_ROWS.map((entity) => named.filter((leaf) => isOf(entity, leaf))).find(([one]) => one) ?? []
  return others.length === 0 ? of?.path.join('.') : undefined
}

function entryOf(answer: Shape, rows: string): Shape {
  if (answer.kind === 'list') return answer.entry
  const list = leavesOf(answer).find(({ path }) => `${path.join('.')}[]` === rows)?.shape
  return list?.kind === 'list' ? list.entry : { kind: 'any' }
}

/** Whether each request with this member follows a page that ended with the row it names. */
function isSeen(
  exchanges: readonly SeenExchange[],
  rows: string,
  { at, member }: { at: string; member: string },
): boolean {
  const asked = exchanges.flatMap((each, index) =>
    each.status < 300 && Object.hasOwn(each.query, at) ? [{ each, index }] : [],
  )
  const shown = ({ responseBody }: SeenExchange) =>
    (rows === '' ? responseBody : valuesAt(responseBody, rows)) as readonly unknown[]
  const told = (seen: SeenExchange) =>
    [shown(seen)].flat().map((row) => (isObject(row) ? String(valuesAt(row, member)[0]) : ''))
  const follows = ({ each, index }: (typeof asked)[number]) =>
    !told(each).includes(each.query[at]!) &&
    exchanges.slice(0, index).some((before) => isSameList(before, each, at) && told(before).at(-1) === each.query[at])
  return asked.length > 0 && asked.every(follows)
}
