import type { Client } from '../../../client/client-types.js'
import { WrongHostError } from '../../../client/errors.js'
import { readEvents } from '../../../client/event-stream.js'
import { createRedact } from '../../../client/redact.js'
import { errorOfAnswer } from '../../../client/service-error.js'
import type { WireResponse } from '../../../contract/wire.js'
import { isOfProtocol } from '../http-adapter.js'
import { type Handshake, headersOf } from './headers.js'
import type { Message } from './message.js'

/** Assistants bound their requests themselves; this only keeps a dead service from holding one for ever. */
const LONGEST_MS = 60 * 60_000

export interface Way {
  client: Client
  path: string
  baseUrl: string
  handshake: Handshake
  /** Writes one message to the assistant. */
  tell(message: string): Promise<void>
}

/** Takes one message to the service and its answers back, each as it comes. Rejects where the service was not reached or refused it. */
export async function carry(message: Message, way: Way, signal: AbortSignal): Promise<void> {
  const response = await way.client.request({
    method: 'POST',
    path: way.path,
    headers: headersOf(message, way.handshake),
    body: message.bytes,
    timeoutMs: LONGEST_MS,
    signal,
    takeStream: (parts, headers) => take(parts, headers, message, way),
  })
  const text = new TextDecoder().decode(response.body)
  requireProtocol(response, text, way.baseUrl)
  if (text.trim() === '') return
  if (isStream(response.headers)) await take([response.body], response.headers, message, way)
  else await pass(text, response.headers, message, way)
}

/** The messages of an event stream, as they come. */
async function take(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  headers: WireResponse['headers'],
  message: Message,
  way: Way,
): Promise<void> {
  async function* chunks() {
    yield* parts
  }
  for await (const { data } of readEvents(chunks())) if (data.trim() !== '') await pass(data, headers, message, way)
}

async function pass(text: string, headers: WireResponse['headers'], message: Message, way: Way): Promise<void> {
  if (message.method === 'initialize') learn(text, headers, way.handshake)
  await way.tell(text)
}

/** What the service agreed to goes into the headers of all that follows. */
function learn(text: string, headers: WireResponse['headers'], handshake: Handshake): void {
  const { result } = JSON.parse(text) as { result?: { protocolVersion?: unknown } }
  if (typeof result?.protocolVersion !== 'string') return
  handshake.revision = result.protocolVersion
  handshake.sessionId = headers['mcp-session-id']
}

function isStream(headers: WireResponse['headers']): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true
}

function requireProtocol(response: WireResponse, text: string, url: string): void {
  const type = response.headers['content-type'] ?? ''
  if (response.status >= 300 && !isOfProtocol(text)) throw errorOfAnswer(response, url, createRedact([]))
  if (text.trim() === '' || isStream(response.headers) || isOfProtocol(text)) return
  throw new WrongHostError(url, /html/i.test(type) ? 'it answers with a web page' : 'its answer is not JSON-RPC')
}
