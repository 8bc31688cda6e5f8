import { isObject, type JsonObject } from '../../../base/is-object.js'
import { parseJson, parseMessage } from '../../../base/parse-json.js'
import { wireQuery } from '../../../client/asked.js'
import { encodeMultipart } from '../../../client/request-body.js'
import { routeOf, routeUrl } from '../../../client/route.js'
import { routeAssumption } from '../../../contract/assumptions/overridable.js'
import type { ErrorCode } from '../../../contract/errors.js'
import { isFileType, splitBody } from '../../../contract/facts/body-places.js'
import type { Contract } from '../../../contract/facts/contract.js'
import type { Facts } from '../../../contract/facts/facts.js'
import type { Asked } from '../../../contract/facts/paging.js'
import { readPage } from '../../../contract/facts/read-page.js'
import { MOUNTS, type WireWords } from '../../../contract/operation.js'
import { type OperationId, rowOf } from '../../../contract/operations/index.js'
import { toClassic, toRecommended } from '../../../contract/vocabulary.js'
import type { SeenExchange } from '../evidence/evidence.js'
import { readForm } from '../evidence/form.js'

/** A request of a probe: the path from the root, with its query. */
export interface ProbeRequest {
  method: string
  path: string
  /** JSON. */
  body?: string
  /** Sent without a key, unless `headers` have one. */
  anonymous?: true
  /** Lower-case names. */
  headers?: Readonly<Record<string, string>>
  /** What it is made to be refused for. */
  refusedFor?: ErrorCode
}

export interface ProbeAnswer {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  body: Uint8Array
}

/** What an operation is asked: in our names, in classic words. */
export interface Input {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: JsonObject
  /** Lower-case names. */
  headers?: Readonly<Record<string, string>>
  /** What it is made to be refused for. */
  refusedFor?: ErrorCode
  /** Asked as if these held, too. */
  facts?: Facts
}

/** The assumption that the route the client takes is where it is; nothing to know where that is shown. */
export function routeOfProbe(id: OperationId): string {
  return routeAssumption(routeOf(rowOf(id)))
}

/** The request of an operation under a contract; `wire`: members of its body beside ours, as they are on the wire. */
export function requestOf(
  contract: Contract,
  id: OperationId,
  { params = {}, query = {}, body, headers, refusedFor }: Input,
  wire: JsonObject = {},
): ProbeRequest {
  const row = contract.rowOf(id)
  const route = routeOf(row)
  const asked = wireQuery({ id, contract, row, route }, query)
  const pathWith = (beside: Readonly<Record<string, unknown>>) =>
    routeUrl({ route, mount: MOUNTS[0], base: '', params, query: { ...asked, ...beside } })
  const more = { ...(headers && { headers }), ...(refusedFor && { refusedFor }) }
  if (body === undefined) return { method: route.method, path: pathWith({}), ...more }
  const worded = route.words === 'recommended' ? toRecommended(row.body, body) : body
  const own = contract.codecOf(id, 'body', route.words)?.toWire(worded) ?? worded
  const parts = splitBody({ ...(own as JsonObject), ...wire })
  const path = pathWith(parts.query)
  if (parts.body instanceof Uint8Array) {
    const file = Buffer.from(parts.body).toString('latin1')
    return { method: route.method, path, headers: { 'content-type': 'text/csv' }, body: file, ...more }
  }
  if (row.media !== undefined) return { method: route.method, path, ...multipart(parts.body as JsonObject), ...more }
  return { method: route.method, path, body: JSON.stringify(parts.body), ...more }
}

/** A form of plain ASCII. */
function multipart(parts: JsonObject): Pick<ProbeRequest, 'headers' | 'body'> {
  const { headers, body } = encodeMultipart(parts, { fileName: 'probe.csv', random: () => 0.5 })
  return { headers, body: Buffer.from(body).toString('latin1') }
}

/** An exchange as learning takes it. */
export function exchangeOf(
  { method, path, body, headers: sent, refusedFor }: ProbeRequest,
  { status, headers, ...answer }: ProbeAnswer,
): SeenExchange {
  const { pathname, searchParams } = new URL(path, 'http://service')
  const type = sent?.['content-type'] ?? 'application/json'
  const isForm = type.startsWith('multipart/form-data')
  const responseBody = parseMessage(new TextDecoder().decode(answer.body))
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    ...(body === undefined ? {} : { requestBody: readSent(type, body) }),
    ...(isForm && { isForm }),
    status,
    responseHeaders: headers,
    ...(responseBody === undefined ? {} : { responseBody }),
    ...(refusedFor && { refusedFor }),
  }
}

function readSent(type: string, body: string): unknown {
  if (type.startsWith('multipart/form-data')) return readForm(Buffer.from(body, 'latin1'))
  return isFileType(type) ? new Uint8Array(Buffer.from(body, 'latin1')) : parseJson(body)
}

/** The payload of an answer in our names, as far as a contract can read it; empty for a refusal. */
export function payloadOf(
  contract: Contract,
  id: OperationId,
  { status, responseBody }: SeenExchange,
  words: WireWords = routeOf(contract.rowOf(id)).words,
): JsonObject {
  if (status >= 300) return {}
  const wire = unwrapped(responseBody)
  const row = rowOf(id)
  const codec = contract.codecOf(id, 'result', words)
  const payload = toClassic(row.result, codec ? codec.fromWire(wire) : wire)
  return isObject(payload) ? payload : {}
}

function unwrapped(body: unknown): unknown {
  return isObject(body) && Object.keys(body).length === 1 && typeof body.data === 'object' ? body.data : body
}

/** Our cursor of the next page; undefined if there is none, or the contract does not know how pages follow. */
export function nextCursor(contract: Contract, id: OperationId, seen: SeenExchange, asked: Asked): string | undefined {
  const paging = contract.pagingOf(id)
  const payload = payloadOf(contract, id, seen)
  const rows = Object.values(payload).find(Array.isArray)
  if (!paging) {
    const { next_cursor: next } = (isObject(payload.pagination) ? payload.pagination : {}) as { next_cursor?: unknown }
    return typeof next === 'string' ? next : undefined
  }
  const page = readPage(paging, {
    wire: unwrapped(seen.responseBody),
    headers: seen.responseHeaders,
    asked,
    count: rows?.length ?? 0,
  })
  return page.next_cursor ?? undefined
}
