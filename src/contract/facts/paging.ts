import type { Pagination } from '../records.js'
import { parsePlace, valueAt } from './wire-path.js'

export const PAGING_STYLES = ['cursor', 'offset', 'page', 'link', 'url', 'none'] as const
type PagingStyle = (typeof PAGING_STYLES)[number]

/**
 * How a listing is paged on the wire. The other members are places in the payload. `link`: the next page is in the header `Link`;
 * `url`: in the payload, at `next`.
 */
export interface Paging {
  style: PagingStyle
  /** The member of the query that says where to continue. */
  at: string
  /** The member of the query for the size of a page; null: there is none. */
  limit: string | null
  /** The number of the first page, or of the first entry. */
  first: 0 | 1
  next?: string
  more?: string
  total?: string
  pages?: string
  /** What of the request is repeated, and where. */
  echo?: { at?: string; limit?: string }
}

/** What was asked for: entries a page, and our cursor. */
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
    echo,
  } = fact
  const places = { next, more, total, pages, echo }
  const given = Object.fromEntries(Object.entries(places).filter(([, value]) => value !== undefined))
  return { style, at, limit, first, ...given }
}

/** The members of the query of a page. Our cursor is theirs, an offset, a number of a page, or the query of the next one. */
export function askPage(paging: Paging, { limit, cursor }: Partial<Asked>): Record<string, string> {
  const size = limit === undefined || paging.limit === null ? {} : { [paging.limit]: String(limit) }
  if (cursor === undefined) return size
  if (paging.style === 'link' || paging.style === 'url')
    return { ...size, ...Object.fromEntries(new URLSearchParams(cursor)) }
  return paging.style === 'none' ? size : { ...size, [paging.at]: cursor }
}

/**
 * Our pagination of an answer. `count`: entries on its page. Where nothing in the answer says whether there is more, a full page has a
 * next one.
 */
export function readPage(
  paging: Paging,
  {
    wire,
    headers,
    asked,
    count,
  }: { wire: unknown; headers: Readonly<Record<string, string>>; asked: Asked; count: number },
): Pagination {
  const at = (place: string | undefined) => (place === undefined ? undefined : valueAt(wire, parsePlace(place)!.steps))
  const limit = numberOf(at(paging.echo?.limit)) ?? asked.limit
  const total = numberOf(at(paging.total))
  const page = { limit, ...(total === undefined ? {} : { total }) }
  const next = nextOf(paging, {
    asked,
    count,
    limit,
    told: paging.style === 'link' ? nextLink(headers) : at(paging.next),
  })
  const hasMore = next !== null && saysMore()
  return { ...page, next_cursor: hasMore ? next : null, has_more: hasMore }

  function saysMore(): boolean {
    const more = flagOf(at(paging.more))
    if (more !== undefined) return more
    if (paging.style === 'link' || paging.style === 'url' || paging.style === 'cursor') return true
    if (paging.next !== undefined) return !isNone(at(paging.next))
    const position = positionOf(paging, asked.cursor, limit)
    const pages = numberOf(at(paging.pages))
    if (pages !== undefined && paging.style === 'page') return position / Math.max(1, limit) + 1 < pages
    if (total !== undefined) return position + count < total
    // A service may cap its pages below what was asked for: only an empty page is sure to be the last.
    const echoed = numberOf(at(paging.echo?.limit))
    return count > 0 && (echoed === undefined || count >= echoed)
  }
}

/** Whether the service itself said that this page is the last: what `readPage` takes for the end may be a page that was cut. */
export function saysEnd(
  paging: Paging,
  { wire, asked, count }: { wire: unknown; asked: Partial<Asked>; count: number },
): boolean {
  const at = (place: string | undefined) => (place === undefined ? undefined : valueAt(wire, parsePlace(place)!.steps))
  const { style } = paging
  if (count === 0) return true
  const more = flagOf(at(paging.more))
  if (more !== undefined) return !more
  const limit = numberOf(at(paging.echo?.limit)) ?? asked.limit
  const total = numberOf(at(paging.total))
  const isNumbered = style === 'offset' || style === 'page'
  if (total !== undefined && (isNumbered || asked.cursor === undefined) && limit !== undefined) {
    return (isNumbered ? positionOf(paging, asked.cursor, limit) : 0) + count >= total
  }
  // Where it is known how a service says that there is more, silence says that there is not.
  if (style === 'link' || (style !== 'none' && paging.next !== undefined)) return true
  const pages = numberOf(at(paging.pages))
  if (pages !== undefined && style === 'page' && limit !== undefined) {
    return positionOf(paging, asked.cursor, limit) / Math.max(1, limit) + 1 >= pages
  }
  const echoed = numberOf(at(paging.echo?.limit))
  return isNumbered && echoed !== undefined && count < echoed
}

/** How many entries come before a page. */
function positionOf({ style, first }: Paging, cursor: string | undefined, limit: number): number {
  const number = cursor === undefined ? first : Number(cursor)
  return style === 'page' ? (number - first) * limit : number - first
}

function nextOf(
  { style, first }: Paging,
  { asked, count, told }: { asked: Asked; count: number; limit: number; told: unknown },
): string | null {
  switch (style) {
    case 'none':
      return null
    case 'offset':
      return String((asked.cursor === undefined ? first : Number(asked.cursor)) + count)
    case 'page':
      return String((asked.cursor === undefined ? first : Number(asked.cursor)) + 1)
    case 'cursor':
      return isNone(told) ? null : String(told)
    default:
      return isNone(told) ? null : queryOf(String(told))
  }
}

/** The query of an address, whatever its host: only members of the query are taken from an answer. */
function queryOf(address: string): string {
  const cut = address.indexOf('?')
  return cut < 0 ? '' : address.slice(cut + 1).replace(/#.*$/, '')
}

/** The address of the next page in the header `Link`. */
export function nextLink(headers: Readonly<Record<string, string>>): string | undefined {
  const links = (headers.link ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^",;\s]+))*)/g)
  return [...links].find(([, , parts = '']) => /;\s*rel\s*=\s*"?(?:[^"]*\s)?next\b/i.test(parts))?.[1]
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false
}

/** What is true or false, or says so as a number or a text. */
function flagOf(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === 'true') return true
  return value === false || value === 0 || value === 'false' ? false : undefined
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** What a request to an emulator asks for: the entries before its page where that is a number, else a cursor. */
export function readAsked(
  paging: Paging,
  query: Readonly<Record<string, string>>,
): { limit?: string; at?: string; cursor?: string } {
  const limit = paging.limit === null ? undefined : query[paging.limit]
  const at = paging.style === 'none' ? undefined : query[paging.at]
  const isNumber = paging.style === 'offset' || paging.style === 'page'
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(at === undefined ? {} : isNumber ? { at } : { cursor: at }),
  }
}

/** How many entries come before the page that was asked for; undefined if `at` is not a number. */
export function entriesBefore(paging: Paging, at: string | undefined, limit: number): number | undefined {
  if (at !== undefined && !/^\d{1,9}$/.test(at)) return undefined
  const before = positionOf(paging, at, limit)
  return before < 0 ? undefined : before
}

/** A page that an emulator answers with. */
export interface Page {
  limit: number
  /** Entries before it. */
  before: number
  count: number
  total: number
  /** Our cursor of the next page; null: there is none. */
  next: string | null
  /** The address that was asked, absolute. */
  url: string
}

/** What an answer says of its page: values by their place in the payload, and headers. */
export function writePage(
  paging: Paging,
  page: Page,
): { put: [place: string, value: unknown][]; headers: Record<string, string> } {
  const { limit, before, count, total } = page
  const hasMore = paging.style !== 'none' && page.next !== null
  const number = paging.style === 'page' ? paging.first + Math.floor(before / limit) : paging.first + before
  const following = paging.style === 'page' ? number + 1 : number + count
  const cursor = paging.style === 'offset' || paging.style === 'page' ? String(following) : page.next
  const address = hasMore ? nextAddress(page.url, paging.at, cursor!) : null
  const next = paging.style === 'url' ? address : paging.style === 'cursor' ? page.next : hasMore ? following : null
  const values: [string | undefined, unknown][] = [
    [paging.style === 'link' || paging.style === 'none' ? undefined : paging.next, next],
    [paging.more, hasMore],
    [paging.total, total],
    [paging.pages, Math.ceil(total / limit)],
    [paging.echo?.limit, limit],
    [paging.echo?.at, paging.style === 'offset' || paging.style === 'page' ? number : null],
  ]
  const put = values.filter((each): each is [string, unknown] => each[0] !== undefined)
  return { put, headers: paging.style === 'link' && address !== null ? { Link: `<${address}>; rel="next"` } : {} }
}

function nextAddress(url: string, at: string, cursor: string): string {
  const address = new URL(url)
  address.searchParams.set(at, cursor)
  return address.href
}
