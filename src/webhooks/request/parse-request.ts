import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { harBytes, harHeaders } from '../../har/har-message.js'
import { findText } from '../diagnose/evidence.js'
import { readChunked } from './chunked.js'
import { addHeader, findBodyStart, readHeaders } from './http-head.js'
import { type SavedRequest, UnreadableRequestError } from './saved-request.js'

/**
 * The headers and the exact body of a saved request: a raw HTTP request, a HAR file or entry, or a saved delivery (the
 * emulator's record: headers and `body_base64`). Throws UnreadableRequestError for anything else.
 */
export function parseRequest(bytes: Uint8Array): SavedRequest {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const raw = readRawRequest(buffer)
  if (raw) return raw
  const value = requireObject(buffer)
  return readHarEntry(value) ?? readDelivery(value) ?? refuse('it has no headers next to a body')
}

function requireObject(buffer: Buffer): Record<string, unknown> {
  const text = findText(buffer)
  const value = parseJson((text ?? '').replace(/^\ufeff/, ''))
  return isObject(value) ? value : refuse('it does not start with a request line and is not a JSON object')
}

function refuse(why: string): never {
  throw new UnreadableRequestError(
    `Not a raw HTTP request, HAR entry or saved delivery: ${why}. For a body alone, use --body and --signature.`,
  )
}

/** A delivery as the emulator records it: headers by name, `body_base64`, else `body` as text. Nothing for other values. */
function readDelivery(value: Record<string, unknown>): SavedRequest | undefined {
  const { headers: given, body_base64: packed, body } = value
  if (!isObject(given)) return undefined
  if (typeof packed !== 'string' && typeof body !== 'string') return undefined
  const headers: Record<string, string> = {}
  for (const [name, text] of Object.entries(given)) if (typeof text === 'string') addHeader(headers, name, text)
  const bytes = typeof packed === 'string' ? Buffer.from(packed, 'base64') : Buffer.from(body as string)
  return { form: 'delivery', headers, body: bytes }
}

/** A HAR entry, its request, or a whole HAR file with one request that has a body; nothing if the value is none. */
function readHarEntry(value: Record<string, unknown>): SavedRequest | undefined {
  const log = value.log as { entries?: unknown } | undefined
  if (Array.isArray(log?.entries)) return onlyDelivery(log.entries as Record<string, unknown>[])
  const request = (isObject(value.request) ? value.request : value) as Record<string, unknown>
  if (!Array.isArray(request.headers) || !isObject(request.postData)) return undefined
  return { form: 'har', headers: harHeaders(request), body: harBytes(request.postData) ?? new Uint8Array() }
}

/** Several entries: the one signed delivery among them, or the one with a body. */
function onlyDelivery(entries: Record<string, unknown>[]): SavedRequest {
  const requests = entries.flatMap((entry) => readHarEntry(entry) ?? [])
  const signed = requests.filter(({ headers }) => headers['x-service-signature'] !== undefined)
  const [first, second] = signed.length > 0 ? signed : requests
  if (first && !second) return first
  const count = signed.length > 0 ? signed.length : requests.length
  throw new UnreadableRequestError(`This HAR file contains ${count} requests with a body; save a single entry.`)
}

/**
 * A raw HTTP/1 request, or nothing where the bytes start with no request line. Chunks are taken apart; a longer rest than
 * Content-Length says (the line break an editor adds, a next request) is left out, as a server would.
 */
function readRawRequest(bytes: Buffer): SavedRequest | undefined {
  const start = findBodyStart(bytes)
  if (start === undefined) return undefined
  const headers = readHeaders(bytes.subarray(0, start).toString('latin1'))
  return { form: 'raw', headers, body: rawBody(bytes.subarray(start), headers) }
}

function rawBody(rest: Buffer, headers: Record<string, string>): Buffer {
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) return readChunked(rest) ?? rest
  const length = headers['content-length']
  return length !== undefined && /^\d+$/.test(length) ? rest.subarray(0, Number(length)) : rest
}
