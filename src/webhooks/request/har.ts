import { isObject } from '../../base/is-object.js'
import { addHeader } from './http-head.js'
import { type SavedRequest, UnreadableRequestError } from './saved-request.js'

interface HarPost {
  text?: unknown
  encoding?: unknown
}

/** A HAR entry, its request, or a whole HAR file with one request that has a body; nothing where the value is none. */
export function readHarEntry(value: Record<string, unknown>): SavedRequest | undefined {
  const log = value.log as { entries?: unknown } | undefined
  if (Array.isArray(log?.entries)) return onlyDelivery(log.entries as Record<string, unknown>[])
  const request = (isObject(value.request) ? value.request : value) as Record<string, unknown>
  if (!Array.isArray(request.headers) || !isObject(request.postData)) return undefined
  const headers: Record<string, string> = {}
  for (const each of request.headers as unknown[]) {
    const { name, value: text } = (each ?? {}) as { name?: unknown; value?: unknown }
    if (typeof name === 'string' && typeof text === 'string') addHeader(headers, name, text)
  }
  return { form: 'har', headers, body: bodyOf(request.postData) }
}

/** Several entries: the one signed delivery among them, or the one with a body. */
function onlyDelivery(entries: Record<string, unknown>[]): SavedRequest {
  const requests = entries.flatMap((entry) => readHarEntry(entry) ?? [])
  const signed = requests.filter(({ headers }) => headers['x-service-signature'] !== undefined)
  const [first, second] = signed.length > 0 ? signed : requests
  if (first && !second) return first
  const count = signed.length > 0 ? signed.length : requests.length
  throw new UnreadableRequestError(`This HAR file holds ${count} requests with a body: save one entry alone.`)
}

/** HAR is text; tools that keep other bytes say so in `encoding`. */
function bodyOf({ text, encoding }: HarPost): Buffer {
  const content = typeof text === 'string' ? text : ''
  return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
}
