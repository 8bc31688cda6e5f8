import { isObject, type JsonObject } from '../../src/base/is-object.js'
import type { Codec } from '../../src/contract/facts/codec.js'
import { type Paging, rowPlace, valueAtPlace } from '../../src/contract/facts/paging.js'
import { parsePlace, putAt, valueAt } from '../../src/contract/facts/wire-path.js'
import { entriesBefore, readAsked, writePage } from '../../src/contract/facts/write-page.js'
import type { Pagination } from '../../src/contract/records.js'
import type { RoutedCall } from '../core/call.js'

/** The members of a query that ask for a page, under our names, and the others. */
export function takePage(
  { service, match: { id, route } }: RoutedCall,
  query: Record<string, string>,
): { page?: { limit?: string; cursor?: string }; others: Record<string, string> } {
  const { contract } = service.settings
  const paging = contract.pagingOf(id)
  if (!paging) return { others: query }
  const { limit, at, cursor = at } = readAsked(paging, query)
  const taken = [limit === undefined ? null : paging.limit, cursor === undefined ? null : paging.at]
  const codec = contract.codecOf(id, 'result', route.words)
  const place = paging.style === 'last' && cursor !== undefined ? rowOf(cursor, paging, codec) : cursor
  return {
    page: { ...(limit === undefined ? {} : { limit }), ...(place === undefined ? {} : { cursor: place }) },
    others: Object.fromEntries(Object.entries(query).filter(([name]) => !taken.includes(name))),
  }
}

/** What tells a row by our contract, by what tells it on the wire; the same where the wire has it under a name of its own. */
function rowOf(told: string, { next }: Paging, codec: Codec | undefined): string {
  const { list, member } = rowPlace(next!)!
  const row: JsonObject = {}
  putAt(row, member, told)
  const wire: JsonObject = {}
  putAt(wire, list, [row])
  const answer = codec ? codec.fromWire(list.length === 0 ? [row] : wire) : wire
  const rows = isObject(answer) ? Object.values(answer).find(Array.isArray) : undefined
  const known = Object.values(rows?.[0] ?? {}).find((value) => typeof value === 'string' || typeof value === 'number')
  return String(known ?? told)
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
  if (paging.style === 'last' && next !== null) tellLastRow(body, paging.next!, next)
  return headers
}

/** Gives the last row what tells it where our contract has no such member. */
function tellLastRow(body: unknown, place: string, told: string): void {
  if (valueAtPlace(body, place) !== undefined) return
  const { list, member } = rowPlace(place)!
  const rows = valueAt(body, list)
  const last = Array.isArray(rows) ? rows.at(-1) : undefined
  if (isObject(last)) putAt(last, member, told)
}
