import { parseJson } from '../../src/base/parse-json.js'
import { type OperationId, rowOf } from '../../src/contract/operations/index.js'
import { dashboardPage } from './dashboard-page.js'
import type { Reply } from './exchange.js'

/** What a fault or a future version makes of an answer. */
export type ResponseMutation = (reply: Reply) => Reply

/** The page of the dashboard instead of the answer: the wrong host, as seen from a client (ADR-2). */
export function htmlAnswer({ headers }: Reply, baseUrl: string): Reply {
  const kept = { ...headers, 'Content-Type': 'text/html; charset=utf-8' }
  return { status: 200, headers: kept, body: dashboardPage(baseUrl) }
}

/** The answer with a body or headers that a fault brings, in place of its own; a text is sent as it is, anything else as JSON. */
export function withOwnAnswer(
  { body: replaced, ...reply }: Reply,
  { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> },
): Reply {
  if (body === undefined) return { ...reply, headers: withHeaders(reply.headers, headers), body: replaced }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = parseJson(text) === undefined ? 'text/plain; charset=utf-8' : 'application/json'
  const all = withHeaders(withHeaders(reply.headers, { 'Content-Type': type }), headers)
  // That of a HEAD stays empty.
  return { ...reply, headers: all, body: replaced === '' ? '' : text }
}

/** Header names are the same in upper and lower case. */
function withHeaders(headers: Record<string, string>, more: Readonly<Record<string, string>>): Record<string, string> {
  const replaced = new Set(Object.keys(more).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...more }
}

const ADDED = { added_later: { by: 'a minor version', values: [1, null, 'two'] } }

/** A success with members no version has yet, in every object of its payload (CLI-6). */
export function withUnknownMembers(reply: Reply): Reply {
  const payload = payloadOf(reply)
  if (payload === undefined) return reply
  return { ...reply, body: JSON.stringify(isEnvelope(payload) ? { data: added(payload.data) } : added(payload)) }
}

/** A success with its payload in `data`, as every one comes after the sunset (VER-14). */
export function withDataEnvelope(reply: Reply): Reply {
  const payload = payloadOf(reply)
  return payload === undefined || isEnvelope(payload) ? reply : { ...reply, body: JSON.stringify({ data: payload }) }
}

/** The JSON of a success; undefined for any other answer. */
function payloadOf({ status, headers, body }: Reply): unknown {
  const isJson = headers['Content-Type'] === 'application/json' && typeof body === 'string' && body !== ''
  return isJson && status < 300 ? JSON.parse(body) : undefined
}

function isEnvelope(payload: unknown): payload is { data: unknown } {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'data'
}

function added(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(added)
  if (typeof value !== 'object' || value === null) return value
  return { ...Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, added(entry)])), ...ADDED }
}

/** Changes that need no new major version, so a client must cope with them (interface "Versioning"). */
export const EVOLUTIONS = ['unknown_fields', 'unknown_values', 'unknown_events'] as const
export type Evolution = (typeof EVOLUTIONS)[number]

/** What a future version makes of the answer of an operation; nothing for today's. */
export function evolutionMutations(evolution: Evolution | undefined, id: OperationId | undefined): ResponseMutation[] {
  if (id === undefined || rowOf(id).unwrapped) return []
  if (evolution === 'unknown_fields') return [withUnknownMembers]
  return evolution === 'unknown_values' ? [withUnknownValues] : []
}

const LATER = 'added_later'

/** Not the words a client steers by, such as status or mode. */
const DESCRIBING = new Set(['type', 'feedback_type', 'tracking', 'reason', 'delivery_status', 'sentiment', 'kind'])

/** A success whose words that only describe (types, reasons, kinds) are ones no version has yet (CLI-6). */
export function withUnknownValues(reply: Reply): Reply {
  const payload = payloadOf(reply)
  return payload === undefined ? reply : { ...reply, body: JSON.stringify(changed(payload)) }
}

function changed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return name === 'webhook_events' ? [...value, LATER] : value.map((each) => changed(each))
  if (typeof value === 'string') return DESCRIBING.has(name) ? LATER : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, changed(entry, key)]))
}
