import { perObject } from '../../base/per-object.js'
import type { PAGING_STYLES } from '../../contract/facts/paging.js'
import { isAddressText } from '../../contract/facts/read-page.js'
import { afterRow } from './after-row.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import { eitherMember } from './evidence/merge-shapes.js'
import { listsMembers, type Member, type Shape } from './evidence/shape.js'
import { firstNumber, firstSeen } from './first-page.js'
import { canEnd, handedOn } from './handed-on.js'
import { plainName } from './match/lexicon.js'
import { type Leaf, leavesOf } from './match/match.js'
import { valuesAt } from './match/values.js'
import { echoedSize } from './paging-echo.js'
import { headerValues, linksIn, type PagingHeaders, pagingHeaders } from './paging-headers.js'
import { PAGING_QUERY, PAGING_RESULT } from './paging-names.js'
import { isHalfOfRange, isTimeMember, mayTakeSize } from './paging-query.js'

/** How a service pages a list, as members of a fact (`paging:listSources`). */
export interface PagingFact {
  style: (typeof PAGING_STYLES)[number]
  /** The query member that says where to continue; absent if the next address says it all. */
  at?: string
  limit?: string | null
  /** The number of the first page, or of the first entry; an offset without it starts with 0. */
  first?: number
  /** Where the answer has the next cursor, number or address; whether there are more; how many rows and pages there are. */
  next?: string
  more?: string
  total?: string
  pages?: string
  /** The headers that say the same. */
  headers?: PagingHeaders
  /** Where the answer repeats the size that was asked for. */
  echo?: { limit: string }
}

/** The members of theirs that a fact about paging takes. */
export function pagingMembers({ at, limit, next, more, total, pages, echo }: PagingFact): {
  query: string[]
  result: string[]
} {
  const given = (all: readonly (string | null | undefined)[]) =>
    all.filter((each): each is string => typeof each === 'string')
  return { query: given([at, limit]), result: given([next, more, total, pages, echo?.limit]) }
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
  const links = linksIn(wire, answer)
  const { names, at, limit } = askingBy(wire, links.names)
  const size = limit === undefined ? (wire.described.query ? { limit: null } : {}) : { limit }
  const named = namesIn(leavesOf(answer).filter(({ shape }) => shape.kind === 'scalar' || shape.kind === 'any'))
  const { next: _, ...others } = named
  const found: Found = isDenied(wire, named) ? others : named
  const { next } = found
  const { next: nextHeader, ...otherHeaders } = headersBeside(found, pagingHeaders(wire))
  const on = at.cursor ?? at.page ?? at.offset
  const begin = on === undefined ? {} : { at: on }
  const headers = inHeaders({ ...(nextHeader !== undefined && { next: nextHeader }), ...otherHeaders })
  const beside = { ...begin, ...size, ...others }
  if (links.isHeader) return { style: 'link', ...beside, ...inHeaders(otherHeaders) }
  if (next !== undefined && isAddress(next, answer))
    return { style: 'url', ...beside, next, ...inHeaders(otherHeaders) }
  if (nextHeader !== undefined && headerValues(wire, nextHeader).some(isAddressText)) {
    return { style: 'url', ...beside, ...headers }
  }
  const row = next === undefined && nextHeader === undefined ? afterRow(wire, names, answer) : undefined
  if (row) return { style: 'last', ...size, ...withoutCount(others), ...row, ...inHeaders(otherHeaders) }
  // What takes a number, and no name says for what, may be the size of a page.
  if (limit === undefined && wire.described.query && mayTakeSize(wire, on)) return 'unclear'
  const styles = (['cursor', 'offset', 'page'] as const).filter((style) => at[style] !== undefined)
  const [style, another] = styles
  // A number that the answer gives for the next page needs no first one.
  const given = handedOn(wire, names, leavesOf(answer), nextHeader)
  const byGiven: PagingFact | undefined = given && {
    ...{ style: 'cursor', ...size, ...withoutCount(others), ...given },
    ...(given.next === undefined ? headers : inHeaders(otherHeaders)),
  }
  if (another || !style) {
    if (asksNothing(wire, answer) && Object.keys({ ...found, ...headers }).length === 0)
      return { style: 'none', limit: null }
    const isOpen = limit !== undefined || next !== undefined || nextHeader !== undefined || found.more !== undefined
    return byGiven ?? (another || isOpen ? 'unclear' : undefined)
  }
  if (isHalfOfRange(at[style]!, wire)) return byGiven ?? 'unclear'
  if (style === 'cursor') {
    if (next === undefined && nextHeader !== undefined && /next/i.test(nextHeader)) {
      return { style, at: at.cursor!, ...size, ...withoutCount(others), ...headers }
    }
    const known = byCursor(wire, answer, at.cursor!, { ...size, ...withoutCount(found), ...inHeaders(otherHeaders) })
    return known === 'unclear' ? (byGiven ?? known) : known
  }
  const shown =
    firstNumber(wire, at[style]!, answer) ??
    firstSeen(wire, answer, { style, at: at[style]!, ...size, ...found, ...headers })
  const first = shown ?? (isCountOfSkipped(at[style]!) ? 0 : undefined)
  if (first === undefined) return byGiven ?? 'unclear'
  // An offset counts what is left out before it, if nothing else is said.
  return {
    style,
    at: at[style]!,
    ...size,
    ...(style === 'offset' && first === 0 ? {} : { first }),
    ...others,
    ...headers,
  }
}

/** Whether answers that were seen say that there is more and have nothing at the place of the next page, whatever describes it. */
function isDenied({ exchanges }: WireOperation, { next, more }: Found): boolean {
  if (next === undefined || more === undefined) return false
  const isCut = ({ status, responseBody }: SeenExchange) =>
    status < 300 && valuesAt(responseBody, more)[0] === true && (valuesAt(responseBody, next)[0] ?? null) === null
  return exchanges.some(isCut)
}

/** The members of a query that page a list, by their names; `linked`: those in the addresses of next pages. */
function askingBy(wire: WireOperation, linked: readonly string[]) {
  const names = [...new Set([...Object.keys(wire.query).filter((name) => !isTimeMember(wire, name)), ...linked])]
  const pick = (known: readonly string[]) =>
    known.flatMap((each) => names.filter((name) => plainName(name) === each))[0]
  const at = { cursor: pick(PAGING_QUERY.cursor), offset: pick(PAGING_QUERY.offset), page: pick(PAGING_QUERY.page) }
  const speakOfSize = names.filter(
    (name) => name !== at.cursor && /(^|_)(limit|page_size|per_page)(_|$)/.test(plainName(name)),
  )
  const alone = speakOfSize.length === 1 ? speakOfSize[0] : undefined
  const limit = pick(PAGING_QUERY.limit.filter((name) => plainName(at.cursor ?? '') !== name)) ?? alone
  return { names, at, limit }
}

/** The headers that say what the answer itself does not; one called `count` may be that of the page. */
function headersBeside(found: Found, { total, ...others }: PagingHeaders): PagingHeaders {
  const own = { ...others, ...(total !== undefined && /total/i.test(total) && { total }) }
  return Object.fromEntries(Object.entries(own).filter(([what]) => found[what as keyof Found] === undefined))
}

const inHeaders = (headers: PagingHeaders): { headers?: PagingHeaders } =>
  Object.keys(headers).length === 0 ? {} : { headers }

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

type Found = Partial<Record<keyof typeof PAGING_RESULT, string>>

/** What answers have is what they say of their pages; what is described alone counts where they have nothing of the kind. */
function namesIn(leaves: readonly Leaf[]): Found {
  const find = (known: readonly string[]) => {
    const all = known.flatMap((each) => leaves.filter(({ path }) => nameOfPage(path) === each))
    return (all.find(({ only }) => only !== 'described') ?? all[0])?.path.join('.')
  }
  const entries = Object.entries(PAGING_RESULT).flatMap(([name, known]) => {
    const path = find(known)
    return path === undefined ? [] : [[name, path]]
  })
  return Object.fromEntries(entries)
}

/** What the last step of a path says; of the address in an object of links what the link is: `_links.next.href`. */
function nameOfPage(path: readonly string[]): string {
  const name = plainName(path.at(-1)!)
  return name === 'href' && path.length > 1 ? plainName(path.at(-2)!) : name
}

function isAddress(path: string, answer: Shape): boolean {
  // The last page has none, so a name that says an address counts without one.
  if (/(^|_)(url|link|href|uri)$/.test(plainName(path.split('.').at(-1)!)) || /^_?links\./i.test(path)) return true
  const leaf = leavesOf(answer).find((each) => each.path.join('.') === path)
  if (leaf?.shape.kind !== 'scalar') return false
  const { format, seen } = leaf.shape
  return format === 'uri' || format === 'url' || seen.some(isAddressText)
}
