import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import { rowsOf } from './first-page.js'
import { plainName } from './match/lexicon.js'
import { type Leaf, leavesOf } from './match/match.js'
import { valuesAt } from './match/values.js'
import { linksIn, type PagingHeaders, pagingHeaders } from './paging-headers.js'
import { PAGING_QUERY, PAGING_RESULT } from './paging-names.js'
import { isTimeMember } from './paging-query.js'

/** What a list shows of its pages: what a request may ask by, and what an answer says. */
export interface PagesSeen {
  wire: WireOperation
  answer: Shape
  /** The members of the query, and those in the addresses of next pages. */
  names: readonly string[]
  /** The members that may say where to continue, by the style they are of. */
  at: Readonly<Record<'cursor' | 'offset' | 'page', string | undefined>>
  /** The size of a page, as a part of a fact. */
  size: { limit?: string | null }
  /** Places in the answer; `others`: without that of the next page. */
  found: Found
  others: Found
  /** Headers that say what the answer does not. */
  headers: PagingHeaders
  isLinkHeader: boolean
}

/** What the requests and answers of a list, described or seen, show of its pages. */
export function pagesSeen(wire: WireOperation, answer: Shape): PagesSeen {
  const links = linksIn(wire, answer)
  const { names, limit, ...asking } = askingBy(wire, links.names)
  const named = namesIn(leavesOf(answer).filter(({ shape }) => shape.kind === 'scalar' || shape.kind === 'any'))
  const said = isOfPage(wire, answer, named.total) ? without(named, 'total') : named
  const others = without(said, 'next')
  const found: Found = isDenied(wire, said) ? others : said
  const size = limit === undefined ? (wire.described.query ? { limit: null } : {}) : { limit }
  const headers = headersBeside(found, pagingHeaders(wire))
  const at = withOpaque(asking.at, wire, answer, found.next)
  return { wire, answer, names, at, size, found, others, headers, isLinkHeader: links.isHeader }
}

/**
 * Whether what is called `count` counts the entries of the page: each page that was seen has as many, or nothing says that it counts
 * all. Beside `previous` it counts all, as Django writes it.
 */
function isOfPage({ exchanges }: WireOperation, answer: Shape, total: string | undefined): boolean {
  if (total === undefined || !/(^|\.)count$/i.test(total)) return false
  const rows = rowsOf(answer)
  const pages = exchanges.filter(({ status }) => status < 300).map(({ responseBody }) => responseBody)
  const isOther = (page: unknown) => Number(valuesAt(page, total)[0]) > valuesAt(page, rows!).length
  if (rows !== undefined && pages.some(isOther)) return false
  return !leavesOf(answer).some(({ path }) => path.join('.') === total.replace(/count$/i, 'previous'))
}

function without(found: Found, what: keyof Found): Found {
  const { [what]: _, ...others } = found
  return others
}

/** What is called `offset` or `page`, takes texts that are no numbers, and is handed on as a text by the answer, is a cursor. */
function withOpaque(
  at: PagesSeen['at'],
  wire: WireOperation,
  answer: Shape,
  next: string | undefined,
): PagesSeen['at'] {
  const name = at.offset ?? at.page
  const handed = leavesOf(answer).find(({ path }) => path.join('.') === next)
  const isOpaque =
    name !== undefined && at.cursor === undefined && isText(wire.query[name]?.shape) && isText(handed?.shape)
  return isOpaque ? { cursor: name, offset: undefined, page: undefined } : at
}

/** Whether values are texts, and none that is known is a number. */
function isText(shape: Shape | undefined): boolean {
  if (shape?.kind !== 'scalar') return false
  const values = [...shape.seen, ...(shape.examples ?? [])].filter((each) => each !== null)
  return shape.types.join() === 'string' && !values.some((each) => /^\d+$/.test(String(each)))
}

/** Where an answer says something of its pages, by what it says. */
export type Found = Partial<Record<keyof typeof PAGING_RESULT, string>>

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
