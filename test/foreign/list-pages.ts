import type { Choices } from './choices.js'
import { cut, decode, encode, LIMIT, MOST, numberMember, type Page } from './paging.js'
import { invalid } from './refusals.js'
import type { QueryMember } from './route.js'
import { COUNT, cased, chosen, FLAG, listOf, type Member, record, type Shape, TEXT } from './shape.js'

/** Lists that are not the one of groups, which may each go on in their own way. */
export type ListName = 'feedback' | 'recipients'
type Form = Choices['feedback.form'] | 'whole'

function formOf(c: Choices, list: ListName): Form {
  return list === 'recipients' && c['recipients.form'] === 'whole' ? 'whole' : c['feedback.form']
}

/** By what a list goes on: a cursor, or a number. */
function memberOf(c: Choices, list: ListName): QueryMember {
  const form = formOf(c, list)
  if (form === 'offset') return numberMember(c, 'offset')
  if (form === 'page' || form === 'page headers' || form === 'bare pages') return numberMember(c, 'page')
  return { name: chosen(c, 'feedback.cursor')!, schema: TEXT }
}

function sizeOf(c: Choices): string | undefined {
  return c['feedback.size'] === 'as said' ? chosen(c, 'feedback.limit') : chosen(c, 'feedback.size')
}

/** The query members with which a listing of items or recipients goes on. */
export function listQuery(c: Choices, list: ListName): QueryMember[] {
  if (formOf(c, list) === 'whole') return []
  const size = sizeOf(c)
  const sized = size === undefined ? [] : [{ name: size, schema: { type: 'integer', minimum: 1, maximum: MOST } }]
  return [...sized, memberOf(c, list)]
}

/** The query of the page after so many entries, as who knows this service asks for it. */
export function queryAfter(c: Choices, list: ListName, before: number, limit = LIMIT): Record<string, string> {
  const { name, schema } = memberOf(c, list)
  const number = name === 'page' ? before / limit + c['page.first'] : before
  const size = sizeOf(c)
  const sized: Record<string, string> = size === undefined ? {} : { [size]: String(limit) }
  return before === 0 ? sized : { ...sized, [name]: schema === TEXT ? encode(before) : String(number) }
}

function entriesBefore(c: Choices, list: ListName, asked: string | undefined, limit: number): number {
  if (asked === undefined) return 0
  const { name, schema } = memberOf(c, list)
  if (schema === TEXT) return decode(asked)
  return name === 'page' ? (Number(asked) - c['page.first']) * limit : Number(asked)
}

/** Cuts the page that the query of such a listing asks for. */
export function readListPage<T>(
  c: Choices,
  list: ListName,
  all: T[],
  { query, path }: { query: Record<string, string>; path: string },
): Page<T> {
  if (formOf(c, list) === 'whole') return cut(all, 0, Math.max(1, all.length))
  const limit = Number(query[sizeOf(c) ?? ''] ?? LIMIT)
  const { name } = memberOf(c, list)
  const offset = entriesBefore(c, list, query[name], limit)
  if (Number.isNaN(offset)) throw invalid(c, [{ path: [name], message: 'is no cursor', type: 'value_error' }], 'query')
  const page = cut(all, offset, limit)
  const on = new URLSearchParams({ ...query, ...queryAfter(c, list, offset + limit, limit) })
  const where = page.next && `${path}?${on}`
  const headers = headersOf(c, list, page, where)
  const isAddress =
    formOf(c, list) === 'next address' || (formOf(c, list) === 'as said' && c['feedback.paging'] === 'links.next')
  return isAddress && !isBare(c, list) ? { ...page, next: where, headers } : { ...page, headers }
}

function headersOf<T>(c: Choices, list: ListName, page: Page<T>, where: string | undefined): Record<string, string> {
  const { total, limit, offset, next } = page
  switch (formOf(c, list)) {
    case 'header cursor':
      return { 'x-total-count': String(total), ...(next && { 'x-next-cursor': next }) }
    case 'page headers': {
      const number = offset / limit + c['page.first']
      return {
        'x-total': String(total),
        'x-total-pages': String(Math.ceil(total / limit)),
        'x-next-page': next === undefined ? '' : String(number + 1),
      }
    }
    case 'as said':
    case 'next address': {
      const isLinked = c['feedback.paging'] === 'link' && formOf(c, list) === 'as said'
      return where && (isLinked || isBare(c, list)) ? { link: `<${where}>; rel="next"` } : {}
    }
    default:
      return {}
  }
}

/** Whether a list comes without an object around it: what goes on by members of the answer has one. */
export function isBare(c: Choices, list: ListName): boolean {
  const form = formOf(c, list)
  if (form === 'bare pages') return true
  return c['feedback.shape'] !== 'object' && !['page', 'offset', 'paging.next'].includes(form)
}

/** A page of items or recipients. */
export function listPage<T>(c: Choices, list: ListName, listName: string, row: Shape<T>): Shape<Page<T>> {
  if (isBare(c, list)) {
    return { schema: { type: 'array', items: row.schema }, write: ({ rows }) => rows.map((each) => row.write(each)) }
  }
  const title = list === 'feedback' ? 'FeedbackList' : 'RecipientList'
  const rows = listOf(listName, row, (page: Page<T>) => page.rows)
  return record<Page<T>>(c, title, [rows, ...saysOf<T>(c, list, title)])
}

/** What an answer says of its page. */
function saysOf<T>(c: Choices, list: ListName, title: string): Member<Page<T>>[] {
  const count = (name: string, of: (page: Page<T>) => number): Member<Page<T>> => ({
    name: cased(c, name),
    schema: COUNT,
    of,
  })
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
  const under = (name: string, members: Member<Page<T>>[]): Member<Page<T>> => {
    const shape = record<Page<T>>(c, `${title}Page`, members)
    return { name: cased(c, name), schema: shape.schema, of: shape.write }
  }
  const [limit, total] = [count('limit', (page) => page.limit), count('total', (page) => page.total)]
  const said: Record<Choices['feedback.paging'], Member<Page<T>>[]> = {
    pagination: [under('pagination', [limit, next('next_cursor'), more('has_more')])],
    top: [next('next_cursor')],
    meta: [under('meta', [total, next('cursor')])],
    page_info: [under('page_info', [next('end_cursor'), more('has_next_page')])],
    link: [],
    'links.next': [under('links', [next('next')])],
  }
  const number = count('page', ({ offset, limit: size }) => offset / size + c['page.first'])
  const pages = count('total_pages', (page) => Math.ceil(page.total / page.limit))
  const ways: Record<Form, Member<Page<T>>[]> = {
    'as said': said[c['feedback.paging']],
    'header cursor': [],
    page: [number, pages, more('has_next')],
    'page headers': [],
    'bare pages': [],
    offset: [count('offset', ({ offset }) => offset), total],
    'next address': [next('next')],
    'paging.next': [under('paging', [next('next')])],
    whole: [],
  }
  return ways[formOf(c, list)]
}
