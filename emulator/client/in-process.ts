import type { Transport, WireRequest } from '../../src/contract/wire.js'
import { type Host, isCut, type ServerRequest } from '../core/exchange.js'

/** A transport that hands requests over without a socket; the port of their URL says for which host. */
export function inProcess(dashboardUrl: string, answer: Host): Transport {
  const dashboardPort = new URL(dashboardUrl).port
  return async (request) => {
    const url = new URL(request.url)
    const reply = await answer(requestOf(request, url, dashboardPort))
    if (reply.stream) return refuseStream(reply.stream)
    if (isCut(reply)) throw Object.assign(new Error('the connection was cut'), { code: 'ECONNRESET' })
    const headers = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value])
    return { status: reply.status, headers: Object.fromEntries(headers), body: Buffer.from(reply.body) }
  }
}

/** An answer that has no end cannot be handed over whole. */
async function refuseStream(stream: AsyncIterable<string>): Promise<never> {
  await stream[Symbol.asyncIterator]().return?.()
  throw new Error('a stream needs a socket: start the emulator with listen')
}

function requestOf(request: WireRequest, url: URL, dashboardPort: string): ServerRequest {
  const body = request.body === undefined ? undefined : bytesOf(request.body)
  const named = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), [value]] as const)
  const headers: Record<string, string[]> = { host: [url.host], ...Object.fromEntries(named) }
  if (body) headers['content-length'] ??= [String(body.length)]
  return {
    side: url.port === dashboardPort ? 'dashboard' : 'api',
    method: request.method,
    target: targetOf(request.url, url),
    headers,
    remoteAddress: '127.0.0.1',
    body: (async function* () {
      if (body) yield body
    })(),
  }
}

/** The target as written: a URL object would normalise it, which clients need not do. */
function targetOf(text: string, url: URL): string {
  const start = text.indexOf('/', text.indexOf('//') + 2)
  return start < 0 ? '/' : text.slice(start).replace(url.hash, '')
}

/** Bytes are handed over as they are: a copy of a large body takes longer than its answer. */
function bytesOf(body: Uint8Array | string): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}
