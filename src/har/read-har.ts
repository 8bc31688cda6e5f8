import { open } from 'node:fs/promises'
import { isObject, type JsonObject } from '../base/is-object.js'
import { parseJson } from '../base/parse-json.js'
import { decodeContent } from './content-coding.js'
import { harBytes, harHeaders } from './har-message.js'
import { ENTRY_BYTES, type RawEntry, splitEntries } from './split-entries.js'

/** One request and its answer, out of a HAR file. Header names are lower case; repeated headers are joined with `, `. */
export interface Exchange {
  method: string
  /** Absolute. */
  url: string
  requestHeaders: Record<string, string>
  /** Out of its Content-Encoding. Absent if there was none, or none was kept. */
  requestBody?: Uint8Array
  /** 0 where no answer came. */
  status: number
  responseHeaders: Record<string, string>
  /** Out of its Content-Encoding. Absent if there was none, or none was kept. */
  responseBody?: Uint8Array
  /** Epoch milliseconds; absent if the file does not say. */
  startedAt?: number
  /** Bodies that continue beyond what was kept. */
  incomplete: readonly ('request' | 'response')[]
  /** Which entry of the file it is, from 1, and the line it starts on. */
  entry: number
  line: number
}

/** A part of a HAR file that could not be read; the rest was. */
export interface HarDamage {
  entry: number
  line: number
  message: string
}

/** A file that is not a HAR file, or is damaged where the caller does not collect damage. */
export class UnreadableHarError extends Error {
  override name = 'UnreadableHarError'
}

export interface ReadHarOptions {
  /** Told of each part that cannot be read, which is then passed over; without it the first one is an error. */
  onDamage?: (damage: HarDamage) => void
}

/**
 * The exchanges of a HAR file (its path or its bytes), one after the other as they are there. A file of any size is read with the
 * memory of its largest entry; one whose tail is cut off is read up to there. Entries that are not HTTP are left out.
 * @throws UnreadableHarError
 */
export async function* readHar(
  source: string | Uint8Array,
  { onDamage = refuseDamage }: ReadHarOptions = {},
): AsyncGenerator<Exchange> {
  const entries = splitEntries(typeof source === 'string' ? chunksOf(source) : requireText([source]))
  let count = 0
  for (;;) {
    const { value, done } = await entries.next()
    if (!done) {
      count += 1
      const exchange = readEntry(value)
      if (typeof exchange === 'string') onDamage({ entry: value.entry, line: value.line, message: exchange })
      else if (exchange) yield exchange
      continue
    }
    if (!value.hasEntries) throw new UnreadableHarError('not a HAR file: it has no `log.entries`')
    if (!value.whole) onDamage({ entry: count + 1, line: value.line, message: cutOff(count) })
    return
  }
}

function cutOff(count: number): string {
  const before = count === 1 ? 'the entry before is' : `the ${count} entries before are`
  return `the file ends early, as if the program writing it was killed${count === 0 ? '' : `; ${before} whole`}`
}

function refuseDamage({ entry, line, message }: HarDamage): never {
  throw new UnreadableHarError(`entry ${entry} (line ${line}): ${message}`)
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* requireText(file.createReadStream({ autoClose: false }))
  } finally {
    await file.close()
  }
}

/** Refuses what starts as no JSON in UTF-8 does. */
async function* requireText(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    const [one, two] = isFirst ? chunk : []
    isFirst = false
    if (one === 0x1f && two === 0x8b) throw new UnreadableHarError('this file is compressed (gzip): unpack it first')
    if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) {
      throw new UnreadableHarError('this file is in UTF-16: save it as UTF-8')
    }
    yield chunk
  }
}

/** The exchange of an entry, nothing for one that is not HTTP, or what is wrong with it. */
function readEntry({ json, entry, line }: RawEntry): Exchange | string | undefined {
  if (!json) return `it is larger than ${ENTRY_BYTES / 1024 / 1024} MB`
  const value = parseJson(new TextDecoder().decode(json))
  if (!isObject(value)) return 'it is not valid JSON'
  const { request, response } = value
  if (!isObject(request)) return 'it has no `request`'
  const { method, url } = request
  if (typeof method !== 'string' || typeof url !== 'string') return 'its request has no `method` or no `url`'
  if (!URL.canParse(url)) return `its URL is invalid: ${url.slice(0, 100)}`
  if (!/^https?:$/.test(new URL(url).protocol)) return undefined
  const answer = isObject(response) ? response : {}
  const startedAt = Date.parse(String(value.startedDateTime))
  const sent = readMessage(request, request.postData)
  const came = readMessage(answer, answer.content)
  return {
    method: method.toUpperCase(),
    url,
    requestHeaders: sent.headers,
    ...(sent.body && { requestBody: sent.body }),
    status: typeof answer.status === 'number' ? answer.status : 0,
    responseHeaders: came.headers,
    ...(came.body && { responseBody: came.body }),
    ...(Number.isNaN(startedAt) ? {} : { startedAt }),
    incomplete: [...(sent.incomplete ? ['request' as const] : []), ...(came.incomplete ? ['response' as const] : [])],
    entry,
    line,
  }
}

interface Message {
  headers: Record<string, string>
  body?: Uint8Array
  incomplete: boolean
}

/** Most programs keep a body out of its Content-Encoding, but leave that header; some keep it encoded. */
function readMessage(message: JsonObject, kept: unknown): Message {
  const headers = harHeaders(message)
  const bytes = harBytes(kept)
  const incomplete = isObject(kept) && kept._incomplete === true
  if (!bytes || bytes.length === 0) return { headers, incomplete }
  const isZipped = isObject(kept) && kept.encoding === 'base64' && bytes[0] === 0x1f && bytes[1] === 0x8b
  const decoded = isZipped ? decodeContent(bytes, headers['content-encoding'], ENTRY_BYTES) : undefined
  return { headers, body: decoded?.bytes ?? bytes, incomplete: incomplete || decoded?.incomplete === true }
}
