import { isObject } from '../../base/is-object.js'
import type { Pagination } from '../records.js'
import { type Asked, isSaid, type Paging, positionOf, type SeenPage, saidOf, valueAtPlace } from './paging.js'

/**
 * Our pagination of an answer. `count`: entries on its page. Where nothing in the answer says whether there is more, a full page has a
 * next one.
 */
export function readPage(
  paging: Paging,
  { asked, count, ...seen }: SeenPage & { asked: Asked; count: number },
): Pagination {
  const echoed = numberOf(valueAtPlace(seen.wire, paging.echo?.limit))
  const limit = echoed ?? asked.limit
  const total = numberOf(saidOf(paging, 'total', seen))
  const page = { limit, ...(total === undefined ? {} : { total }) }
  const next = nextOf(paging, {
    asked,
    count,
    told: paging.style === 'link' ? nextLink(seen.headers) : saidOf(paging, 'next', seen),
  })
  // What says that there is more and not where is no end.
  const hasMore = next === null ? flagOf(saidOf(paging, 'more', seen)) === true : saysMore()
  return { ...page, next_cursor: hasMore ? next : null, has_more: hasMore }

  function saysMore(): boolean {
    const more = flagOf(saidOf(paging, 'more', seen))
    if (more !== undefined) return more
    if (['link', 'url', 'cursor', 'next'].includes(paging.style)) return true
    if (isSaid(paging, 'next')) return !isNone(saidOf(paging, 'next', seen))
    const position = positionOf(paging, asked.cursor, limit)
    const pages = numberOf(saidOf(paging, 'pages', seen))
    if (pages !== undefined && paging.style === 'page') return position / Math.max(1, limit) + 1 < pages
    if (total !== undefined) return position + count < total
    // A service may cap its pages below what was asked for: only an empty page is sure to be the last.
    return count > 0 && (echoed === undefined || count >= echoed)
  }
}

/**
 * How many entries a page has, as its service counts them: rows, or the sources of groups, where the service says its limit, and those
 * and not the groups come to it, or up to the total.
 */
export function countOnPage(
  paging: Paging,
  rows: readonly unknown[],
  { asked, ...seen }: SeenPage & { asked: Partial<Asked> },
): number {
  const limit = numberOf(valueAtPlace(seen.wire, paging.echo?.limit))
  if (paging.style !== 'offset' || limit === undefined || rows.length >= limit) return rows.length
  const position = positionOf(paging, asked.cursor, limit)
  const total = numberOf(saidOf(paging, 'total', seen))
  if (total === position + rows.length) return rows.length
  const sources = sourcesOn(rows)
  return sources === limit || total === position + sources ? sources : rows.length
}

/** How many sources groups have, each without any counted as one, as it takes a place on a page of sources. */
export function sourcesOn(groups: readonly unknown[]): number {
  return groups.reduce((sum: number, group) => {
    const { surveys, sources = surveys } = (isObject(group) ? group : {}) as { surveys?: unknown; sources?: unknown }
    return sum + (Array.isArray(sources) ? Math.max(1, sources.length) : 1)
  }, 0)
}

/** Whether the service itself said that this page is the last: what `readPage` takes for the end may be a page that was cut. */
export function saysEnd(
  paging: Paging,
  { asked, count, ...seen }: SeenPage & { asked: Partial<Asked>; count: number },
): boolean {
  const { style } = paging
  if (count === 0) return true
  const more = flagOf(saidOf(paging, 'more', seen))
  if (more !== undefined) return !more
  const echoed = numberOf(valueAtPlace(seen.wire, paging.echo?.limit))
  const limit = echoed ?? asked.limit
  const pages = numberOf(saidOf(paging, 'pages', seen))
  if (pages !== undefined && style === 'page' && limit !== undefined) {
    return positionOf(paging, asked.cursor, limit) / Math.max(1, limit) + 1 >= pages
  }
  const total = numberOf(saidOf(paging, 'total', seen))
  const isNumbered = style === 'offset' || style === 'page'
  if (total !== undefined && (isNumbered || asked.cursor === undefined) && limit !== undefined) {
    return (isNumbered ? positionOf(paging, asked.cursor, limit) : 0) + count >= total
  }
  // Where it is known how a service says that there is more, silence says that there is not.
  if (style === 'link' || (style !== 'none' && style !== 'last' && isSaid(paging, 'next'))) return true
  return isNumbered && echoed !== undefined && count < echoed
}

function nextOf(
  { style, first }: Paging,
  { asked, count, told }: { asked: Asked; count: number; told: unknown },
): string | null {
  switch (style) {
    case 'none':
      return null
    case 'offset':
      return String((asked.cursor === undefined ? first : Number(asked.cursor)) + count)
    case 'page':
      return String((asked.cursor === undefined ? first : Number(asked.cursor)) + 1)
    case 'cursor':
    case 'last':
      return isNone(told) ? null : String(told)
    case 'next':
      return isNone(told) ? null : isAddressText(told) ? queryOf(String(told)) : String(told)
    case 'link':
    case 'url':
      return isNone(told) ? null : queryOf(String(told))
  }
}

/** Whether a value is an address, as those of next pages are: absolute, or a path from the root. */
export function isAddressText(value: unknown): boolean {
  return /^(https?:\/)?\//.test(String(value))
}

/** The query of an address with its `?`, whatever its host: only members of the query are taken from an answer. */
function queryOf(address: string): string {
  const cut = address.indexOf('?')
  return cut < 0 ? '' : address.slice(cut).replace(/#.*$/, '')
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
