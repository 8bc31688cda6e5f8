import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endToEndPairs, pathAtTarget, rewriteLocation } from '../../src/commands/record/messages.js'
import { type Exchange, readHar } from '../../src/har/index.js'
import { KEPT_BYTES } from '../../src/har/observed.js'
import { runInpk } from '../cli/run-inpk.js'
import { atEndOfFile } from '../end-of-file.js'
import { scratchFolder } from './scratch.js'

const KEY = `inpk_test_AAAAAAAAAA_${'a'.repeat(43)}`

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Session {
  url: string
  stderr(): string
  /** Ctrl-C; what the command printed, and what it recorded. */
  end(): Promise<{ code: number; stdout: string; stderr: string; exchanges: Exchange[]; har: string }>
}

/** `inpk record` before a service. */
async function recording(service: RequestListener | string, ...more: string[]): Promise<Session> {
  const to = typeof service === 'string' ? service : await listening(createServer(service))
  const cwd = scratchFolder()
  let interrupt: (signal: NodeJS.Signals) => void = () => {}
  let said = ''
  const running = runInpk(['record', '--to', to, '--out', 'a.har', ...more], {
    cwd,
    env: {},
    onSignal: (listener) => {
      interrupt = listener
      return () => {}
    },
    monotonic: () => performance.now(),
    stderr: {
      isTerminal: false,
      columns: () => undefined,
      async write(text) {
        said += text
      },
    },
  })
  await Promise.race([expect.poll(() => said, { timeout: 20_000 }).toMatch(/Recording \S+ ->/), running])
  return {
    url: /Recording (\S+) ->/.exec(said)?.[1] ?? '',
    stderr: () => said,
    async end() {
      interrupt('SIGINT')
      const { code, stdout } = await running
      const exchanges: Exchange[] = []
      for await (const exchange of readHar(join(cwd, 'a.har'))) exchanges.push(exchange)
      return { code, stdout, stderr: said, exchanges, har: readFileSync(join(cwd, 'a.har'), 'utf8') }
    },
  }
}

const bodyOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray())

describe('`inpk record`', () => {
  it('says how to send requests through it where none was recorded, not how to learn from nothing', async () => {
    const { code, stdout, stderr, exchanges } = await (await recording(() => {})).end()
    expect([code, exchanges, stdout]).toEqual([0, [], 'No requests were recorded.\n'])
    expect(stderr).toContain('give your application the address')
    expect(stderr).not.toContain('inpk learn')
  })

  it('says where the address may be wrong where nothing answered', async () => {
    const session = await recording('http://127.0.0.1:1')
    await fetch(`${session.url}/me`).catch(() => {})
    const { stdout, stderr } = await session.end()
    expect(stdout).toBe('Recorded 1 request to a.har.\n')
    expect(stderr).toContain('No request was answered: check that http://127.0.0.1:1 is')
    expect(stderr).not.toContain('inpk learn')
  })

  it('passes requests and answers on byte for byte, records them without their keys, and ends with 0', async () => {
    const odd = Buffer.from([0, 255, 13, 10, 128])
    const session = await recording(async (incoming, answer) => {
      const body = await bodyOf(incoming)
      answer.writeHead(
        201,
        'Made',
        [
          ['X-Twice', 'a'],
          ['X-Twice', 'b'],
          ['X-Path', incoming.url!],
          ['X-Host', incoming.headers.host!],
        ].flat(),
      )
      answer.end(body)
    })
    const response = await fetch(`${session.url}/api/%2e%2e/things?x=%20y`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'x-mine': 'kept' },
      body: odd,
    })
    expect([response.status, response.statusText]).toEqual([201, 'Made'])
    expect(response.headers.get('x-twice')).toBe('a, b')
    expect(response.headers.get('x-path')).toContain('/things?x=%20y')
    expect(session.url).not.toContain(response.headers.get('x-host'))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(odd)
    const { code, stdout, stderr, exchanges, har } = await session.end()
    expect([code, stdout]).toEqual([0, 'Recorded 1 request to a.har.\n'])
    expect(stderr).toContain('Next: `inpk learn a.har` learns from it how the service differs.\n')
    expect(stderr).toMatch(/POST \/\S*things\?x=%20y {2}201 {2}\d+ ms/)
    expect(har).not.toContain(KEY.slice(22))
    expect(exchanges).toMatchObject([
      { method: 'POST', status: 201, incomplete: [], requestHeaders: { 'x-mine': 'kept' } },
    ])
    expect([exchanges[0]!.requestBody, exchanges[0]!.responseBody].map((body) => Buffer.from(body!))).toEqual([
      odd,
      odd,
    ])
  })

  it('prints its summary as JSON', async () => {
    const session = await recording((_, answer) => void answer.end('{}'), '--json')
    await (await fetch(`${session.url}/me`)).text()
    const { stdout } = await session.end()
    expect(JSON.parse(stdout)).toMatchObject({ url: session.url, file: 'a.har', requests: 1, failed: 0 })
  })

  it('passes a stream on as it comes, and records it though it is broken off', async () => {
    const session = await recording((_, answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n')
    })
    const response = await fetch(`${session.url}/mcp`)
    const reader = response.body!.getReader()
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: one\n\n')
    await reader.cancel()
    await expect.poll(session.stderr, { timeout: 20_000 }).toContain('/mcp')
    const { har } = await session.end()
    const [entry] = JSON.parse(har).log.entries
    expect([entry.comment, entry.response.content._incomplete]).toEqual(['the client disconnected', true])
  })

  it('passes large bodies on both ways and keeps their beginning', async () => {
    const size = KEPT_BYTES + 1024 * 1024
    const session = await recording((incoming, answer) => void incoming.pipe(answer))
    const response = await fetch(`${session.url}/upload`, { method: 'POST', body: Buffer.alloc(size, 'x') })
    expect((await response.arrayBuffer()).byteLength).toBe(size)
    const { exchanges, stderr } = await session.end()
    expect(exchanges).toMatchObject([{ incomplete: ['request', 'response'] }])
    expect(stderr).toContain('1 exchange had larger bodies: the file keeps only the first 16 MB of each body')
  })

  it('lets the service agree to a body before it is sent', async () => {
    const session = await recording(async (incoming, answer) => void answer.end(await bodyOf(incoming)))
    const headers = { expect: '100-continue', 'content-length': 5 }
    const asked = request(`${session.url}/things`, { method: 'POST', headers })
    await new Promise<void>((resolve) => asked.once('continue', resolve).flushHeaders())
    const answered = new Promise<IncomingMessage>((resolve) => asked.once('response', resolve))
    asked.end('hello')
    expect((await bodyOf(await answered)).toString()).toBe('hello')
    const { exchanges } = await session.end()
    expect(Buffer.from(exchanges[0]!.requestBody!).toString()).toBe('hello')
  })

  it('answers 502 in the envelope of the service where the service cannot be reached, and goes on', async () => {
    const session = await recording('http://127.0.0.1:1')
    const response = await fetch(`${session.url}/me`)
    expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'UPSTREAM_UNREACHABLE' } }])
    const { code, exchanges, stderr } = await session.end()
    expect([code, exchanges[0]!.status]).toEqual([0, 0])
    expect(stderr).toContain('no response: could not reach http://127.0.0.1:1')
  })

  it('breaks an answer off where the service does, and records what came', async () => {
    const session = await recording((_, answer) => {
      answer.writeHead(200, { 'content-length': 100 }).write('half')
      setTimeout(() => answer.destroy(), 50)
    })
    await expect(fetch(`${session.url}/me`).then((response) => response.text())).rejects.toThrow()
    const { exchanges } = await session.end()
    expect(exchanges).toMatchObject([{ status: 200, incomplete: ['response'] }])
  })

  it('passes trailers on both ways', async () => {
    const session = await recording(async (incoming, answer) => {
      await bodyOf(incoming)
      answer.write('x')
      answer.addTrailers({ 'X-Came': incoming.trailers['x-sent'] ?? 'none' })
      answer.end()
    })
    const asked = request(`${session.url}/things`, { method: 'POST' })
    const answered = new Promise<IncomingMessage>((resolve) => asked.once('response', resolve))
    asked.write('hello')
    asked.addTrailers({ 'X-Sent': 'sum' })
    asked.end()
    const answer = await answered
    await bodyOf(answer)
    expect(answer.trailers).toEqual({ 'x-came': 'sum' })
    await session.end()
  })

  it('answers CONNECT with 501, and passes a request to upgrade on as a plain one', async () => {
    const session = await recording((incoming, answer) => void answer.end(`upgrade: ${incoming.headers.upgrade}`))
    const { port } = new URL(session.url)
    const say = async (text: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(text)
      return Buffer.concat(await socket.toArray()).toString()
    }
    expect(await say('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n')).toMatch(/^HTTP\/1.1 501 /)
    const upgrade = 'GET /me HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'
    expect(await say(upgrade)).toMatch(/^HTTP\/1.1 200 [\s\S]*upgrade: undefined/)
    await session.end()
  })

  it.each([
    ['HEAD', 200],
    ['GET', 304],
  ])('passes the answer to %s with %d on, which has a length and no body', async (method, status) => {
    const session = await recording((_, answer) => {
      answer.writeHead(status, { 'content-length': 100, etag: '"a"' })
      answer.end()
    })
    const asked = request(`${session.url}/me`, { method })
    const answered = new Promise<IncomingMessage>((resolve) => asked.once('response', resolve))
    asked.end()
    const answer = await answered
    expect([answer.statusCode, answer.headers['content-length'], await bodyOf(answer)]).toEqual([
      status,
      '100',
      Buffer.alloc(0),
    ])
    const { exchanges } = await session.end()
    expect(exchanges).toMatchObject([{ method, status, incomplete: [] }])
  })

  it('is no proxy for other hosts, and refuses to record itself', async () => {
    const session = await recording((_, answer) => void answer.end('{}'))
    const { port } = new URL(session.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n')
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1.1 400 [\s\S]*BAD_REQUEST/)
    // Its own port, still in use: one that is free could be anybody's by now.
    const argv = ['record', '--to', `http://localhost:${port}`, '--port', port, '--out', 'b.har']
    const { code, stderr } = await runInpk(argv, { cwd: scratchFolder() })
    expect([code, stderr]).toEqual([2, expect.stringContaining('--to is the address of the recorder itself')])
    const { exchanges } = await session.end()
    expect(exchanges).toEqual([])
  })
})

describe('an address that `record` cannot use', () => {
  it.each([
    ['nonsense', '--to "nonsense" must start with https://'],
    ['http://me:secret@a.example', '--to must not contain a user name or password'],
    ['http://a.example/?b', '--to must not contain a query or a fragment'],
  ])('is named as it was typed: %s', async (to, said) => {
    const { code, stderr } = await runInpk(['record', '--to', to, '--out', 'a.har'], {
      cwd: scratchFolder(),
      env: { INPK_BASE_URL: 'https://other.example' },
      columns: 200,
    })
    expect(code).not.toBe(0)
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/base URL|INPK_BASE_URL|other\.example/)
  })

  it('is named in what the application is told where nothing answers there', async () => {
    const session = await recording('http://127.0.0.1:1')
    const said = await (await fetch(`${session.url}/me`)).text()
    await session.end()
    expect(said).toContain('http://127.0.0.1:1')
    expect(said).not.toContain('INPK_BASE_URL')
  })
})

describe('what travels on', () => {
  it('is no header of the one connection, nor one that Connection names', () => {
    const headers = [
      ['Connection', 'close, X-Private, Content-Length'],
      ['X-Private', '1'],
      ['Content-Length', '5'],
      ['Keep-Alive', 'timeout=5'],
      ['TE', 'trailers'],
      ['Proxy-Authorization', 'Basic x'],
      ['Upgrade', 'h2c'],
      ['X-Kept', 'a'],
    ] as const
    expect(endToEndPairs(headers).map(([name]) => name)).toEqual(['Content-Length', 'X-Kept'])
  })

  it.each([
    ['https://svc.example/a/b?x#y', 'http://127.0.0.1:1/a/b?x#y'],
    ['https://svc.example', 'http://127.0.0.1:1/'],
    ['https://other.example/a', 'https://other.example/a'],
    ['http://svc.example/a', 'http://svc.example/a'],
    ['https://svc.example.evil/a', 'https://svc.example.evil/a'],
    ['//svc.example/a', 'http://127.0.0.1:1/a'],
    ['/a?b', '/a?b'],
    ['next', 'next'],
    ['https://[', 'https://['],
  ])('a redirect to %s leads to %s', (location, to) => {
    expect(rewriteLocation(location, { target: new URL('https://svc.example'), own: 'http://127.0.0.1:1' })).toBe(to)
  })

  it('is a path behind that of the target, as it was sent', () => {
    const ends = { target: new URL('https://svc.example/base/'), own: 'http://127.0.0.1:1' }
    expect(pathAtTarget(ends.target, '/a/../%2e?x=1')).toBe('/base/a/../%2e?x=1')
    expect(pathAtTarget(ends.target, 'http://other.example/')).toBeUndefined()
    expect(rewriteLocation('/base/a', ends)).toBe('/a')
    expect(rewriteLocation('https://svc.example/base/a', ends)).toBe('http://127.0.0.1:1/a')
    expect(rewriteLocation('https://svc.example/based', ends)).toBe('https://svc.example/based')
  })
})
