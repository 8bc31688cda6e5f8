import { readChunked } from './chunked.js'
import { findBodyStart, readHeaders } from './http-head.js'
import type { SavedRequest } from './saved-request.js'

/**
 * A raw HTTP/1 request, or nothing where the bytes begin with no request line. Chunks are taken apart; a longer rest than
 * Content-Length says (the line break an editor adds, a next request) is left out, as a server would.
 */
export function readRawRequest(bytes: Buffer): SavedRequest | undefined {
  const start = findBodyStart(bytes)
  if (start === undefined) return undefined
  const headers = readHeaders(bytes.subarray(0, start).toString('latin1'))
  return { form: 'raw', headers, body: bodyOf(bytes.subarray(start), headers) }
}

function bodyOf(rest: Buffer, headers: Record<string, string>): Buffer {
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) return readChunked(rest) ?? rest
  const length = headers['content-length']
  return length !== undefined && /^\d+$/.test(length) ? rest.subarray(0, Number(length)) : rest
}
