import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { brokenRequestAnswer, faultOfBrokenRequest, NO_PROXY, UNMET_EXPECTATION } from './api/broken-request.js'
import { type Host, isCut, type Reply, type ServerRequest, type Side } from './core/exchange.js'

export interface Listener {
  port: number
  close(): Promise<void>
}

/**
 * Listens on a host for one side of the emulator. `answer` is looked up per request, for it needs the ports first.
 * Rejects with node's own error (EADDRINUSE, EACCES) where the port cannot be had.
 */
export async function listen(side: Side, host: string, port: number, answer: Host): Promise<Listener> {
  const servers = [await bind(side, host, port, answer)]
  const bound = (servers[0]!.address() as { port: number }).port
  if (host === '127.0.0.1') {
    const twin = await bind(side, '::1', bound, answer).catch(() => undefined)
    if (twin) servers.push(twin)
  }
  return {
    port: bound,
    close: async () => {
      await Promise.all(servers.map(shut))
    },
  }
}

function bind(side: Side, host: string, port: number, answer: Host): Promise<Server> {
  const server = createServer({ insecureHTTPParser: false, requireHostHeader: false }, (message, response) => {
    // An answer that cannot be put on the wire costs its connection, never the process.
    reply(side, message, response, answer).catch(() => response.destroy())
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    socket.end(brokenRequestAnswer(faultOfBrokenRequest(error.code), newRequestId()))
  })
  server.on('checkExpectation', (_message, response) => {
    response.socket?.end(brokenRequestAnswer(UNMET_EXPECTATION, newRequestId()))
  })
  server.on('connect', (_message, socket) => {
    socket.on('error', () => undefined)
    socket.end(brokenRequestAnswer(NO_PROXY, newRequestId()))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true, ipv6Only: host.includes(':') }, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function newRequestId(): string {
  return `req_${randomUUID()}`
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function reply(side: Side, message: IncomingMessage, response: ServerResponse, answer: Host): Promise<void> {
  message.on('error', () => undefined)
  response.on('error', () => undefined)
  const given = await answer(requestOf(side, message))
  if (response.destroyed) return void given.stream?.[Symbol.asyncIterator]().return?.()
  if (given.cutAfter === 'nothing') return void message.socket.resetAndDestroy()
  const { status, headers, body, stream } = given
  if (stream) return pour(response, given, stream)
  const unread = !message.complete
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    ...(unread ? { Connection: 'close' } : {}),
  })
  if (isCut(given)) return cutShort(response, Buffer.from(body).subarray(0, given.cutAfter))
  response.end(message.method === 'HEAD' ? undefined : body)
}

/** Sends pieces as they come, until there are no more or the caller has gone. */
async function pour(response: ServerResponse, { status, headers, body }: Reply, stream: AsyncIterable<string>) {
  const pieces = stream[Symbol.asyncIterator]()
  response.once('close', () => void pieces.return?.())
  response.writeHead(status, headers)
  response.flushHeaders()
  if (body.length > 0) response.write(body)
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    if (!response.write(next.value)) await drained(response)
  }
  response.end()
}

/** Resolves when a slow reader has caught up, or has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    // Its event has come already.
    if (response.closed || response.destroyed) return resolve()
    response.once('drain', resolve)
    response.once('close', resolve)
  })
}

/** Sends the start of a body and ends the connection, whatever length was announced. */
function cutShort(response: ServerResponse, part: Uint8Array): void {
  response.flushHeaders()
  if (part.length > 0) response.write(part)
  response.socket?.destroySoon()
}

/** A target in absolute form names the host itself, and that one counts (RFC 9112 section 3.2.2). */
const ABSOLUTE = /^http:\/\/([^/?#]*)(.*)$/i

function requestOf(side: Side, message: IncomingMessage): ServerRequest {
  const headers = message.headersDistinct as Record<string, string[]>
  const [, host, rest] = ABSOLUTE.exec(message.url ?? '') ?? []
  return {
    side,
    method: message.method ?? 'GET',
    target: rest === undefined ? (message.url ?? '/') : rest.startsWith('/') ? rest : `/${rest}`,
    headers: host === undefined ? headers : { ...headers, host: [host] },
    remoteAddress: message.socket.remoteAddress ?? '',
    body: message,
  }
}
