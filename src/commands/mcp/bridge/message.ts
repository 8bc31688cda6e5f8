import { parseJson } from '../../../base/parse-json.js'
import { findMemberText } from './find-member.js'

/** What a bridge must know of a message to carry it; the message itself goes as it came. */
export interface Message {
  bytes: Buffer
  method: string | undefined
  /** The identifiers of the requests in it, as they are there; none for a notification or an answer. */
  ids: readonly string[]
  /** The revision a message itself names (2026-07-28 and later). */
  revision: string | undefined
  /** What the HTTP headers of such a message repeat of it. */
  name: string | undefined
  /** Of a cancellation: which request, as it is there. */
  cancels: string | undefined
}

interface Parsed {
  method?: unknown
  id?: unknown
  params?: { _meta?: Record<string, unknown>; [name: string]: unknown }
}

const REVISION = 'io.modelcontextprotocol/protocolVersion'
/** The member of `params` that the header `Mcp-Name` repeats, by method. */
const NAMES: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** Looks at a line; what is not JSON is carried anyway, for the service to refuse. */
export function readMessage(bytes: Buffer): Message {
  const text = bytes.toString()
  const parsed = parseJson(text)
  const unknown = { bytes, method: undefined, ids: [], revision: undefined, name: undefined, cancels: undefined }
  if (Array.isArray(parsed)) return { ...unknown, ids: parsed.filter(isRequest).map(({ id }) => JSON.stringify(id)) }
  if (parsed === null || typeof parsed !== 'object') return unknown
  const { method, params, id } = parsed as Parsed
  if (typeof method !== 'string') return unknown
  const revision = params?._meta?.[REVISION]
  const named = Object.hasOwn(NAMES, method) ? params?.[NAMES[method]!] : undefined
  return {
    bytes,
    method,
    ids: id === undefined ? [] : [findMemberText(text, 'id') ?? 'null'],
    revision: typeof revision === 'string' ? revision : undefined,
    name: typeof named === 'string' ? named : undefined,
    cancels:
      method === 'notifications/cancelled'
        ? findMemberText(findMemberText(text, 'params') ?? '', 'requestId')
        : undefined,
  }
}

function isRequest(entry: unknown): entry is { id: unknown } {
  return entry !== null && typeof entry === 'object' && 'method' in entry && 'id' in entry
}
