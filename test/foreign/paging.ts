import type { Choices } from './choices.js'
import { invalid } from './refusals.js'
import type { QueryMember } from './route.js'
import { COUNT, cased, chosen, FLAG, listOf, type Member, record, type Shape, TEXT } from './shape.js'

/** The usual size of a page, and the largest. */
export const LIMIT = 50
export const MOST = 200

export interface Page<T> {
  rows: T[]
  total: number
  offset: number
  limit: number
  /** Undefined on the last page. */
  next?: string
  headers: Record<string, string>
}

/** The status of what was made; 200 where it was there before. */
export const createdStatus = (c: Choices): number => c['created.status']

/** The cursor of what follows so many entries. */
export const encode = (offset: number) => Buffer.from(`o:${offset}`).toString('base64url')
/** The entries before a cursor; NaN if it is none. */
export const decode = (cursor: string) =>
  Number(/^o:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? Number.NaN)

/** The query members with which the listing of groups goes on. */
export function pageQuery(c: Choices): QueryMember[] {
  const limit = { type: 'integer', minimum: 1, ...(c['list.overLimit'] === 'refused' && { maximum: MOST }) }
  const style = c['list.paging']
  const on: QueryMember =
    style === 'cursor'
      ? { name: chosen(c, 'list.cursor')!, schema: TEXT }
      : numberMember(c, style === 'offset' ? 'offset' : 'page')
  return [{ name: 'limit', schema: limit, description: `default ${LIMIT}, at most ${MOST}` }, on]
}

/** Cuts the page that the query of the listing of groups asks for. */
export function readPage<T>(c: Choices, all: T[], query: Record<string, string>, path: string): Page<T> {
  const limit = Math.min(Number(query.limit ?? LIMIT), MOST)
  const style = c['list.paging']
  const cursor = query[chosen(c, 'list.cursor')!]
  const offset =
    style === 'cursor'
      ? cursor
        ? decode(cursor)
        : 0
      : style === 'offset'
        ? Number(query.offset ?? 0)
        : (Number(query.page ?? c['page.first']) - c['page.first']) * limit
  if (Number.isNaN(offset))
    throw invalid(c, [{ path: [chosen(c, 'list.cursor')!], message: 'is no cursor', type: 'value_error' }], 'query')
  const page = cut(all, offset, limit)
  if (style !== 'link' || page.next === undefined) return page
  const on = new URLSearchParams({ ...query, page: String(offset / limit + 1 + c['page.first']) })
  return { ...page, headers: { link: `<${path}?${on}>; rel="next"` } }
}

/** The query member with the number of a page, or of entries before it. */
export function numberMember(c: Choices, name: 'page' | 'offset'): QueryMember {
  return { name, schema: { type: 'integer', minimum: name === 'page' ? c['page.first'] : 0 } }
}

/** The query of the page of groups after so many, as who knows this service asks for it. */
export function groupsAfter(c: Choices, before: number): Record<string, string> {
  const style = c['list.paging']
  const limit = { limit: String(LIMIT) }
  if (before === 0) return limit
  if (style === 'cursor') return { ...limit, [chosen(c, 'list.cursor')!]: encode(before) }
  return style === 'offset'
    ? { ...limit, offset: String(before) }
    : { ...limit, page: String(before / LIMIT + c['page.first']) }
}

/** Cuts a page out of all entries. */
export function cut<T>(all: T[], offset: number, limit: number): Page<T> {
  const next = offset + limit < all.length ? encode(offset + limit) : undefined
  return { rows: all.slice(offset, offset + limit), total: all.length, offset, limit, next, headers: {} }
}

/** A page of groups, with the echo `pagination` that interface.md names. */
export function listStatusSchema<T>(c: Choices, row: Shape<T>): Shape<Page<T>> {
  const style = c['list.paging']
  const at: Member<Page<T>>[] =
    style === 'cursor'
      ? [{ name: chosen(c, 'list.next'), schema: TEXT, of: ({ next }) => next, mayLack: true }]
      : style === 'offset'
        ? [{ name: 'offset', schema: COUNT, of: ({ offset }) => offset }]
        : [
            { name: 'page', schema: COUNT, of: ({ offset, limit }) => offset / limit + c['page.first'] },
            { name: cased(c, 'total_pages'), schema: COUNT, of: ({ total, limit }) => Math.ceil(total / limit) },
          ]
  const echo = record<Page<T>>(c, 'Pagination', [
    { name: 'limit', schema: COUNT, of: ({ limit }) => limit },
    ...at,
    { name: chosen(c, 'list.more'), schema: FLAG, of: ({ next }) => next !== undefined },
    { name: chosen(c, 'list.total'), schema: COUNT, of: ({ total }) => total },
  ])
  return record<Page<T>>(c, 'SurveyList', [
    listOf('survey_series', row, ({ rows }) => rows),
    { name: 'pagination', schema: echo.schema, of: echo.write },
  ])
}
