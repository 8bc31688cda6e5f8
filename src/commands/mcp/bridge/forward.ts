import type { RawRequest } from '../../../client/client-types.js'
import { UnreachableError, WrongHostError } from '../../../client/errors.js'
import { readEvents } from '../../../client/event-stream.js'
import { createRedact } from '../../../client/redact.js'
import { errorOfAnswer } from '../../../client/service-error.js'
import type { WireResponse } from '../../../contract/wire.js'
import { type Endpoint, isOfProtocol } from '../endpoint.js'
import { findMemberText } from './find-member.js'
import { type Handshake, requestHeaders } from './headers.js'
import type { Message } from './message.js'

/** Assistants bound their requests themselves; this only keeps a dead service from holding one for ever. */
const LONGEST_MS = 60 * 60_000
/** Before a broken stream is taken up again, where the service does not say. */
const RETRY_MS = 1_000

export interface BridgeContext {
  endpoint: Endpoint
  baseUrl: string
  handshake: Handshake
  /** Writes one message to the assistant. */
  tell(message: string): Promise<void>
  sleep(waitMs: number, signal: AbortSignal): Promise<void>
}

/** What came back for a message so far. */
interface StreamState {
  isAnswered: boolean
  /** Where its stream can be taken up again, and after how long. */
  lastEventId: string | undefined
  retryMs: number
}

/**
 * Takes one message to the service and its answers back, each as it comes. Rejects if the service was not reached, refused it, or
 * stopped before its answer.
 */
export async function forward(message: Message, context: BridgeContext, signal: AbortSignal): Promise<void> {
  const state: StreamState = { isAnswered: message.ids.length !== 1, lastEventId: undefined, retryMs: RETRY_MS }
  const headers = requestHeaders(message, context.handshake)
  const first = { method: 'POST', headers, body: message.bytes }
  await exchange(first, message, { context, signal, state }).catch((error: unknown) => {
    if (state.lastEventId === undefined || signal.aborted) throw error
  })
  while (!state.isAnswered) await takeUpAgain(message, { context, signal, state })
}

interface Forwarding {
  context: BridgeContext
  signal: AbortSignal
  state: StreamState
}

/** Asks for the rest of a stream that ended before the answer, from the last event on (revisions before 2026-07-28). */
async function takeUpAgain(message: Message, forwarding: Forwarding): Promise<void> {
  const { context, signal, state } = forwarding
  const { lastEventId } = state
  if (lastEventId === undefined) throw cutShort('the stream of the service ended before its response', context)
  await context.sleep(state.retryMs, signal)
  const { 'content-type': _none, ...headers } = requestHeaders(message, context.handshake)
  const rest = { method: 'GET', headers: { ...headers, accept: 'text/event-stream', 'last-event-id': lastEventId } }
  await exchange(rest, message, forwarding)
  if (!state.isAnswered && state.lastEventId === lastEventId)
    throw cutShort('the service stopped sending its response', context)
}

function cutShort(message: string, { baseUrl }: BridgeContext): UnreachableError {
  return new UnreachableError(message, { url: baseUrl, maybeSent: true, hint: 'Ask again.' })
}

type Sent = Pick<RawRequest, 'method' | 'body'> & { headers: Record<string, string> }

async function exchange(sent: Sent, message: Message, { context, signal, state }: Forwarding): Promise<void> {
  const response = await context.endpoint.request({
    ...sent,
    timeoutMs: LONGEST_MS,
    signal,
    takeStream: (parts, headers) => take(parts, headers, message, { context, signal, state }),
  })
  const text = new TextDecoder().decode(response.body)
  requireProtocol(response, text, context.baseUrl)
  if (isStream(response.headers)) await take([response.body], response.headers, message, { context, signal, state })
  else if (text.trim() !== '') {
    state.isAnswered = true
    await pass(text, response.headers, message, context)
  }
}

/** The messages of an event stream, as they come. */
async function take(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  headers: WireResponse['headers'],
  message: Message,
  { context, state }: Forwarding,
): Promise<void> {
  async function* chunks() {
    yield* parts
  }
  for await (const { data, id, retryMs } of readEvents(chunks())) {
    state.lastEventId = id ?? state.lastEventId
    state.retryMs = retryMs ?? state.retryMs
    if (data.trim() === '') continue
    state.isAnswered ||= isAnswerTo(data, message)
    await pass(data, headers, message, context)
  }
}

/** Whether a message of the service is the answer to a request, and not a request of its own. */
function isAnswerTo(data: string, { ids }: Message): boolean {
  return findMemberText(data, 'method') === undefined && findMemberText(data, 'id') === ids[0]
}

async function pass(
  text: string,
  headers: WireResponse['headers'],
  message: Message,
  context: BridgeContext,
): Promise<void> {
  if (message.method === 'initialize') learn(text, headers, context.handshake)
  await context.tell(text)
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
  throw new WrongHostError(url, /html/i.test(type) ? 'it returned a web page' : 'the response is not JSON-RPC')
}
