import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, type LoggedRequest, startEmulator } from '../../emulator/index.js'
import { skipWhere } from '../skip.js'
import { spawnEmulator, startChild, temporaryFolder } from './child.js'

let emulator: Emulator
const faults: unknown[] = []
const logged: LoggedRequest[] = []
const SOAK = process.env.INPK_SOAK !== undefined

beforeAll(async () => {
  emulator = await startEmulator({
    port: 0,
    dashboardPort: 0,
    onFault: (fault) => faults.push(fault),
    onRequest(entry, fault) {
      logged.push(entry)
      if (fault) faults.push(fault)
    },
  })
})
afterAll(() => emulator.close())

describe('the ports', () => {
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each !== undefined && !each.internal && each.family === 'IPv4')

  it('are those of 127.0.0.1 and, where there is one, ::1', async () => {
    expect(await connects('127.0.0.1', portOf(emulator.baseUrl))).toBe(true)
    expect(await connects('127.0.0.1', portOf(emulator.dashboardUrl))).toBe(true)
    const hasSix = Object.values(networkInterfaces()).some((list) => list?.some((each) => each.address === '::1'))
    expect(await connects('::1', portOf(emulator.baseUrl))).toBe(hasSix)
    expect(await connects('::1', portOf(emulator.dashboardUrl))).toBe(hasSix)
  })

  it(
    'are not those of any address the network sees',
    skipWhere(others.length === 0, 'no address but loopback'),
    async () => {
      for (const { address } of others as { address: string }[]) {
        expect(await connects(address, portOf(emulator.baseUrl)), address).toBe(false)
        expect(await connects(address, portOf(emulator.dashboardUrl)), address).toBe(false)
      }
    },
  )

  it('one in use rejects with EADDRINUSE, and nothing is left: the data directory is free again', async () => {
    const dataDirectory = temporaryFolder()
    const taken = await occupy()
    const port = portIn(taken)
    const listening = countServers()
    for (const ports of [
      { port, dashboardPort: 0 },
      { port: 0, dashboardPort: port },
    ]) {
      await expect(startEmulator({ dataDirectory, ...ports })).rejects.toMatchObject({ code: 'EADDRINUSE' })
      await expect.poll(countServers, { message: 'the other port was let go of' }).toBe(listening)
    }
    expect(readdirSync(dataDirectory).filter((name) => name.startsWith('lock'))).toEqual([])
    await new Promise((resolve) => taken.close(resolve))
    const again = await startEmulator({ dataDirectory, port: 0, dashboardPort: 0 })
    await again.close()
  })

  it('an emulator that was closed leaves no handle: its process ends by itself', async () => {
    const child = await startChild({ port: 0, dashboardPort: 0 })
    // A connection that is kept alive, and one that never sent a thing.
    const idle = connect(portOf(child.baseUrl), '127.0.0.1')
    const kept = connect(portOf(child.dashboardUrl), '127.0.0.1')
    for (const socket of [idle, kept]) socket.on('error', () => undefined)
    kept.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${portOf(child.dashboardUrl)}\r\n\r\n`)
    await new Promise((resolve) => kept.once('data', resolve))
    expect([await child.stop(), child.errors()]).toEqual([0, ''])
    for (const socket of [idle, kept]) socket.destroy()
  })

  it('a port in use ends the process with the error, not with a handle that keeps it', async () => {
    const taken = await occupy()
    const { ready } = await spawnEmulator({ port: portIn(taken), dashboardPort: 0 })
    expect(await ready).toMatchObject({ code: 'EADDRINUSE', exitCode: 3 })
    await new Promise((resolve) => taken.close(resolve))
  })
})

describe('who may ask', () => {
  const HOSTS = [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'localhost.',
    '127.0.0.2',
    '0.0.0.0',
    '[::]',
    '',
    'user@localhost',
  ]

  it('a foreign Host is refused on every route of both hosts, before credentials are looked at', async () => {
    for (const base of [emulator.baseUrl, emulator.dashboardUrl]) {
      const port = portOf(base)
      const values = [
        ...HOSTS.map((host) => `${host}:${port}`),
        ...HOSTS,
        'localhost',
        '127.0.0.1',
        `localhost:${port + 7}`,
      ]
      for (const host of values) {
        for (const path of ['/api/input/me', '/_emulator/health', '/_emulator/orgs', '/', '/mcp', '/nothing']) {
          const text = await raw(base, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
          expect(text.slice(9, 12), `${host} ${path}`).toBe('403')
          expect(text).toContain('FORBIDDEN_ORIGIN')
        }
      }
    }
  })

  it('its own names are taken in any case', async () => {
    for (const base of [emulator.baseUrl, emulator.dashboardUrl]) {
      for (const host of ['LOCALHOST', 'localhost', '127.0.0.1', '[::1]']) {
        const text = await raw(
          base,
          `GET /nothing HTTP/1.1\r\nHost: ${host}:${portOf(base)}\r\nConnection: close\r\n\r\n`,
        )
        expect(text.slice(9, 12), host).not.toBe('403')
      }
    }
  })

  it('a foreign Origin is refused on both hosts, also at a preflight, and no answer speaks of CORS', async () => {
    for (const base of [emulator.baseUrl, emulator.dashboardUrl]) {
      for (const origin of ['https://evil.example', 'null', emulator.baseUrl, 'http://localhost', 'file://']) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const answer = await ask(base, method, '/_emulator/orgs', { origin, 'access-control-request-method': 'POST' })
          expect(answer.status, `${method} ${origin}`).toBe(403)
          expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        }
      }
    }
    const own = await ask(emulator.dashboardUrl, 'GET', '/_emulator/orgs', { origin: emulator.dashboardUrl })
    expect(own.status).toBe(200)
  })
})

describe('what is answered', () => {
  it('[ADR-2] the dashboard host answers paths of the API with a page and 200, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await ask(emulator.dashboardUrl, method, '/api/input/me')
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.text).toContain(emulator.baseUrl)
    }
  })

  it('HEAD has the headers of GET and no body', async () => {
    const headers = { authorization: `Bearer ${emulator.apiKeys.test.all}` }
    for (const [base, path] of [
      [emulator.baseUrl, '/api/input/me'],
      [emulator.baseUrl, '/nothing'],
      [emulator.dashboardUrl, '/'],
    ] as const) {
      const [get, head] = [await ask(base, 'GET', path, headers), await ask(base, 'HEAD', path, headers)]
      expect([head.status, head.text]).toEqual([get.status, ''])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    }
  })

  it('a connection is kept for the next request, and for requests sent in one go', async () => {
    const one = `GET /api/input/me HTTP/1.1\r\nHost: 127.0.0.1:${portOf(emulator.baseUrl)}\r\n`
    const text = await raw(emulator.baseUrl, `${one}\r\n${one}\r\n${one}Connection: close\r\n\r\n`)
    expect(text.match(/HTTP\/1\.1 401/g)).toHaveLength(3)
  })

  it('413 for a body announced too long, before it is sent, and for one that turns out too long', async () => {
    const announced = await raw(emulator.baseUrl, postHead('Content-Length: 200000000'))
    expect(announced.slice(9, 12)).toBe('413')
    expect(announced).toContain('PAYLOAD_TOO_LARGE')
    expect(await pour(emulator.baseUrl, 130)).toBe(413)
  })

  it('a broken percent-encoding is a 404 of the API and of the control API', async () => {
    expect((await ask(emulator.baseUrl, 'GET', '/api/input/content/push/bulk/%zz')).status).toBe(404)
    expect((await ask(emulator.dashboardUrl, 'GET', '/_emulator/orgs/%zz')).status).toBe(404)
    expect((await ask(emulator.dashboardUrl, 'GET', '/_emulator/orgs/1/keys/%c0%af')).status).toBe(404)
  })

  it('a clock that would leave the calendar is refused', async () => {
    const body = (value: object) => JSON.stringify(value)
    const post = (path: string, value: object, method = 'POST') =>
      ask(
        emulator.dashboardUrl,
        method,
        `/_emulator/orgs/1${path}`,
        { 'content-type': 'application/json' },
        body(value),
      )
    expect((await post('/clock/advance', { by: '400000y' })).status).toBe(400)
    expect((await post('/clock/advance', { by: '9000y' })).status).toBe(400)
    expect((await post('/clock/advance', { to: '9999-12-31' })).status).toBe(400)
    expect((await post('/clock', { mode: 'real', now: '9999-12-31T23:59:59.999Z' }, 'PUT')).status).toBe(400)
  })
})

describe('hostile bytes', () => {
  it('a body that is cut off is no fault of ours and stores nothing', async () => {
    const before = logged.length
    const faultsBefore = faults.length
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connect(portOf(emulator.baseUrl), '127.0.0.1')
        socket.on('error', () => undefined)
        // That it may go on is the server's sign that it has begun with the request.
        socket.write(postHead('Content-Length: 1000\r\nExpect: 100-continue'))
        await once(socket, 'data')
        await new Promise((resolve) => socket.write(`{"survey_id":"${'1'.repeat(index)}`, resolve))
        if (index % 2) socket.resetAndDestroy()
        else socket.destroy()
      }),
    )
    await expect.poll(() => logged.length - before).toBe(20)
    expect(faults.slice(faultsBefore)).toEqual([])
    expect(logged.slice(before).filter(({ status }) => status >= 500)).toEqual([])
  })

  it('mutated requests get an answer below 500 or a closed connection, and the next one is served', async () => {
    const faultsBefore = faults.length
    const head = `POST /api/input/survey_series/create HTTP/1.1\r\nHost: 127.0.0.1:${portOf(emulator.baseUrl)}\r\nAuthorization: Bearer ${emulator.apiKeys.test.all}\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"name":"Shop"}`
    const edit = fc.record({
      at: fc.nat(head.length - 1),
      cut: fc.nat(6),
      put: fc.oneof(
        fc.constantFrom(
          '\r\n',
          '\0',
          '\n',
          ':',
          ' ',
          '%',
          '//',
          '..',
          '{'.repeat(70),
          'Transfer-Encoding: chunked\r\n',
          'Content-Length: 3\r\n',
          'Expect: 100-continue\r\n',
          'Upgrade: h2c\r\n',
          'CONNECT ',
        ),
        fc.string({ maxLength: 6 }),
        fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      ),
    })
    const mutated = fc
      .array(edit, { minLength: 1, maxLength: 3 })
      .map((edits) => edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), head))
    for (const base of [emulator.baseUrl, emulator.dashboardUrl]) {
      await fc.assert(
        fc.asyncProperty(fc.array(mutated, { minLength: 20, maxLength: 20 }), async (texts) => {
          const answers = await Promise.all(texts.map((text) => raw(base, Buffer.from(text, 'latin1'), 40)))
          for (const answer of answers) if (answer !== '') expect(Number(answer.slice(9, 12)), answer).toBeLessThan(500)
        }),
        { numRuns: SOAK ? 2_500 : 15 },
      )
    }
    expect(faults.slice(faultsBefore)).toEqual([])
    expect((await ask(emulator.baseUrl, 'GET', '/_emulator/health')).status).toBe(200)
  }, 3_600_000)
})

interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
}

function ask(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(base + path, { method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** What comes back until the other side closes, or for so long. */
function raw(base: string, bytes: string | Uint8Array, waitMs = 3_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(portOf(base), '127.0.0.1', () => socket.write(bytes))
    let got = ''
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(got)
    }
    const timer = setTimeout(done, waitMs)
    socket.on('data', (chunk) => (got += chunk.toString('latin1')))
    socket.on('end', done)
    socket.on('error', done)
  })
}

/** Streams megabytes without having said how many; the status that comes back. */
function pour(base: string, megabytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${emulator.apiKeys.test.all}`, 'content-type': 'application/json' }
    const path = '/api/input/survey_series/create'
    let status = 0
    const outgoing = request(base + path, { method: 'POST', headers, agent: false }, (response) => {
      status = response.statusCode ?? 0
      response.resume()
    })
    // The server closes once it has answered; what was still on its way is lost.
    outgoing.on('error', (error) => (status ? undefined : reject(error)))
    outgoing.on('close', () => resolve(status))
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    let left = megabytes
    const go = (): void => {
      while (left > 0) {
        left -= 1
        if (!outgoing.write(chunk)) return void outgoing.once('drain', go)
      }
      outgoing.end()
    }
    go()
  })
}

function postHead(more: string): string {
  return `POST /api/input/survey_series/create HTTP/1.1\r\nHost: 127.0.0.1:${portOf(emulator.baseUrl)}\r\nAuthorization: Bearer ${emulator.apiKeys.test.all}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`
}

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

function occupy(): Promise<Server> {
  const server = createServer()
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Servers of this process that listen. */
function countServers(): number {
  return process.getActiveResourcesInfo().filter((each) => each === 'TCPServerWrap').length
}

function portIn(server: Server): number {
  return (server.address() as AddressInfo).port
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
