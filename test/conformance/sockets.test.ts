import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { skipWhere } from '../skip.js'
import type { Json } from './exchange.js'
import { signatureOf } from './receiver.js'

const onEmulator = skipWhere(process.env.INPK_CONFORMANCE_URL !== undefined, 'needs an emulator of its own')
let emulator: Emulator
let port: number

beforeAll(async () => {
  if (onEmulator.skip) return
  emulator = await startEmulator({ port: 0, dashboardPort: 0 })
  port = Number(new URL(emulator.baseUrl).port)
})
afterAll(() => emulator?.close())

/** What comes back for these bytes until the other side closes, or for as long as asked. */
function raw(text: string | Uint8Array, waitMs = 3_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let got = ''
    const done = () => {
      socket.destroy()
      resolve(got)
    }
    socket.setTimeout(waitMs, done)
    socket.on('data', (chunk) => (got += chunk.toString('latin1')))
    socket.on('end', done)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      got !== '' || error.code === 'ECONNRESET' ? done() : reject(error),
    )
  })
}

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
const request = (line: string, headers: string[], body = '') =>
  [
    line,
    ...headers,
    'Connection: close',
    ...(body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n')
const host = () => `Host: 127.0.0.1:${port}`
const bearer = () => `Authorization: Bearer ${emulator.apiKeys.test.all}`

describe('over real sockets', onEmulator, () => {
  it('[ADR-1, AUT-1] the API answers on the base URL', async () => {
    const answer = await fetch(`${emulator.baseUrl}/api/input/me`, {
      headers: { authorization: `Bearer ${emulator.apiKeys.test.all}` },
    })
    expect([answer.status, ((await answer.json()) as Json).org_id]).toEqual([200, 1])
  })

  it.each([
    ['no HTTP at all', 'EHLO mail.example\r\n\r\n'],
    ['headers of 20 KiB', `GET /me HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a length and chunks', 'POST /me HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ])('[ERR-1] %s is answered with the error envelope, and the connection is closed', async (_, text) => {
    const answer = await raw(text)
    expect(statusOf(answer)).toBe(400)
    expect(answer).toMatch(/^x-request-id: req_\S+/im)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
  })

  it('[ADR-2] the dashboard host answers API paths with HTML and 200', async () => {
    const answer = await fetch(`${emulator.dashboardUrl}/api/input/me`)
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/html'])
  })

  it('a foreign or missing Host is refused', async () => {
    for (const value of ['evil.example', 'localhost', `evil.example:${port}`]) {
      expect(await raw(request('GET /me HTTP/1.1', [`Host: ${value}`, bearer()]))).toContain('FORBIDDEN_ORIGIN')
    }
    expect([400, 403]).toContain(statusOf(await raw(request('GET /me HTTP/1.1', [bearer()]))))
    expect(statusOf(await raw(request('GET /me HTTP/1.1', [host(), 'Host: evil.example', bearer()])))).not.toBe(200)
    expect(statusOf(await raw(request('GET http://evil.example/me HTTP/1.1', [host(), bearer()])))).not.toBe(200)
  })

  it('Authorization twice is refused, whichever comes first', async () => {
    const wrong = `Authorization: Bearer inpk_test_0000000000_${'A'.repeat(43)}=`
    for (const pair of [
      [bearer(), wrong],
      [wrong, bearer()],
      [bearer(), bearer()],
    ]) {
      const answer = await raw(request('GET /me HTTP/1.1', [host(), ...pair]))
      expect([400, 401], answer).toContain(statusOf(answer))
    }
  })

  it('Idempotency-Key twice is refused with 400 and nothing is made', async () => {
    const lines = [host(), bearer(), 'Content-Type: application/json', 'Idempotency-Key: a', 'Idempotency-Key: b']
    const answer = await raw(request('POST /survey_series/create HTTP/1.1', lines, '{"name":"Twice"}'))
    expect(statusOf(answer), answer).toBe(400)
    const listing = await fetch(`${emulator.baseUrl}/surveys/list`, {
      headers: { authorization: `Bearer ${emulator.apiKeys.test.all}` },
    })
    expect(await listing.text()).not.toContain('Twice')
  })

  it('a body announced over 128 MiB is refused without being awaited', async () => {
    const head = [
      'POST /content/push HTTP/1.1',
      host(),
      bearer(),
      'Content-Type: application/json',
      `Content-Length: ${128 * 1024 * 1024 + 1}`,
      '',
      '{',
    ].join('\r\n')
    expect(statusOf(await raw(head))).toBe(413)
  })

  it('broken HTTP gets an answer below 500 or a closed connection, and the next caller is served', async () => {
    const broken = [
      'GET\r\n\r\n',
      'HELLO WORLD\r\n\r\n',
      `GET /me HTTP/9.9\r\n${host()}\r\n\r\n`,
      `GET /me HTTP/1.1\r\n${host()}\r\nX: \u0000\r\n\r\n`,
      `GET /\u0000me HTTP/1.1\r\n${host()}\r\n\r\n`,
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host()}\r\n\r\n`,
      `GET /me HTTP/1.1\r\n${host()}\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
      `POST /content/push HTTP/1.1\r\n${host()}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
      `POST /content/push HTTP/1.1\r\n${host()}\r\nContent-Length: -1\r\n\r\n{}`,
      `POST /content/push HTTP/1.1\r\n${host()}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /content/push HTTP/1.1\r\n${host()}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `GET /me HTTP/1.1\r\n${host()}\r\n folded: yes\r\n\r\n`,
    ]
    for (const text of broken) {
      const answer = await raw(text, 1_000)
      if (answer !== '') expect(statusOf(answer), JSON.stringify(text.slice(0, 80))).toBeLessThan(500)
    }
    expect(statusOf(await raw(request('GET /me HTTP/1.1', [host(), bearer()])))).toBe(200)
  })

  it('an aborted body stores nothing', async () => {
    const head = [
      'POST /survey_series/create HTTP/1.1',
      host(),
      bearer(),
      'Content-Type: application/json',
      'Content-Length: 16',
      '',
      '{"name":"Abort',
    ].join('\r\n')
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(head, () => setTimeout(() => resolve(void socket.destroy()), 20)),
      )
    })
    const listing = await raw(request('GET /surveys/list HTTP/1.1', [host(), bearer()]))
    expect(listing).not.toContain('Abort')
  })

  it('[DLV-1, DLV-2, DLV-4, DLV-10, SIG-1] a delivery is a POST on the wire, and a redirect is not followed', async () => {
    const seen: { request: IncomingMessage; body: Buffer }[] = []
    const server = createServer((incoming, answer) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        seen.push({ request: incoming, body: Buffer.concat(chunks) })
        answer.writeHead(307, { location: '/elsewhere' }).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const control = async (path: string, body: object) => {
        const answer = await fetch(`${emulator.dashboardUrl}/_emulator/orgs/1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        expect(answer.status, await answer.clone().text()).toBe(200)
        return (await answer.json()) as Json
      }
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
      const { secret, id } = await control('/subscriptions', { url, events: ['series.created'], local: true })
      const { attempts } = await control(`/subscriptions/${id}/test`, {})
      await emulator.idle()
      expect(attempts === undefined).toBe(false)
      expect(seen.map(({ request: { method, url: path } }) => [method, path])).toEqual([['POST', '/hook']])
      const [
        {
          request: { headers },
          body,
        },
      ] = seen as [(typeof seen)[0]]
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Service-Webhook/1.0',
        'x-service-event': 'test',
      })
      expect(headers['x-service-signature']).toBe(signatureOf(body, secret))
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
