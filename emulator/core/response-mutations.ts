import type { Reply } from './exchange.js'
import { dashboardPage } from './page.js'

/** What a fault or a future version makes of an answer. */
export type ResponseMutation = (reply: Reply) => Reply

/** The page of the dashboard in place of the answer: the wrong host, as seen from a client (ADR-2). */
export function htmlAnswer({ headers }: Reply, baseUrl: string): Reply {
  const kept = { ...headers, 'Content-Type': 'text/html; charset=utf-8' }
  return { status: 200, headers: kept, body: dashboardPage(baseUrl) }
}

const ADDED = { added_later: { by: 'a minor version', values: [1, null, 'two'] } }

/** A success with members no version has yet, in every object of its payload (CLI-6). */
export function withUnknownMembers(reply: Reply): Reply {
  const isJson = reply.headers['Content-Type'] === 'application/json' && typeof reply.body === 'string'
  if (!isJson || reply.body === '' || reply.status >= 300) return reply
  const payload = JSON.parse(reply.body as string) as unknown
  return { ...reply, body: JSON.stringify(isEnvelope(payload) ? { data: added(payload.data) } : added(payload)) }
}

function isEnvelope(payload: unknown): payload is { data: unknown } {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'data'
}

function added(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(added)
  if (typeof value !== 'object' || value === null) return value
  return { ...Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, added(entry)])), ...ADDED }
}
