import { LIMITS } from '../limits.js'
import { type RequestRecord, WITHHELD } from './requests.js'

/** A request of the log, ready to be sent again. */
export interface RepeatedRequest {
  method: string
  /** Path and query. */
  path: string
  /** Lower-case names; without those that belong to one connection or say nothing. */
  headers: Readonly<Record<string, string>>
  body: string | null
}

export interface Repeat {
  request: RepeatedRequest
  /** What the log doesn't have: the key the request was sent with, or the whole body. */
  missing: 'key' | 'body' | undefined
}

/** Stands where the log removed a secret. */
const REMOVED = '(removed)'
/** What is left of an API key there. */
const REMOVED_KEY = /inpk_(?:live|test)_([A-Za-z0-9]{10})_\(removed\)/g
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding|accept-encoding|expect|user-agent|sec-.*)$/

/**
 * Makes the request that a record of the log describes. The log has no secrets: `keys` are the key strings anybody may know, and a request
 * that was sent with one of them gets it back.
 */
export function repeatRequest(record: RequestRecord, keys: readonly string[]): Repeat {
  const keyOf = (id: string | null | undefined) => keys.find((key) => key.split('_')[2] === id)
  const withKeys = (text: string) => text.replace(REMOVED_KEY, (left, id: string) => keyOf(id) ?? left)
  const key = keyOf(record.key_id)
  const headers = Object.entries(record.request_headers)
    .filter(([name, value]) => !LEFT_OUT.test(name) && value !== '*/*' && value !== '*')
    .map(([name, value]) => [name, value === REMOVED && key !== undefined ? `Bearer ${key}` : withKeys(value)] as const)
  const body = record.request_body === null ? null : withKeys(record.request_body)
  const path = withKeys(record.path)
  const lacksKey = [path, body ?? '', ...headers.map(([, value]) => value)].some((text) => text.includes(REMOVED))
  const request = { method: record.method, path, headers: Object.fromEntries(headers), body }
  return { request, missing: isWhole(record, body) ? (lacksKey ? 'key' : undefined) : 'body' }
}

/** The log keeps the first 64 KB of a body as text, drops old ones, and withholds those with erased feedback. */
function isWhole({ request_headers: headers, request_body: logged }: RequestRecord, body: string | null): boolean {
  if (logged === WITHHELD || logged?.includes('\ufffd')) return false
  const length = headers['content-length']
  const isCoded = headers['content-encoding'] !== undefined || length === undefined
  if (!isCoded) return new TextEncoder().encode(body ?? '').length === Number(length)
  if (logged === null) return headers['transfer-encoding'] === undefined && length === undefined
  return logged.length < LIMITS.webhookResponseBytes
}
