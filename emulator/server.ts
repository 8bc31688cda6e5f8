import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Certificate } from '../src/base/certificate.js'
import { brokenRequestAnswer, faultOfBrokenRequest, NO_PROXY, UNMET_EXPECTATION } from './api/broken-request.js'
import { type Host, isCut, type Reply, type ServerRequest, type Side } from './core/exchange.js'

export interface Listener {
  port: number
  close(): Promise<void>
}

/** Where a side listens; with a certificate it speaks HTTPS. */
export interface ListenOptions {
  host: string
  port: number
  certificate: Certificate | undefined
}

/**
 * Listens on a host for one side of the emulator. `answer` is looked up per request, for it needs the ports first.
 * Rejects with node's own error (EADDRINUSE, EACCES) where the port cannot be had.
 */
export async function listen(side: Side, options: ListenOptions, answer: Host): Promise<Listener> {
  const servers = [await bind(side, options, answer)]
  const bound = (servers[0]!.address() as { port: number }).port
  if (options.host === '127.0.0.1') {
    const twin = await bind(side, { ...options, host: '::1', port: bound }, answer).catch(() => undefined)
    if (twin) servers.push(twin)
  }
  return {
    port: bound,
    close: async () => {
      await Promise.all(servers.map(shut))
    },
  }
}

async function bind(side: Side, { host, port, certificate }: ListenOptions, answer: Host): Promise<Server> {
  const options = { insecureHTTPParser: false, requireHostHeader: false }
  const take = (message: IncomingMessage, response: ServerResponse) => {
    // An answer that cannot be put on the wire costs its connection, never the process.
    reply(side, message, response, answer).catch(() => response.destroy())
  }
  // Most emulators speak HTTP only, and do without what TLS loads.
  const server = certificate
    ? (await import('./server-https.js')).createHttpsServer({ ...options, ...certificate }, take)
    : createServer(options, take)
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
  if (given.cutAfter === 'nothing') return void cut(message.socket)
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

/** Ends a connection as if the line were cut; Node resets those without TLS only. */
function cut(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy()
  else socket.resetAndDestroy()
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
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

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
