import { describeError } from '../../../cli/describe-error.js'
import type { Factory } from '../../../cli/factory.js'
import { readEvents } from '../../../client/event-stream.js'
import { type BridgeContext, forward } from './forward.js'
import { given } from './headers.js'
import { type Message, readMessage } from './message.js'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

const FOR_EVER_MS = 2 ** 31 - 1

/** What the protocol calls them; anything else is an error of the server. */
const CODES = new Map([
  ['INVALID_JSON', -32_700],
  ['VALIDATION_ERROR', -32_600],
])

const SERVER_ERROR = -32_000

/** What continues between the assistant's input and its output. */
interface Traffic {
  context: BridgeContext
  factory: Factory
  /** Requests under way by identifier, so that they can be called off. */
  underWay: Map<string, AbortController>
  work: Set<Promise<void>>
  /** Aborted when the input has ended: no one reads unrequested messages any more. */
  inputEnded: AbortController
  /** Aborted, with the reason, when the output cannot be written any more. */
  broken: AbortController
}

/** Carries messages, a line each, between an assistant and the service until its input ends and all it asked is answered. */
export async function runBridge(context: BridgeContext, factory: Factory): Promise<void> {
  const [inputEnded, broken] = [new AbortController(), new AbortController()]
  const traffic: Traffic = { context, factory, underWay: new Map(), work: new Set(), inputEnded, broken }
  for await (const line of untilStopped(readLines(factory.environment.stdin), traffic)) {
    const message = readMessage(line)
    const done = begin(message, traffic)
    // What asks for nothing keeps its place among the messages; so does the handshake.
    if (message.ids.length === 0 || message.method === 'initialize') await done
  }
  inputEnded.abort()
  await Promise.all(traffic.work)
  broken.signal.throwIfAborted()
}

function begin(message: Message, traffic: Traffic): Promise<void> {
  if (message.cancels !== undefined && callOff(message.cancels, traffic)) return Promise.resolve()
  const work: Promise<void> = deliver(message, traffic)
    .catch((error: unknown) => traffic.broken.abort(error))
    .finally(() => traffic.work.delete(work))
  traffic.work.add(work)
  if (message.method === 'notifications/initialized') void work.then(() => hear(traffic))
  return work
}

/** Over HTTP a request of the newer revisions is called off by its end; older ones are informed, as any other notification. */
function callOff(id: string, { underWay }: Traffic): boolean {
  const controller = underWay.get(id)
  controller?.abort(new Error('called off by the assistant'))
  return controller !== undefined
}

async function deliver(message: Message, traffic: Traffic): Promise<void> {
  const { context, factory, underWay, inputEnded, broken } = traffic
  const controller = new AbortController()
  const signals = [factory.signal, broken.signal, controller.signal]
  if (message.method === 'subscriptions/listen') signals.push(inputEnded.signal)
  if (message.revision !== undefined) for (const id of message.ids) underWay.set(id, controller)
  try {
    await forward(message, context, AbortSignal.any(signals))
  } catch (error) {
    if (!signals.some(({ aborted }) => aborted)) await tellError(error, message, traffic)
  } finally {
    for (const id of message.ids) underWay.delete(id)
  }
}

async function tellError(
  error: unknown,
  { ids, method, bytes }: Message,
  { context, factory }: Traffic,
): Promise<void> {
  const isUnreadable = method === undefined && ids.length === 0 && !/"jsonrpc"/.test(bytes.toString())
  const lines = errorLines(error, isUnreadable ? ['null'] : ids)
  for (const line of lines) await context.tell(line)
  if (lines.length === 0)
    await factory.screen.warn(`${method ?? 'a message'} was rejected: ${(error as Error).message}`)
}

async function hear({ context, factory, inputEnded, broken }: Traffic): Promise<void> {
  const signal = AbortSignal.any([factory.signal, inputEnded.signal, broken.signal])
  await listenBetween(context, signal).catch(() => undefined)
}

/** The lines until there are no more, or the bridge is asked to stop; a line that never comes is not waited for. */
async function* untilStopped(lines: AsyncGenerator<Buffer>, { factory, broken }: Traffic): AsyncGenerator<Buffer> {
  const signal = AbortSignal.any([factory.signal, broken.signal])
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  while (!signal.aborted) {
    const next = await Promise.race([lines.next(), stopped])
    if (next === undefined) factory.environment.stdin.node?.destroy()
    if (!next || next.done) return
    yield next.value
  }
}

/** The answers of the protocol to requests the service could not be asked or did not answer: one for each identifier, as it stood. */
function errorLines(error: unknown, ids: readonly string[]): string[] {
  const { code, message, status, hint, requestId } = describeError(error)
  const data = { code, status, hint, request_id: requestId }
  const whole = hint ? `${message.replace(/[.]$/, '')}. ${hint}` : message
  const errorObject = JSON.stringify({ code: CODES.get(code) ?? SERVER_ERROR, message: whole, data })
  return ids.map((id) => `{"jsonrpc":"2.0","id":${id},"error":${errorObject}}`)
}

/**
 * What a service says of itself between requests, where it offers such a stream (revisions before 2026-07-28); 405 where not, and
 * then there is nothing to hear. Resolves when the stream ends.
 */
async function listenBetween(context: BridgeContext, signal: AbortSignal): Promise<void> {
  const { sessionId, revision } = context.handshake
  await context.endpoint.request({
    method: 'GET',
    headers: {
      accept: 'text/event-stream',
      ...given('mcp-session-id', sessionId),
      ...given('mcp-protocol-version', revision),
    },
    timeoutMs: FOR_EVER_MS,
    signal,
    async takeStream(parts) {
      for await (const { data } of readEvents(parts)) if (data.trim() !== '') await context.tell(data)
    },
  })
}

/** The lines of a stream as bytes, without their ends; empty ones are left out, the last needs no end. */
async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const line = trimmed(Buffer.concat([...parts, chunk.subarray(from, at)]))
      if (line.length > 0) yield line
      parts = []
      from = at + 1
    }
    if (from < chunk.length) parts.push(Uint8Array.from(chunk.subarray(from)))
  }
  const last = trimmed(Buffer.concat(parts))
  if (last.length > 0) yield last
}

function trimmed(line: Buffer): Buffer {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line
}
