import type { Choices } from './choices.js'
import { invalid } from './refusals.js'
import type { QueryMember } from './route.js'
import { COUNT, cased, chosen, FLAG, listOf, type Member, record, type Shape, TEXT } from './shape.js'

const LIMIT = 50
const MOST = 200

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

const encode = (offset: number) => Buffer.from(`o:${offset}`).toString('base64url')
const decode = (cursor: string) =>
  Number(/^o:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? Number.NaN)

/** The query members with which the listing of groups goes on. */
export function pageQuery(c: Choices): QueryMember[] {
  const limit = { type: 'integer', minimum: 1, ...(c['list.overLimit'] === 'refused' && { maximum: MOST }) }
  const style = c['list.paging']
  const on: QueryMember =
    style === 'cursor'
      ? { name: chosen(c, 'list.cursor')!, schema: TEXT }
      : {
          name: style === 'offset' ? 'offset' : 'page',
          schema: { type: 'integer', minimum: style === 'offset' ? 0 : 1 },
        }
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
        : (Number(query.page ?? 1) - 1) * limit
  if (Number.isNaN(offset))
    throw invalid(c, [{ path: [chosen(c, 'list.cursor')!], message: 'is no cursor', type: 'value_error' }], 'query')
  const page = cut(all, offset, limit)
  if (style !== 'link' || page.next === undefined) return page
  const on = new URLSearchParams({ ...query, page: String(offset / limit + 2) })
  return { ...page, headers: { link: `<${path}?${on}>; rel="next"` } }
}

function cut<T>(all: T[], offset: number, limit: number): Page<T> {
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
            { name: 'page', schema: COUNT, of: ({ offset, limit }) => offset / limit + 1 },
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

/** The query members with which a listing of items or recipients goes on: always by a cursor, as interface.md says. */
export function cursorQuery(c: Choices): QueryMember[] {
  return [
    { name: chosen(c, 'feedback.limit')!, schema: { type: 'integer', minimum: 1, maximum: MOST } },
    { name: chosen(c, 'feedback.cursor')!, schema: TEXT },
  ]
}

/** Cuts the page that the query of such a listing asks for. */
export function readCursorPage<T>(c: Choices, all: T[], query: Record<string, string>, path: string): Page<T> {
  const limit = Number(query[chosen(c, 'feedback.limit')!] ?? LIMIT)
  const cursorName = chosen(c, 'feedback.cursor')!
  const offset = query[cursorName] ? decode(query[cursorName]) : 0
  if (Number.isNaN(offset))
    throw invalid(c, [{ path: [cursorName], message: 'is no cursor', type: 'value_error' }], 'query')
  const page = cut(all, offset, limit)
  const where = page.next && `${path}?${new URLSearchParams({ ...query, [cursorName]: page.next })}`
  if (c['feedback.paging'] === 'links.next' && c['feedback.shape'] === 'object') return { ...page, next: where }
  const isInHeader = c['feedback.paging'] === 'link' || c['feedback.shape'] !== 'object'
  return isInHeader && where ? { ...page, headers: { link: `<${where}>; rel="next"` } } : page
}

/** A page of items or recipients. */
export function cursorPage<T>(c: Choices, title: string, listName: string, row: Shape<T>): Shape<Page<T>> {
  if (c['feedback.shape'] !== 'object')
    return { schema: { type: 'array', items: row.schema }, write: ({ rows }) => rows.map((each) => row.write(each)) }
  const next = (name: string): Member<Page<T>> => ({
    name: cased(c, name),
    schema: TEXT,
    of: (page) => page.next,
    mayLack: true,
  })
  const more = (name: string): Member<Page<T>> => ({
    name: cased(c, name),
    schema: FLAG,
    of: (page) => page.next !== undefined,
  })
  const total: Member<Page<T>> = { name: 'total', schema: COUNT, of: (page) => page.total }
  const under = (name: string, members: Member<Page<T>>[]): Member<Page<T>> => {
    const shape = record<Page<T>>(c, `${title}Page`, members)
    return { name: cased(c, name), schema: shape.schema, of: shape.write }
  }
  const limit: Member<Page<T>> = { name: 'limit', schema: COUNT, of: (page) => page.limit }
  const ways: Record<Choices['feedback.paging'], Member<Page<T>>[]> = {
    pagination: [under('pagination', [limit, next('next_cursor'), more('has_more')])],
    top: [next('next_cursor')],
    meta: [under('meta', [total, next('cursor')])],
    page_info: [under('page_info', [next('end_cursor'), more('has_next_page')])],
    link: [],
    'links.next': [under('links', [next('next')])],
  }
  return record<Page<T>>(c, title, [listOf(listName, row, ({ rows }) => rows), ...ways[c['feedback.paging']]])
}
