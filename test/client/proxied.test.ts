import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { describeFailure } from '../../src/client/failures.js'
import { createRedact } from '../../src/client/redact.js'
import { createUndiciTransport } from '../../src/client/transport-undici.js'

const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** A proxy that does this with each connection; `count` tells how many there were. */
async function proxyThat(treat: (socket: Socket) => void): Promise<{ url: string; count(): number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket.on('error', () => {}))
    treat(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://me:word@127.0.0.1:${port}`, count: () => connections }
}

const TIMEOUT_MS = 300
/** How long undici waits for a connection where nothing bounds it: what takes less heeded its own time. */
const CONNECT_MS = 10_000

async function failureThrough(proxy: string, scheme = 'https') {
  const environment = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }
  const transport = createUndiciTransport({ maxResponseBytes: 1_000, environment })
  const request = { method: 'GET', url: `${scheme}://ingest.service.test/x`, headers: {}, timeoutMs: TIMEOUT_MS }
  const startedAt = performance.now()
  const error = await transport(request).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const ms = performance.now() - startedAt
  return { error, ms, failure: describeFailure(error, request, createRedact([])) }
}

const answer = (text: string) => (socket: Socket) => void socket.once('data', () => socket.write(text))

describe('a proxy that is sick ends the request in its time, with few connections (C2)', () => {
  test.each<[string, (socket: Socket) => void, string]>([
    ['says nothing', () => {}, 'TimeoutError'],
    ['closes at once', (socket) => socket.end(), 'UnreachableError'],
    ['closes when asked', (socket) => socket.once('data', () => socket.end()), 'UnreachableError'],
    ['resets when asked', (socket) => socket.once('data', () => socket.resetAndDestroy()), 'UnreachableError'],
    ['answers by half', answer('HTTP/1.1 200 OK\r\nX-'), 'TimeoutError'],
    ['speaks no HTTP', answer('SSH-2.0-OpenSSH\r\n'), 'UnreachableError'],
    ['wants other credentials', answer('HTTP/1.1 407 No\r\n\r\n'), 'UnreachableError'],
    ['refuses the host', answer('HTTP/1.1 403 No\r\n\r\n'), 'UnreachableError'],
    ['opens a way to silence', answer('HTTP/1.1 200 OK\r\n\r\n'), 'TimeoutError'],
    [
      'opens a way and closes it',
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')),
      'UnreachableError',
    ],
  ])('%s', async (_, treat, name) => {
    for (const scheme of ['https', 'http']) {
      const proxy = await proxyThat(treat)
      const { error, ms, failure } = await failureThrough(proxy.url, scheme)
      expect(error).toBeInstanceOf(Error)
      expect(failure.name).toBe(name)
      expect(ms).toBeLessThan(CONNECT_MS)
      expect(proxy.count()).toBeLessThanOrEqual(2)
    }
  })

  test('one that refuses connections, and one of another kind than HTTP', async () => {
    expect((await failureThrough('http://127.0.0.1:9')).failure).toMatchObject({ maybeSent: false })
    expect((await failureThrough('socks5://127.0.0.1:9')).failure.message).toContain('socks5:// is not supported')
    expect((await failureThrough('http://[')).failure.name).toBe('UnreachableError')
  })
})

test('an error names the proxy of the environment, without its password (C16, D4)', () => {
  const before = process.env.HTTPS_PROXY
  process.env.HTTPS_PROXY = 'http://me:hunter2@127.0.0.1:3128'
  const request = { method: 'GET', url: 'https://api.example.test/api/input/me', headers: {} }
  const { message } = describeFailure(new Error('connect ECONNREFUSED 127.0.0.1:3128'), request, createRedact([]))
  if (before === undefined) delete process.env.HTTPS_PROXY
  else process.env.HTTPS_PROXY = before
  expect(message).toBe(
    'could not reach https://api.example.test through the proxy http://127.0.0.1:3128: connection refused',
  )
})
