import type { Redact } from '../client/redact.js'
import { decodeContent } from './content-coding.js'
import { KEPT_BYTES, type KeptBody, type Observed } from './observed.js'
import { redactPairs } from './secrets.js'

/** A secret that a cut body ends in is not known for one: so much is left out before the cut. */
const MARGIN_BYTES = 4_096
/** Text with others is not text: it is kept as bytes. */
const CONTROL_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f]/

type Headers = Observed['requestHeaders']

/** The HAR 1.2 entry of an exchange, without its secrets. Bodies are out of their Content-Encoding. */
export function harEntry(seen: Observed, redact: Redact) {
  const { method, status, trouble, waitMs, receiveMs } = seen
  const url = redact(seen.url)
  const request = keptContent(seen.requestBody, seen.requestHeaders, redact)
  const content = keptContent(seen.responseBody, seen.responseHeaders, redact)
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
      content: { size: seen.responseBody.total, ...content },
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

function keptContent(body: KeptBody, headers: Headers, redact: Redact): Content {
  const mimeType = headerOf(headers, 'content-type') ?? ''
  const coding = headerOf(headers, 'content-encoding')
  const decoded = decodeContent(body.bytes, coding, KEPT_BYTES)
  // A secret in bytes that nobody here can read could not be removed.
  if (!decoded) return { mimeType, comment: `left out: it is not readable as ${coding}`, _incomplete: true }
  const cut = decoded.incomplete || body.total > body.bytes.length || !body.ended
  if (!cut) return { mimeType, ...written(decoded.bytes, redact) }
  const why = body.total > body.bytes.length || decoded.incomplete ? 'is larger than what is kept' : 'was cut off'
  const kept = written(decoded.bytes, redact, MARGIN_BYTES)
  return { mimeType, ...kept, comment: `the body ${why}; ${body.total} bytes went by`, _incomplete: true }
}

/** UTF-8 as text, else base64; without secrets and without the last `margin` characters. */
function written(bytes: Uint8Array, redact: Redact, margin = 0): Pick<Content, 'text' | 'encoding'> {
  const text = asText(bytes, margin > 0)
  if (text !== undefined && !CONTROL_CHARACTER.test(text)) return { text: without(redact(text), margin) }
  const asBytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return {
    text: Buffer.from(without(redact(asBytes), margin), 'latin1').toString('base64'),
    encoding: 'base64',
  }
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
