import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import { plainName } from './match/lexicon.js'
import type { Leaf } from './match/match.js'
import { valuesAt } from './match/values.js'

/** What an answer gives and the request for the next page sends back. */
interface HandedOn {
  /** The member of the query. */
  at: string
  /** Where the answer has it; undefined: in the header. */
  next?: string
}

/**
 * What a list continues by, whatever it is called: a value of one answer that the next request of the same list sends, or, if
 * nothing was seen, a member `next_…` of the answer with the rest of its name in the query. Undefined if none is, or several are.
 * `header`: one that says where the next page is.
 */
export function handedOn(
  wire: WireOperation,
  names: readonly string[],
  leaves: readonly Leaf[],
  header?: string,
): HandedOn | undefined {
  const ending = leaves.filter(canEnd)
  const pairs = names.flatMap((at) => ending.map(({ path }) => ({ at, next: path.join('.') })))
  const seen: HandedOn[] = pairs.filter((pair) => isSeen(wire.exchanges, pair, ofMember(pair.next)))
  const inHeader = names.flatMap((at): HandedOn[] =>
    header !== undefined && isSeen(wire.exchanges, { at }, ofHeader(header)) ? [{ at }] : [],
  )
  if (seen.length + inHeader.length > 0)
    return seen.length + inHeader.length === 1 ? [...seen, ...inHeader][0] : undefined
  const named = pairs.filter(({ at, next }) => isNextOf(next.split('.').at(-1)!, at))
  return named.length === 1 ? named[0] : undefined
}

/** The last page has no next one: what always has a value says something else. */
export function canEnd({ shape, nullable, required }: Leaf): boolean {
  const isPlain = shape.kind === 'scalar' && shape.types.every((type) => type !== 'boolean')
  return isPlain && (nullable || !required || shape.seen.includes(''))
}

function isNextOf(name: string, at: string): boolean {
  return [`next_${plainName(at)}`, `${plainName(at)}_next`].includes(plainName(name))
}

/** Whether every request with this member asks for what an answer before it, of the same list, gave there. */
function isSeen(exchanges: readonly SeenExchange[], { at }: HandedOn, given: Given): boolean {
  const asked = exchanges.flatMap((each, index) => (Object.hasOwn(each.query, at) ? [{ each, index }] : []))
  const isGiven = ({ each, index }: (typeof asked)[number]) =>
    exchanges.slice(0, index).some((before) => isSameList(before, each, at) && given(before).includes(each.query[at]!))
  return asked.length > 0 && asked.every(isGiven)
}

/** Whether two requests ask for pages of the same list, by all but the member `at`, which differs. */
export function isSameList(a: SeenExchange, b: SeenExchange, at: string): boolean {
  const others = [...new Set([...Object.keys(a.query), ...Object.keys(b.query)])].filter((name) => name !== at)
  return a.path === b.path && a.query[at] !== b.query[at] && others.every((name) => a.query[name] === b.query[name])
}

/** What an answer gives, as text. */
type Given = (seen: SeenExchange) => readonly string[]

const ofMember =
  (place: string): Given =>
  ({ responseBody }) =>
    valuesAt(responseBody, place).map(String)

const ofHeader =
  (name: string): Given =>
  ({ responseHeaders }) =>
    responseHeaders[name] === undefined ? [] : [responseHeaders[name]]
