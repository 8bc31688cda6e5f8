import { isObject, type JsonObject } from '../base/is-object.js'
import { statusAssumption } from '../contract/assumptions/overridable.js'
import type { Contract } from '../contract/facts/contract.js'
import { mayBeCut } from '../contract/facts/cut-pages.js'
import { readLocation } from '../contract/facts/location.js'
import { askPage, type Asked as PageAsked, type Paging, pagingOf } from '../contract/facts/paging.js'
import { countOnPage, nextLink, readPage } from '../contract/facts/read-page.js'
import type { Operation, Route } from '../contract/operation.js'
import type { OperationId } from '../contract/operations/index.js'
import { entrySchema, memberSchemas } from '../contract/schema.js'
import { recommendedWord, toRecommended } from '../contract/vocabulary.js'
import { requireCarried } from './carried.js'
import type { KnownForm } from './payload.js'

/** An operation as the service has it, and the route that is taken. */
export interface Asked {
  id: OperationId
  contract: Contract
  row: Operation
  route: Route
}

/** The query in the words of the route, by the names of the service. */
export function wireQuery({ id, contract, row, route }: Asked, query: object): Record<string, unknown> {
  const paging = contract.pagingOf(id) ?? (isOfLink(query) ? LINKED : undefined)
  const given = asText(query)
  const { limit, cursor, ...others } = given
  const worded =
    route.words === 'recommended' ? toRecommended(row.query, paging ? others : given) : paging ? others : given
  const codec = contract.codecOf(id, 'query', route.words)
  const wire = (codec ? codec.toWire(worded) : worded) as Record<string, unknown>
  return paging ? { ...wire, ...askPage(paging, pageOf({ limit, cursor })) } : wire
}

/** Refuses a query of which the service is known to take a part nowhere; pages are asked for in a way of their own. */
export function requireCarriedQuery({ id, contract, row, route }: Asked, query: object): void {
  const { limit: _, cursor: __, ...given } = query as JsonObject
  const worded = route.words === 'recommended' ? toRecommended(row.query, given) : given
  requireCarried({ operation: id, codec: contract.codecOf(id, 'query', route.words) }, worded)
}

/** `Link` with `rel="next"` is standard (RFC 8288), so that it needs no fact. */
const LINKED = pagingOf({ style: 'link' })

/** Whether a page is asked for by the query of a link, which begins as such. */
function isOfLink({ cursor }: { cursor?: unknown }): boolean {
  return typeof cursor === 'string' && cursor.startsWith('?')
}

/** Numbers as the text a query has. */
function asText(query: object): JsonObject {
  const members = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  return Object.fromEntries(members) as JsonObject
}

function pageOf({ limit, cursor }: JsonObject): { limit?: number; cursor?: string } {
  return {
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(cursor === undefined || cursor === null ? {} : { cursor: String(cursor) }),
  }
}

/** How the answer to a request is read. */
export function knownForm(
  { id, contract, row, route }: Asked,
  headers: Record<string, string>,
  query: object = {},
): KnownForm {
  const paging = contract.pagingOf(id)
  const isLinked = nextLink(headers) !== undefined || isOfLink(query)
  const { rule } = contract.values['answers-in-route-words']
  return {
    codec: contract.codecOf(id, 'result', route.words),
    located: readLocation(contract, row, headers.location),
    ...(rule === 'route' ? {} : { words: rule }),
    readPage:
      paging || isLinked
        ? (wire, worded) => {
            const seen = { wire, worded, headers, asked: askedOf(contract, query) }
            const page = ourPage(paging ?? LINKED, listsOf(contract.rowOf(id)), seen)
            return paging ? page : besideOwn(worded.pagination, page)
          }
        : undefined,
  }
}

/** What the path of a request names, for an answer that does not say it again. */
export function namedInPath(
  { row }: Pick<Asked, 'row'>,
  params: Readonly<Record<string, string | number>>,
): JsonObject {
  const named = Object.entries(row.inPath ?? {}).filter(
    ([part, member]) => part in params && memberSchemas(row.result)?.[member],
  )
  return Object.fromEntries(named.map(([part, member]) => [member, String(params[part])]))
}

/**
 * What the status of an answer says where its body doesn't: a group that exists has 200 where one that was made has 201. Only where facts
 * give both: a service may answer one status either way.
 */
export function saidByStatus({ id, contract, row }: Asked, status: number): JsonObject {
  const { otherwise, statuses } = row
  const [success, other] = statuses
  if (!otherwise || other === undefined || contract.facts[statusAssumption(id)]?.[otherwise.name] === undefined)
    return {}
  const { member, value } = otherwise
  return status === other ? { [member]: value } : status === success ? { [member]: !value } : {}
}

/** What an answer says of its page in our form, with what its link says where that says nothing. */
function besideOwn(own: unknown, page: JsonObject): JsonObject {
  if (!isObject(own)) return page
  return own.next_cursor === undefined ? { ...own, ...page } : own
}

/** The lists an answer has by the row, in either word. */
function listsOf({ result }: Operation): string[] {
  const lists = Object.entries(memberSchemas(result) ?? {}).filter(([, schema]) => entrySchema(schema) !== undefined)
  return lists.flatMap(([name]) => [name, recommendedWord(name)])
}

function ourPage(
  paging: Paging,
  lists: readonly string[],
  {
    wire,
    worded,
    headers,
    asked,
  }: { wire: unknown; worded: JsonObject; headers: Record<string, string>; asked: PageAsked },
): JsonObject {
  const rows = lists.map((name) => worded[name]).find((value) => Array.isArray(value)) ?? []
  const seen = { wire, headers, asked, count: countOnPage(paging, rows, { wire, headers, asked }) }
  const { limit, ...position } = readPage(paging, seen)
  // A listing is then only sure to end if the service says so in another way.
  return { limit, ...(mayBeCut(paging, seen) ? {} : position) }
}

function askedOf({ values }: Contract, query: object): PageAsked {
  return { limit: values['paging-clamp'].default, ...pageOf(query as JsonObject) }
}
