import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { UnreachableError } from '../../src/client/errors.js'
import { describeFailure } from '../../src/client/failures.js'
import { createClient } from '../../src/client/index.js'
import { NotSentError } from '../../src/client/not-sent.js'
import { createRedact } from '../../src/client/redact.js'
import { createHttpTransport } from '../../src/client/transport-http.js'
import { createUndiciTransport } from '../../src/client/transport-undici.js'
import type { Transport } from '../../src/contract/wire.js'
import { KEY } from './scripted-service.js'

const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** The port of a host that does this with each connection. */
async function hostThat(treat: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    treat(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

const silent = () => {}
const closing = (socket: Socket) => void socket.once('data', () => socket.end())
const resetting = (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy())
const answering = (text: string) => (socket: Socket) => void socket.on('data', () => socket.write(text))

type Ending = 'time-out' | 'signal' | 'failure'

/** How an exchange fails: by itself or its time-out, or by a signal soon after it began. */
async function failureOf(transport: Transport, url: string, ending: Ending) {
  const stop = new AbortController()
  const timeoutMs = ending === 'time-out' ? 200 : 30_000
  const request = { method: 'POST', url, headers: {}, timeoutMs, signal: stop.signal }
  if (ending === 'signal') setTimeout(() => stop.abort(new Error('stopped')), 200)
  const error = await transport(request).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const failure = describeFailure(error, request, createRedact([]))
  return { error, maybeSent: failure instanceof UnreachableError && failure.maybeSent }
}

const direct = (create: typeof createUndiciTransport) => () => create({ maxResponseBytes: 1_000, environment: {} })
const TRANSPORTS = { undici: direct(createUndiciTransport), "node's own client": direct(createHttpTransport) }

describe.each(Object.entries(TRANSPORTS))('by %s, of a request that has not left this machine', (_, create) => {
  test.each<[string, string, ((socket: Socket) => void) | undefined, Ending]>([
    ['a refused connection', 'http', undefined, 'failure'],
    ['TLS to a port in the clear', 'https', answering('HTTP/1.1 400 Bad Request\r\n\r\n'), 'failure'],
    ['a connection that closes before TLS', 'https', closing, 'failure'],
    ['a connection that is reset before TLS', 'https', resetting, 'failure'],
    ['TLS that takes too long', 'https', silent, 'time-out'],
    ['a signal before TLS', 'https', silent, 'signal'],
  ])('it is said: %s', async (_, scheme, treat, ending) => {
    const port = treat ? await hostThat(treat) : 9
    const { error, maybeSent } = await failureOf(create(), `${scheme}://127.0.0.1:${port}/x`, ending)
    expect(error).toBeInstanceOf(NotSentError)
    expect(maybeSent).toBe(false)
  })

  test('it is said: a name that nobody knows', async () => {
    const { error } = await failureOf(create(), 'http://nowhere.invalid/x', 'failure')
    expect(error).toBeInstanceOf(NotSentError)
  })

  test('it is said: a signal that came before', async () => {
    const port = await hostThat(answering('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
    const signal = AbortSignal.abort(new Error('stopped'))
    const sent = create()({ method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {}, signal })
    await expect(sent).rejects.toBeInstanceOf(NotSentError)
  })

  test.each<[string, (socket: Socket) => void, Ending]>([
    ['a host that says nothing', silent, 'time-out'],
    ['a host that closes', closing, 'failure'],
    ['a host that resets', resetting, 'failure'],
    ['a signal while it is answered', answering('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n'), 'signal'],
    ['a signal before it is answered', silent, 'signal'],
  ])('nothing is said where it has left: %s', async (_, treat, ending) => {
    const { error, maybeSent } = await failureOf(create(), `http://127.0.0.1:${await hostThat(treat)}/x`, ending)
    expect(error).not.toBeInstanceOf(NotSentError)
    expect(maybeSent).toBe(true)
  })

  test('nor where it left by a connection that was used before', async () => {
    let requests = 0
    const port = await hostThat((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      })
    })
    const transport = create()
    const url = `http://127.0.0.1:${port}/x`
    expect((await transport({ method: 'GET', url, headers: {} })).status).toBe(200)
    expect((await failureOf(transport, url, 'signal')).maybeSent).toBe(true)
    expect(requests).toBe(2)
  })
})

describe.each(['http', 'https'])('through a proxy to %s', (scheme) => {
  const OPEN = 'HTTP/1.1 200 OK\r\n\r\n'
  test.each<[string, ((socket: Socket) => void) | undefined, Ending]>([
    ['it refuses the connection', undefined, 'failure'],
    ['it closes', closing, 'failure'],
    ['it refuses the host', answering('HTTP/1.1 403 No\r\n\r\n'), 'failure'],
    ['it says nothing', silent, 'time-out'],
    ['a signal while it says nothing', silent, 'signal'],
  ])('nothing has left: %s', async (_, treat, ending) => {
    const { error, maybeSent } = await throughProxy(treat, ending)
    expect(error).toBeInstanceOf(NotSentError)
    expect(maybeSent).toBe(false)
  })

  test.each<Ending>(['time-out', 'signal'])(
    'it opens a way to silence, %s: only TLS is still under way',
    async (ending) => {
      const opening = (socket: Socket) => void socket.once('data', () => socket.write(OPEN))
      expect((await throughProxy(opening, ending)).maybeSent).toBe(scheme === 'http')
    },
  )

  async function throughProxy(treat: ((socket: Socket) => void) | undefined, ending: Ending) {
    const proxy = `http://127.0.0.1:${treat ? await hostThat(treat) : 9}`
    const environment = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
    const transport = createUndiciTransport({ maxResponseBytes: 1_000, environment })
    return failureOf(transport, `${scheme}://ingest.service.test/x`, ending)
  }
})

test('a write that is given up while it still connects is not in doubt', async () => {
  const stop = new AbortController()
  const baseUrl = `https://127.0.0.1:${await hostThat(silent)}`
  const client = createClient({ baseUrl, apiKey: KEY })
  const created = client.createGroup({ body: { name: 'Shops' }, signal: stop.signal })
  setTimeout(() => stop.abort(new Error('stopped')), 200)
  await expect(created).rejects.toThrow('stopped')
})
