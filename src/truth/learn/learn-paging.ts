import { perObject } from '../../base/per-object.js'
import { type Paging, SAID_OF_PAGES } from '../../contract/facts/paging.js'
import { isAddressText } from '../../contract/facts/read-page.js'
import { afterRow } from './after-row.js'
import type { WireOperation } from './evidence/evidence.js'
import { eitherMember } from './evidence/merge-shapes.js'
import { listsMembers, type Member, type Shape } from './evidence/shape.js'
import { firstNumber, firstSeen } from './first-page.js'
import { canEnd, handedOn } from './handed-on.js'
import { plainName } from './match/lexicon.js'
import { leavesOf } from './match/match.js'
import { type Found, type PagesSeen, pagesSeen } from './pages-seen.js'
import { echoedSize } from './paging-echo.js'
import { headerValues, type PagingHeaders } from './paging-headers.js'
import { PAGING_RESULT } from './paging-names.js'
import { isHalfOfRange, mayTakeSize } from './paging-query.js'

/** How a service pages a list, as members of a fact (`paging:listSources`): what it leaves out is not known, or as ours. */
export type PagingFact = Pick<Paging, 'style'> & Partial<Paging>

/** The members of theirs that a fact about paging takes. */
export function pagingMembers(fact: PagingFact): { query: string[]; result: string[] } {
  const given = (all: readonly (string | null | undefined)[]) =>
    all.filter((each): each is string => typeof each === 'string')
  return {
    query: given([fact.at, fact.limit]),
    result: given([...SAID_OF_PAGES.map((what) => fact[what]), fact.echo?.limit]),
  }
}

/** Whether a path is about the paging of a list rather than about what is listed. */
export function isPagingPath(path: string): boolean {
  return path === 'limit' || path === 'cursor' || path === 'pagination' || path.startsWith('pagination.')
}

/** How a list is paged; undefined if its description or answers don't say, `unclear` if it can't be determined. */
export const learnPaging = perObject((wire: WireOperation): PagingFact | 'unclear' | undefined => {
  const answer = answerOf(wire)
  const paging = pagingIn(wire, answer)
  const size = typeof paging === 'object' ? echoedSize(wire, leavesOf(answer), paging) : undefined
  return typeof paging === 'object' && size !== undefined ? { ...paging, echo: { limit: size } } : paging
})

function pagingIn(wire: WireOperation, answer: Shape): PagingFact | 'unclear' | undefined {
  const seen = pagesSeen(wire, answer)
  for (const recognise of [byLink, byAddress, byLastRow, byUnknownSize, byNothing, byOneName]) {
    const paging = recognise(seen)
    if (paging !== undefined) return paging === 'unknown' ? undefined : paging
  }
  return undefined
}

/** What one way to page a list makes of what is seen: its fact, or that nothing can be determined; undefined where it is another way. */
type Recogniser = (seen: PagesSeen) => PagingFact | 'unclear' | 'unknown' | undefined

/** The next page is in the header `Link`. */
const byLink: Recogniser = (seen) => {
  if (!seen.isLinkHeader) return undefined
  return { style: 'link', ...askedBy(seen), ...seen.others, ...withoutNext(seen.headers) }
}

/** The answer, or a header, has the address of the next page. */
const byAddress: Recogniser = (seen) => {
  const { wire, answer, found, others, headers } = seen
  if (found.next !== undefined && isAddress(found.next, answer))
    return { style: 'url', ...askedBy(seen), ...others, next: found.next, ...withoutNext(headers) }
  const isInHeader = headers.next !== undefined && headerValues(wire, headers.next).some(isAddressText)
  return isInHeader ? { style: 'url', ...askedBy(seen), ...others, ...inHeaders(headers) } : undefined
}

/** It goes on after the last row. */
const byLastRow: Recogniser = ({ wire, answer, names, size, found, others, headers }) => {
  const isSaid = found.next !== undefined || headers.next !== undefined
  const row = isSaid ? undefined : afterRow(wire, names, answer)
  return row && { style: 'last', ...size, ...withoutCount(others), ...row, ...inHeaders(headers) }
}

/** What takes a number, and no name says for what, may be the size of a page. */
const byUnknownSize: Recogniser = ({ wire, at, size }) => {
  const hasNone = typeof size.limit !== 'string' && wire.described.query
  return hasNone && mayTakeSize(wire, at.cursor ?? at.page ?? at.offset) ? 'unclear' : undefined
}

/** Nothing, or several members of the query, may say where to continue. */
const byNothing: Recogniser = (seen) => {
  const { wire, answer, size, found, headers } = seen
  const [style, another] = stylesOf(seen)
  if (style !== undefined && another === undefined) return undefined
  const { total, ...others } = found
  // How many there are in all tells whether they are all on the one page.
  if (asksNothing(wire, answer) && Object.keys({ ...others, ...headers }).length === 0)
    return { style: 'none', limit: null, ...(total !== undefined && { total }) }
  const saysMore = found.next !== undefined || headers.next !== undefined || found.more !== undefined
  const isOpen = another !== undefined || typeof size.limit === 'string' || saysMore
  return byGiven(seen) ?? (isOpen ? 'unclear' : 'unknown')
}

/** One member of the query says where to continue. */
const byOneName: Recogniser = (seen) => {
  const { wire, at } = seen
  const [style] = stylesOf(seen)
  if (isHalfOfRange(at[style!]!, wire)) return byGiven(seen) ?? 'unclear'
  return style === 'cursor' ? byCursorOf(seen) : byNumber(seen, style!)
}

function byCursorOf(seen: PagesSeen): PagingFact | 'unclear' | 'unknown' {
  const { wire, answer, size, found, others, headers } = seen
  const at = seen.at.cursor!
  if (found.next === undefined && headers.next !== undefined && /next/i.test(headers.next))
    return { style: 'cursor', at, ...size, ...withoutCount(others), ...inHeaders(headers) }
  const known = byCursor(wire, answer, at, { ...size, ...withoutCount(found), ...withoutNext(headers) }) ?? 'unknown'
  return known === 'unclear' ? (byGiven(seen) ?? known) : known
}

function byNumber(seen: PagesSeen, style: 'offset' | 'page'): PagingFact | 'unclear' {
  const { wire, answer, size, found, others, headers } = seen
  const at = seen.at[style]!
  const shown =
    firstNumber(wire, at, answer) ?? firstSeen(wire, answer, { style, at, ...size, ...found, ...inHeaders(headers) })
  const first = shown ?? (isCountOfSkipped(at) ? 0 : undefined)
  if (first === undefined) return byGiven(seen) ?? 'unclear'
  // An offset counts what is left out before it, if nothing else is said.
  const isUsual = style === 'offset' && first === 0
  return { style, at, ...size, ...(isUsual ? {} : { first }), ...others, ...inHeaders(headers) }
}

/** A number that the answer gives for the next page needs no first one: it is handed on as a cursor is. */
function byGiven({ wire, answer, names, size, others, headers }: PagesSeen): PagingFact | undefined {
  const given = handedOn(wire, names, leavesOf(answer), headers.next)
  if (!given) return undefined
  const beside = given.next === undefined ? inHeaders(headers) : withoutNext(headers)
  return { style: 'cursor', ...size, ...withoutCount(others), ...given, ...beside }
}

function stylesOf({ at }: PagesSeen): ('cursor' | 'offset' | 'page')[] {
  return (['cursor', 'offset', 'page'] as const).filter((style) => at[style] !== undefined)
}

/** The members of the query that are asked by, as parts of a fact. */
function askedBy({ at, size }: PagesSeen): Partial<PagingFact> {
  const on = at.cursor ?? at.page ?? at.offset
  return { ...(on === undefined ? {} : { at: on }), ...size }
}

const inHeaders = (headers: PagingHeaders): { headers?: PagingHeaders } =>
  Object.keys(headers).length === 0 ? {} : { headers }

const withoutNext = ({ next: _, ...others }: PagingHeaders) => inHeaders(others)

/** Whether a description says of a list that nothing can be asked of it, and what its answer has. */
function asksNothing({ described, query }: WireOperation, answer: Shape): boolean {
  return described.query && described.result && Object.keys(query).length === 0 && answer.kind !== 'any'
}

/** `count` beside a cursor may as well be that of the page. */
function withoutCount({ total, ...others }: Found): Found {
  return total === undefined || /(^|\.)count$/i.test(total) ? others : { ...others, total }
}

const isCountOfSkipped = (name: string) => ['offset', 'skip', 'row_offset'].includes(plainName(name))

/**
 * A member of the answer that is called as the query's may repeat what was asked: by its name alone it is no next cursor, unless it is
 * the only one that can be. Where no member can hold it, it comes in a header, and the client follows `Link` by itself. One called
 * `after` may be an identifier.
 */
function byCursor(
  wire: WireOperation,
  answer: Shape,
  at: string,
  rest: Omit<PagingFact, 'style' | 'at'>,
): PagingFact | 'unclear' | undefined {
  const isOpaque = /cursor|token|continuation|bookmark|^next$/.test(plainName(at))
  if (rest.next !== undefined) {
    const mayRepeat = plainName(rest.next.split('.').at(-1)!) === plainName(at)
    if (hasRival(answer, rest.next)) return 'unclear'
    // Of a bare `next` nothing but its values says whether it is a cursor or an address.
    const isBare = plainName(rest.next.split('.').at(-1)!) === 'next' && !wasSeen(answer, rest.next)
    if (isBare) return mayRepeat ? 'unclear' : { style: 'next', at, ...rest }
    // `paging.cursors.after` is the one behind the page, as `before` is the one in front of it.
    const isOfEnds = /(^|\.)cursors?\.after$/i.test(rest.next)
    const isSettled = !mayRepeat || isOfEnds || (isOpaque && isOnlyEnd(wire, answer, rest.next))
    return isSettled ? { style: 'cursor', at, ...rest } : 'unclear'
  }
  if (answer.kind === 'any') return undefined
  return 'unclear'
}

/** Whether another member may as well be the cursor of the next page: one of them repeats what was asked, and only `next` tells them apart. */
function hasRival(answer: Shape, next: string): boolean {
  if (next.split('.').some((part) => /^next(_|$)/.test(plainName(part)))) return false
  const names: readonly string[] = PAGING_RESULT.next
  return leavesOf(answer).some(({ path }) => path.join('.') !== next && names.includes(plainName(path.at(-1)!)))
}

function wasSeen(answer: Shape, path: string): boolean {
  const leaf = leavesOf(answer).find((each) => each.path.join('.') === path)
  return leaf?.shape.kind === 'scalar' && leaf.shape.seen.some((each) => each !== null)
}

/** Whether a description lists all of an answer, and only this member can have a cursor on one page and none on the last. */
function isOnlyEnd({ described }: WireOperation, answer: Shape, next: string): boolean {
  const ends = leavesOf(answer).filter(canEnd)
  return described.result && listsMembers(answer) && ends.length === 1 && ends[0]!.path.join('.') === next
}

function answerOf({ results }: WireOperation): Shape {
  const known = Object.values(results).filter((each): each is Member => each !== undefined)
  return known.length === 0 ? { kind: 'any' } : known.reduce(eitherMember).shape
}

function isAddress(path: string, answer: Shape): boolean {
  // The last page has none, so a name that says an address counts without one.
  if (/(^|_)(url|link|href|uri)$/.test(plainName(path.split('.').at(-1)!)) || /^_?links\./i.test(path)) return true
  const leaf = leavesOf(answer).find((each) => each.path.join('.') === path)
  if (leaf?.shape.kind !== 'scalar') return false
  const { format, seen } = leaf.shape
  return format === 'uri' || format === 'url' || seen.some(isAddressText)
}
