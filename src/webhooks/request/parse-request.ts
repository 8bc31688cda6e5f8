import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { findText } from '../diagnose/evidence.js'
import { readDelivery } from './delivery.js'
import { readHarEntry } from './har.js'
import { readRawRequest } from './raw-request.js'
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
  return readHarEntry(value) ?? readDelivery(value) ?? refuse('it has no headers beside a body')
}

function requireObject(buffer: Buffer): Record<string, unknown> {
  const text = findText(buffer)
  const value = parseJson((text ?? '').replace(/^\ufeff/, ''))
  return isObject(value) ? value : refuse('it begins with no request line and is no JSON object')
}

function refuse(why: string): never {
  throw new UnreadableRequestError(
    `This is no raw HTTP request, HAR entry or saved delivery: ${why}. For a body alone use --body and --signature.`,
  )
}
