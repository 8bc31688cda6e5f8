import { isObject, type JsonObject } from '../../src/base/is-object.js'
import type { Paging } from '../../src/contract/facts/paging.js'
import { parsePlace, putAt } from '../../src/contract/facts/wire-path.js'
import { entriesBefore, readAsked, writePage } from '../../src/contract/facts/write-page.js'
import type { Pagination } from '../../src/contract/records.js'
import type { RoutedCall } from '../core/call.js'

/** The members of a query that ask for a page, under our names, and the others. */
export function takePage(
  paging: Paging | undefined,
  query: Record<string, string>,
): { page?: { limit?: string; cursor?: string }; others: Record<string, string> } {
  if (!paging) return { others: query }
  const { limit, at, cursor = at } = readAsked(paging, query)
  const taken = [limit === undefined ? null : paging.limit, cursor === undefined ? null : paging.at]
  return {
    page: { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) },
    others: Object.fromEntries(Object.entries(query).filter(([name]) => !taken.includes(name))),
  }
}

/** Puts what an answer says of its page where this service has it; gives the headers that say the rest. */
export function putPage(call: RoutedCall, paging: Paging | undefined, answer: unknown, body: unknown) {
  if (!paging || !isObject(answer) || !isObject(answer.pagination)) return {}
  const { limit, next_cursor: next, total = 0 } = answer.pagination as Pagination
  const count = Object.values(answer).find(Array.isArray)?.length ?? 0
  const before = entriesBefore(paging, call.search.get(paging.at) ?? undefined, limit) ?? 0
  const url = call.service.addresses.baseUrl + call.request.target
  const { put, headers } = writePage(paging, { limit, before, count, total, next, url })
  if (isObject(body)) for (const [place, value] of put) putAt(body as JsonObject, parsePlace(place)!.steps, value)
  return headers
}
