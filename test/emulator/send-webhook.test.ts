import { execFileSync } from 'node:child_process'
import { getEventListeners, setMaxListeners } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { findAddressFault } from '../../emulator/adapters/address-fault.js'
import type { OutboundRequest } from '../../emulator/adapters/outbound.js'
import { type Resolve, sendWebhook, sendWebhookBy } from '../../emulator/adapters/send-webhook.js'
import { skipWithout } from '../skip.js'

const SAFE = { loopback: false, private: false, plain: false }

/** URL hosts and whether they may be reached: `loopback` only where loopback is allowed, `never` without the private switch. */
const FORMS: [host: string, may: 'public' | 'loopback' | 'never'][] = [
  ['127.0.0.1', 'loopback'],
  ['127.1', 'loopback'],
  ['127.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0x7f000001', 'loopback'],
  ['0x7f.0.0.1', 'loopback'],
  ['0177.0.0.1', 'loopback'],
  ['017700000001', 'loopback'],
  ['2130706433', 'loopback'],
  ['①②⑦.0.0.1', 'loopback'],
  ['127。0。0。1', 'loopback'],
  ['１２７.0.0.1', 'loopback'],
  ['127.0.0.1.', 'loopback'],
  ['%31%32%37.0.0.1', 'loopback'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'loopback'],
  ['[::ffff:127.0.0.1]', 'loopback'],
  ['[::ffff:7f00:1]', 'loopback'],
  ['[::FFFF:127.0.0.1]', 'loopback'],
  ['0', 'never'],
  ['0.0.0.0', 'never'],
  ['0.1.2.3', 'never'],
  ['[::]', 'never'],
  ['[::ffff:0.0.0.0]', 'never'],
  ['10.0.0.1', 'never'],
  ['10.255.255.255', 'never'],
  ['167772161', 'never'],
  ['0xa000001', 'never'],
  ['100.64.0.1', 'never'],
  ['100.127.255.255', 'never'],
  ['169.254.169.254', 'never'],
  ['0xa9fea9fe', 'never'],
  ['2852039166', 'never'],
  ['[::ffff:169.254.169.254]', 'never'],
  ['[::ffff:a9fe:a9fe]', 'never'],
  ['172.16.0.1', 'never'],
  ['172.31.255.255', 'never'],
  ['192.0.0.192', 'never'],
  ['192.0.2.1', 'never'],
  ['192.168.1.1', 'never'],
  ['192.168.257', 'never'],
  ['3232235777', 'never'],
  ['198.18.0.1', 'never'],
  ['198.51.100.7', 'never'],
  ['203.0.113.7', 'never'],
  ['224.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['4294967295', 'never'],
  ['[::127.0.0.1]', 'never'],
  ['[::10.0.0.1]', 'never'],
  ['[::ffff:0:127.0.0.1]', 'never'],
  ['[64:ff9b::127.0.0.1]', 'never'],
  ['[64:ff9b::a9fe:a9fe]', 'never'],
  ['[64:ff9b:1::10.0.0.1]', 'never'],
  ['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', 'never'],
  ['[2001:db8::1]', 'never'],
  ['[2002:7f00:1::]', 'never'],
  ['[2002:a9fe:a9fe::1]', 'never'],
  ['[fc00::1]', 'never'],
  ['[fd12:3456:789a::1]', 'never'],
  ['[fe80::1]', 'never'],
  ['[fec0::1]', 'never'],
  ['[ff02::1]', 'never'],
  ['[100::1]', 'never'],
  ['93.184.215.14', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.1', 'public'],
  ['100.63.255.255', 'public'],
  ['100.128.0.1', 'public'],
  ['192.167.255.255', 'public'],
  ['198.20.0.1', 'public'],
  ['223.255.255.255', 'public'],
  ['1', 'never'],
  ['16843009', 'public'],
  ['[::ffff:93.184.215.14]', 'public'],
  ['[2606:4700:4700::1111]', 'public'],
  ['[2a00:1450:4001:81b::200e]', 'public'],
]

const open: { close(): unknown }[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  for (const server of open.splice(0)) server.close()
})

describe('where a webhook may go', () => {
  it.each(FORMS)('%s: %s', (host, may) => {
    const { hostname } = new URL(`https://${host}/hook`)
    const reach = (allow: Partial<typeof SAFE>) => findAddressFault(hostname, { ...SAFE, ...allow }) === undefined
    expect(reach({}), 'with nothing allowed').toBe(may === 'public')
    expect(reach({ loopback: true }), 'with loopback allowed').toBe(may !== 'never')
    expect(reach({ private: true }), 'with private addresses allowed').toBe(may !== 'loopback')
    expect(reach({ loopback: true, private: true }), 'with both allowed').toBe(true)
  })

  it('a literal address that is refused is refused before any name is resolved', async () => {
    const asked: string[] = []
    const send = sendWebhookBy(((name: string) => void asked.push(name)) as unknown as Resolve)
    for (const [host] of FORMS.filter(([, may]) => may === 'never')) {
      await expect(send({ ...request(`https://${host}:1/`), allow: SAFE }), host).rejects.toThrow('private address')
    }
    expect(asked).toEqual([])
  })
})

describe('a name that resolves to more than one address, or to another one each time', () => {
  it('one private address among public ones refuses the name', async () => {
    const send = sendWebhookBy(resolving(['93.184.215.14'], ['93.184.215.14', '10.0.0.1']))
    await expect(send(request('https://rebind.example/', { allow: SAFE }))).rejects.toThrow()
    await expect(send(request('https://rebind.example/', { allow: SAFE }))).rejects.toThrow('10.0.0.1')
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', 'fe80::1', '0.0.0.0', '64:ff9b::7f00:1'])(
    'a name of %s is refused, and nothing connects',
    async (address) => {
      let connections = 0
      const port = await receive((socket) => {
        connections += 1
        socket.destroy()
      })
      const send = sendWebhookBy(resolving([address]))
      await expect(send(request(`http://inside.example:${port}/`, { allow: SAFE }))).rejects.toThrow(
        /private|this machine/,
      )
      expect(connections).toBe(0)
    },
  )

  it('the name is resolved once, and the address that was checked is the one connected to', async () => {
    const port = await receive((socket) => answer(socket, 'HTTP/1.1 204 No Content\r\n\r\n'))
    const resolve = resolving(['127.0.0.1'], ['10.0.0.1'])
    const sent = await sendWebhookBy(resolve)(request(`http://rebind.example:${port}/`))
    expect([sent.status, resolve.count]).toEqual([204, 1])
  })

  it('a name nobody knows is a failure with a reason', async () => {
    const send = sendWebhookBy(((_name: string, _options: unknown, done: (error: Error) => void) =>
      done(new Error('getaddrinfo ENOTFOUND nobody.example'))) as unknown as Resolve)
    await expect(send(request('https://nobody.example/'))).rejects.toThrow('ENOTFOUND')
  })
})

describe('what a receiver may do', () => {
  it.each([200, 201, 204, 299, 400, 404, 410, 429, 500, 503])('a plain answer: its status is %i', async (status) => {
    const port = await receive((socket) => answer(socket, `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`))
    expect(await sendWebhook(request(`http://127.0.0.1:${port}/`))).toEqual({ status })
  })

  it.each([301, 302, 303, 307, 308])('[DLV-10] a redirect (%i) is not followed', async (status) => {
    let second = 0
    const trap = await receive((socket) => {
      second += 1
      answer(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
    const location = `Location: http://127.0.0.1:${trap}/`
    const port = await receive((socket) =>
      answer(socket, `HTTP/1.1 ${status} X\r\n${location}\r\nContent-Length: 0\r\n\r\n`),
    )
    expect(await sendWebhook(request(`http://127.0.0.1:${port}/`))).toEqual({ status })
    expect(second).toBe(0)
  })

  it('[DLV-1] it gets a POST with the headers and exactly the bytes', async () => {
    const body = Buffer.from('{"text":"naïve ☕"}')
    let got = Buffer.alloc(0)
    const port = await receive((socket) => {
      socket.on('data', (chunk) => {
        got = Buffer.concat([got, chunk])
        if (got.includes(body)) answer(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      })
    })
    await sendWebhook({ ...request(`http://127.0.0.1:${port}/a?b=c`), body, headers: { 'X-Service-Event': 'test' } })
    expect(got.toString()).toMatch(/^POST \/a\?b=c HTTP\/1\.1\r\n/)
    expect(got.toString()).toContain('X-Service-Event: test\r\n')
    expect(got.toString()).toContain(`Content-Length: ${body.length}\r\n`)
  })

  const SILENT: [string, (socket: Socket) => void][] = [
    ['says nothing', () => undefined],
    ['sends headers without end', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: yes\r\n')],
    ['only ever says 100 Continue', (socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ]
  it.each(SILENT)('[DLV-9] one that %s has failed when the time is over', async (_what, behave) => {
    const port = await receive(behave)
    await expect(sendWebhook(request(`http://127.0.0.1:${port}/`, { timeoutMs: 150 }))).rejects.toThrow(
      'no response within',
    )
  })

  /** Who waits for this has met the end of the test long before. */
  const FAR_AWAY_MS = 3_600_000
  const BROKEN: [string, (socket: Socket) => void][] = [
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
    [
      'switches protocols',
      (socket) => answer(socket, 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ],
    ['does not speak HTTP', (socket) => answer(socket, 'SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'sends headers beyond measure',
      (socket) => answer(socket, `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
  ]
  it.each(BROKEN)('one that %s has failed, well before the time is over', async (_what, behave) => {
    const port = await receive(behave)
    await expect(sendWebhook(request(`http://127.0.0.1:${port}/`, { timeoutMs: FAR_AWAY_MS }))).rejects.toThrow()
  })

  it('nobody listening is a failure with a reason', async () => {
    const port = await receive(() => undefined)
    for (const server of open.splice(0)) await new Promise((resolve) => (server as Server).close(resolve))
    await expect(sendWebhook(request(`http://127.0.0.1:${port}/`))).rejects.toThrow('ECONNREFUSED')
  })

  it('an endless body counts by its status, and is cut off after 64 KB', async () => {
    let [sent, closed] = [0, () => undefined as unknown]
    const gone = new Promise((resolve) => (closed = () => resolve(undefined)))
    const port = await receive((socket) => {
      socket.on('close', closed)
      const chunk = Buffer.alloc(16_384, 'x')
      const pour = () => {
        while (!socket.destroyed) {
          sent += chunk.length
          if (!socket.write(chunk)) return socket.once('drain', pour)
        }
        return undefined
      }
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      pour()
    })
    expect(await sendWebhook(request(`http://127.0.0.1:${port}/`))).toEqual({ status: 200 })
    await gone
    // What the sockets' buffers took in between is not read by anybody.
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('a body that trickles is cut off when the time is over', async () => {
    const closed = new Promise<void>((resolve) => {
      void receive((socket) => {
        socket.on('close', () => resolve())
        drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', '.')
      }).then((port) => sendWebhook(request(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })))
    })
    await closed
  })

  it('many at once share one signal, and let go of it', async () => {
    const stop = new AbortController()
    setMaxListeners(0, stop.signal)
    const port = await receive((socket) => answer(socket, 'HTTP/1.1 204 No Content\r\n\r\n'))
    const sends = Array.from({ length: 40 }, () =>
      sendWebhook({ ...request(`http://127.0.0.1:${port}/`), signal: stop.signal }),
    )
    await Promise.all(sends)
    await expect.poll(() => getEventListeners(stop.signal, 'abort').length).toBe(0)
  })

  it('one on its way is called off by the signal', async () => {
    const stop = new AbortController()
    const port = await receive(() => stop.abort())
    await expect(sendWebhook({ ...request(`http://127.0.0.1:${port}/`), signal: stop.signal })).rejects.toThrow(
      /abort/i,
    )
  })
})

describe(
  'a receiver with TLS (certificates are made by the openssl command)',
  skipWithout('openssl', 'version'),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'inpk-tls-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('is reached with the CA it brought along', async () => {
      const { ca, ...own } = makeCertificates(folder)
      const port = await receiveTls(own)
      expect(await sendWebhook({ ...request(`https://127.0.0.1:${port}/`), ca })).toEqual({ status: 200 })
      expect(await sendWebhook({ ...request(`https://localhost:${port}/`), ca })).toEqual({ status: 200 })
    })

    it('is not reached without it, nor with the CA of somebody else', async () => {
      const { ca: _ca, ...own } = makeCertificates(folder)
      const other = makeCertificates(folder).ca
      const port = await receiveTls(own)
      await expect(sendWebhook(request(`https://127.0.0.1:${port}/`))).rejects.toThrow(/certificate/)
      await expect(sendWebhook({ ...request(`https://127.0.0.1:${port}/`), ca: other })).rejects.toThrow(
        /certificate|signature/,
      )
    })

    it('is not reached under a name its certificate does not have', async () => {
      const { ca, ...own } = makeCertificates(folder)
      const port = await receiveTls(own)
      const send = sendWebhookBy(resolving(['127.0.0.1']))
      await expect(send({ ...request(`https://other.example:${port}/`), ca })).rejects.toThrow(/altnames/)
    })

    it('https to a port without TLS, and nonsense for a CA, are failures', async () => {
      const port = await receive((socket) => answer(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
      await expect(sendWebhook(request(`https://127.0.0.1:${port}/`))).rejects.toThrow()
      await expect(
        sendWebhook({ ...request(`https://127.0.0.1:${port}/`), ca: '-----BEGIN nonsense' }),
      ).rejects.toThrow()
    })
  },
)

function request(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  const allow = { loopback: true, private: false, plain: true }
  return { url, headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000, allow, ca: null, ...more }
}

/** A listener on a free port of this machine; `behave` gets every connection. */
function receive(behave: (socket: Socket) => void): Promise<number> {
  return listening(createServer(behave))
}

function receiveTls(own: { key: Buffer; cert: Buffer }): Promise<number> {
  return listening(createTlsServer(own, (_message, response) => response.end()))
}

function listening(server: Server): Promise<number> {
  open.push(server)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Answers once the request is there. */
function answer(socket: Socket, text: string): void {
  socket.once('data', () => socket.write(text))
  if (socket.bytesRead > 0) socket.write(text)
}

function drip(socket: Socket, head: string, drop: string): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(drop), 20)
  socket.on('close', () => clearInterval(timer))
}

/** A resolver that answers with the lists it was given, one a question, the last one for ever. */
function resolving(...lists: string[][]): Resolve & { count: number } {
  const resolve = (_name: string, _options: unknown, done: (error: null, all: object[]) => void) => {
    const list = lists[Math.min(resolve.count, lists.length - 1)]!
    resolve.count += 1
    setImmediate(() =>
      done(
        null,
        list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
  }
  resolve.count = 0
  return resolve as unknown as Resolve & { count: number }
}

function makeCertificates(folder: string): { ca: string; key: Buffer; cert: Buffer } {
  const at = (name: string) => join(folder, name)
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  run('req', '-x509', ...key, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '2', '-subj', '/CN=Test CA')
  run(
    'req',
    ...key,
    '-keyout',
    at('own.key'),
    '-out',
    at('own.csr'),
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
  )
  run(
    'x509',
    '-req',
    '-in',
    at('own.csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-copy_extensions',
    'copy',
    '-days',
    '2',
    '-out',
    at('own.pem'),
  )
  return { ca: readFileSync(at('ca.pem'), 'utf8'), key: readFileSync(at('own.key')), cert: readFileSync(at('own.pem')) }
}
