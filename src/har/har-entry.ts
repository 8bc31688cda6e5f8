import type { Redact } from '../client/redact.js'
import { decodeContent } from './content-coding.js'
import { KEPT_BYTES, type KeptBody, type Observed } from './observed.js'
import { isPacked, withoutPackedParts } from './packed.js'
import { redactPairs, type Secrets } from './secrets.js'

/** A secret that a cut body ends in is not known for one: so much is left out before the cut. */
const MARGIN_BYTES = 4_096
/** Text with others is not text: it is kept as bytes. */
const CONTROL_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f]/

type Headers = Observed['requestHeaders']

/** The HAR 1.2 entry of an exchange, without its secrets. Bodies are out of their Content-Encoding. */
export function harEntry(seen: Observed, secrets: Secrets) {
  const { method, status, trouble, waitMs, receiveMs } = seen
  const bodies = {
    request: readBody(seen.requestBody, seen.requestHeaders),
    response: readBody(seen.responseBody, seen.responseHeaders),
  }
  const redact = secrets.redactFor(seen, { request: bodies.request.text, response: bodies.response.text })
  const url = redact(seen.url)
  const request = keptContent(bodies.request, seen.requestBody, redact)
  const content = keptContent(bodies.response, seen.responseBody, redact)
  return {
    startedDateTime: new Date(seen.startedAt).toISOString(),
    time: waitMs + receiveMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: redactPairs(seen.requestHeaders, redact),
      queryString: queryOf(url),
      headersSize: -1,
      bodySize: seen.requestBody.total,
      ...(seen.requestBody.total > 0 ? { postData: { ...request, params: [] } } : {}),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: redactPairs(seen.responseHeaders, redact),
      content: { size: bodies.response.size, ...content },
      redirectURL: redact(headerOf(seen.responseHeaders, 'location') ?? ''),
      headersSize: -1,
      bodySize: seen.responseBody.total,
    },
    cache: {},
    timings: { send: 0, wait: waitMs, receive: receiveMs },
    ...(trouble === undefined ? {} : { comment: redact(trouble) }),
  }
}

interface Content {
  mimeType: string
  text?: string
  encoding?: 'base64'
  comment?: string
  _incomplete?: true
}

/** A body out of its coding. */
interface ReadBody {
  mimeType: string
  /** UTF-8, else a character for each byte; empty if it is not readable. */
  text: string
  isText: boolean
  /** Why no one here can read it. */
  unread?: string
  isLarger: boolean
  isCut: boolean
  /** Packed files in it are cut to their first bytes. */
  hasPacked?: boolean
  /** Its bytes out of the coding: of one that is cut as many as could be read, of one that is not readable those that went by. */
  size: number
}

function readBody(body: KeptBody, headers: Headers): ReadBody {
  const mimeType = headerOf(headers, 'content-type') ?? ''
  const coding = headerOf(headers, 'content-encoding')
  const decoded = decodeContent(body.bytes, coding, KEPT_BYTES)
  const about = { mimeType, size: decoded && decoded.bytes !== body.bytes ? decoded.bytes.length : body.total }
  if (!decoded || isPacked(decoded.bytes)) {
    const unread = decoded ? 'packed, and may hold secrets' : `not readable as ${coding}`
    return { ...about, text: '', isText: true, unread, isLarger: false, isCut: true }
  }
  const isLarger = body.total > body.bytes.length || decoded.incomplete
  const isCut = isLarger || !body.ended
  const bytes = withoutPackedParts(decoded.bytes, mimeType)
  const found = { ...about, isLarger, isCut, hasPacked: bytes !== decoded.bytes }
  const text = asText(bytes, isCut)
  if (text !== undefined && !CONTROL_CHARACTER.test(text)) return { ...found, text, isText: true }
  const { buffer, byteOffset, byteLength } = bytes
  return { ...found, text: Buffer.from(buffer, byteOffset, byteLength).toString('latin1'), isText: false }
}

function keptContent(read: ReadBody, { total }: KeptBody, redact: Redact): Content {
  const { mimeType, text, isText, unread, isLarger, isCut, hasPacked } = read
  // A secret in bytes that no one here can read could not be removed.
  if (unread !== undefined) return { mimeType, comment: `left out: it is ${unread}`, _incomplete: true }
  const left = without(redact(text), isCut ? MARGIN_BYTES : 0)
  const kept = isText
    ? { text: left }
    : { text: Buffer.from(left, 'latin1').toString('base64'), encoding: 'base64' as const }
  if (isCut) {
    const why = isLarger ? 'is larger than what is kept' : 'was cut off'
    return { mimeType, ...kept, comment: `the body ${why}; ${total} bytes went by`, _incomplete: true }
  }
  const comment = 'of packed files only the first bytes are kept: they may hold secrets'
  return { mimeType, ...kept, ...(hasPacked ? { comment } : {}) }
}

function without(text: string, margin: number): string {
  return margin === 0 ? text : text.slice(0, Math.max(0, text.length - margin))
}

/** A body that was cut may end within a character. */
function asText(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

function headerOf(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []
}
