import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import type { RequestOptions as HttpsOptions } from 'node:https'
import type { Transport, WireRequest, WireResponse } from '../contract/wire.js'
import { boundTime } from './bound-time.js'
import { sayingWhetherSent } from './not-sent.js'

const CONNECT_TIMEOUT_MS = 10_000
const DEFAULT_TIMEOUT_MS = 90_000

/** Code of the failure when an answer is refused for its size. */
export const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE'
/** Code of the failure when no connection came about in time. */
export const CONNECT_TIMEOUT = 'CONNECT_TIMEOUT'
/** Code of the failure when a proxy opened no way to the host. */
export const TUNNEL_FAILED = 'TUNNEL_FAILED'

/** The certificate (PEM) that a host signed itself and is known to have; undefined for hosts that show one of a public authority. */
export type AuthorityFor = (url: URL) => string | undefined

interface HttpTransportOptions {
  /** Answers beyond this many bytes are refused while they come. */
  maxResponseBytes: number
  authorityFor?: AuthorityFor | undefined
}

/**
 * A transport over sockets for direct requests without a body, which is loaded in a tenth of undici's time. Never follows a redirect;
 * bounded in connecting, total time and size.
 */
export function createHttpTransport({ maxResponseBytes, authorityFor }: HttpTransportOptions): Transport {
  const agents = new Map<string, Agent>()
  const send = (request: WireRequest, signal: AbortSignal, leaving: () => void) =>
    new Promise<WireResponse>((resolve, reject) => {
      const url = new URL(request.url)
      // An import would wrap every name the module has; the module itself is part of node already.
      const http = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
      const agent = agents.get(url.protocol) ?? new http.Agent({ keepAlive: true })
      agents.set(url.protocol, agent)
      const ca = authorityFor?.(url)
      const options: HttpsOptions = { method: request.method, headers: request.headers, agent, ...(ca && { ca }) }
      const sent = http.request(url, options)
      endWith(signal, sent)
      boundConnecting(sent)
      onceConnected(sent, url.protocol === 'https:' ? 'secureConnect' : 'connect', leaving)
      sent.once('error', (error) => reject(signal.aborted ? signal.reason : error))
      sent.once('response', (message) => {
        readAnswer(message, maxResponseBytes).then(resolve, (error) => reject(signal.aborted ? signal.reason : error))
      })
      sent.end()
    })
  return (request) => {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal } = request
    return sayingWhetherSent((leaving) => boundTime({ timeoutMs, signal }, (bound) => send(request, bound, leaving)))
  }
}

/** As the option `signal` does, without what that loads. */
function endWith(signal: AbortSignal, sent: ClientRequest): void {
  const end = () => sent.destroy(signal.reason)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
}

/** Ends a request that has no connection in time, with CONNECT_TIMEOUT. */
export function boundConnecting(sent: ClientRequest): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => {
      sent.destroy(Object.assign(new Error('no connection in time'), { code: CONNECT_TIMEOUT }))
    }, CONNECT_TIMEOUT_MS)
    socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}

/** A connection that is used again is there already. Node writes the head of a request in the same turn in which it is connected. */
function onceConnected(sent: ClientRequest, event: 'connect' | 'secureConnect', leaving: () => void): void {
  sent.once('socket', (socket) => {
    if (sent.reusedSocket) leaving()
    else socket.once(event, leaving)
  })
}

async function readAnswer(message: IncomingMessage, maxResponseBytes: number): Promise<WireResponse> {
  const chunks: Uint8Array[] = []
  let size = 0
  // An iteration over the message would cost a short command more than the answer does.
  await new Promise<void>((resolve, reject) => {
    message
      .once('end', resolve)
      .once('error', reject)
      .once('close', () => reject(new Error('the response was cut off')))
    message.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxResponseBytes)
        message.destroy(Object.assign(new Error('the response is too large'), { code: ANSWER_TOO_LARGE }))
    })
  })
  const headers = Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.join(', ')])
  return { status: message.statusCode ?? 0, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) }
}
