import type { ControlRow } from '../../src/contract/control/control-row.js'
import type { Reply } from '../core/exchange.js'
import { pageOf } from './pages.js'

const MEDIA_HEADERS: Record<NonNullable<ControlRow['media']>, Record<string, string>> = {
  'message/rfc822': { 'Content-Type': 'message/rfc822' },
  'text/event-stream': { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
  // What a sender wrote runs nothing, loads nothing, and belongs to no origin, wherever it is opened.
  'text/html': {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
}

/** The answer of a control operation on the wire; a list that its handler gave whole is cut into pages if they are asked for. */
export function controlReply(row: ControlRow, query: unknown, answer: unknown): Reply {
  if (isWholeList(answer)) return jsonReply(pageOfList(answer, query as PageQuery))
  if (row.status === 204) return { status: 204, headers: {}, body: '' }
  if (row.media !== undefined) return { status: 200, headers: MEDIA_HEADERS[row.media], body: answer as string }
  return jsonReply(answer)
}

/** An answer that was written as JSON already. */
export function documentReply(body: Uint8Array): Reply {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
}

/** An answer that continues for as long as the caller listens. */
export function streamReply(stream: AsyncIterable<string>): Reply {
  return { status: 200, headers: MEDIA_HEADERS['text/event-stream'], body: '', stream }
}

function jsonReply(answer: unknown): Reply {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer) }
}

interface PageQuery {
  limit?: string
  cursor?: string
}

interface WholeList {
  items: object[]
  pagination?: undefined
}

function isWholeList(answer: unknown): answer is WholeList {
  const { items, pagination } = (answer ?? {}) as Partial<WholeList>
  return Array.isArray(items) && pagination === undefined
}

/** Entries start with what names them. */
function pageOfList(answer: WholeList, query: PageQuery): unknown {
  if (query.limit === undefined && query.cursor === undefined) return answer
  return { ...answer, ...pageOf(answer.items, query, (entry) => String(Object.values(entry)[0])) }
}
