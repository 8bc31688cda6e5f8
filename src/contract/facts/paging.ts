import { parsePlace, valueAt, type WireStep } from './wire-path.js'

export const PAGING_STYLES = ['cursor', 'offset', 'page', 'link', 'url', 'next', 'last', 'none'] as const
type PagingStyle = (typeof PAGING_STYLES)[number]

/** What an answer says of its pages: where the next one is, whether there is one, and how many entries and pages there are. */
export const SAID_OF_PAGES = ['next', 'more', 'total', 'pages'] as const
type SaidOfPages = (typeof SAID_OF_PAGES)[number]

/**
 * How a listing is paged on the wire. What an answer says of its pages is at places in the payload, or in headers of these names.
 * `link`: the next page is in the header `Link`; `url`: its address is at `next`; `next`: its cursor or its address, as each value shows;
 * `last`: it comes after the last row, by the member of that row which `next` names: `data[-1].id`.
 */
export interface Paging {
  style: PagingStyle
  /** The member of the query that says where to continue. */
  at: string
  /** The member of the query for the size of a page; null if there is none. */
  limit: string | null
  /** The number of the first page, or of the first entry. */
  first: 0 | 1
  next?: string
  more?: string
  total?: string
  pages?: string
  headers?: Partial<Record<SaidOfPages, string>>
  /** Which parts of the request the response repeats, and where. */
  echo?: { at?: string; limit?: string }
}

/** What was asked for: the entries per page, and our cursor. */
export interface Asked {
  limit: number
  cursor?: string
}

const AT: Record<PagingStyle, string> = {
  cursor: 'cursor',
  offset: 'offset',
  page: 'page',
  link: 'cursor',
  url: 'cursor',
  next: 'cursor',
  last: 'starting_after',
  none: 'cursor',
}

/** The paging a fact describes, with what it leaves out. */
export function pagingOf(fact: Partial<Paging> & { style: PagingStyle }): Paging {
  const {
    style,
    at = AT[style],
    limit = 'limit',
    first = style === 'page' ? 1 : 0,
    next,
    more,
    total,
    pages,
    headers,
    echo,
  } = fact
  const places = { next, more, total, pages, headers, echo }
  const given = Object.fromEntries(Object.entries(places).filter(([, value]) => value !== undefined))
  return { style, at, limit, first, ...given }
}

/** The members of the query of a page. Our cursor is theirs, an offset, a number of a page, or the query of the next one. */
export function askPage(paging: Paging, { limit, cursor }: Partial<Asked>): Record<string, string> {
  const size = limit === undefined || paging.limit === null ? {} : { [paging.limit]: String(limit) }
  if (cursor === undefined) return size
  const isQuery = paging.style === 'next' ? cursor.startsWith('?') : paging.style === 'link' || paging.style === 'url'
  if (isQuery) return { ...size, ...Object.fromEntries(new URLSearchParams(cursor)) }
  return paging.style === 'none' ? size : { ...size, [paging.at]: cursor }
}

/** An answer: its payload, and its headers by their names in small letters. */
export interface SeenPage {
  wire: unknown
  headers: Readonly<Record<string, string>>
}

/** Whether it is known how a service says this of its pages. */
export function isSaid(paging: Paging, what: SaidOfPages): boolean {
  return paging[what] !== undefined || paging.headers?.[what] !== undefined
}

/** What an answer says of its pages; undefined if it does not. */
export function saidOf(paging: Paging, what: SaidOfPages, { wire, headers }: SeenPage): unknown {
  if (paging[what] !== undefined) return valueAtPlace(wire, paging[what])
  const name = paging.headers?.[what]
  return name === undefined ? undefined : headers[name.toLowerCase()]
}

/** The value at a place of a payload, or of its last row. */
export function valueAtPlace(wire: unknown, place: string | undefined): unknown {
  if (place === undefined) return undefined
  const row = rowPlace(place)
  if (!row) return valueAt(wire, parsePlace(place)!.steps)
  const rows = valueAt(wire, row.list)
  return Array.isArray(rows) ? valueAt(rows.at(-1), row.member) : undefined
}

/** The list and the member of its last row in a place such as `data[-1].id`, or `[-1].id` where the payload is the list; undefined for other texts. */
export function rowPlace(place: string): { list: readonly WireStep[]; member: readonly WireStep[] } | undefined {
  const [, list, member] = /^(.*)\[-1\]\.(.+)$/.exec(place) ?? []
  const [outer, inner] = [parsePlace(list ?? ''), parsePlace(member ?? '')]
  return list !== undefined && outer && inner ? { list: outer.steps, member: inner.steps } : undefined
}

/** How many entries come before a page. */
export function positionOf({ style, first }: Paging, cursor: string | undefined, limit: number): number {
  const number = cursor === undefined ? first : Number(cursor)
  return style === 'page' ? (number - first) * limit : number - first
}
