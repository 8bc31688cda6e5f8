import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { createHttpTransport } from '../../src/client/transport-http.js'
import { createUndiciTransport, openUndiciStream } from '../../src/client/transport-undici.js'
import { KEY, ME } from './scripted-service.js'

const servers: Server[] = []

/** A server on a free port of loopback; its origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const TRANSPORTS = { undici: createUndiciTransport, "node's own client": createHttpTransport }

describe('the transport over sockets', () => {
  test('carries a call of the client', async () => {
    const baseUrl = await serve((request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ ...ME, org_name: request.headers.authorization === `Bearer ${KEY}` ? 'known' : 'unknown' }),
      )
    })
    expect((await createClient({ baseUrl, apiKey: KEY }).getMe()).org_name).toBe('known')
  })

  test('goes through a proxy where the environment says so, with its credentials, and past it to loopback (D7)', async () => {
    const target = await serve((_, response) => response.end('reached'))
    const tunnels: string[] = []
    const proxy = await serve(() => undefined)
    servers.at(-1)!.on('connect', (request, socket) => {
      tunnels.push(`${request.url} ${request.headers['proxy-authorization']}`)
      const onward = connect(Number(new URL(target).port), '127.0.0.1')
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
      socket.on('close', () => onward.destroy()).on('error', () => onward.destroy())
    })
    const environment = { HTTP_PROXY: proxy.replace('//', '//me:word@'), HTTPS_PROXY: proxy }
    const proxied = createUndiciTransport({ maxResponseBytes: 1_000, environment })
    const send = (url: string) => proxied({ method: 'GET', url, headers: {}, timeoutMs: 5_000 })
    expect(new TextDecoder().decode((await send('http://ingest.service.test/x')).body)).toBe('reached')
    expect(new TextDecoder().decode((await send(target)).body)).toBe('reached')
    expect(tunnels).toEqual([`ingest.service.test:80 Basic ${Buffer.from('me:word').toString('base64')}`])
  })

  test('gives a stream as it comes, until told to stop', async () => {
    const url = await serve((_, response) => response.writeHead(200).write('data: 1\n\n'))
    const stop = new AbortController()
    for await (const chunk of await openUndiciStream(url, stop.signal)) {
      expect(new TextDecoder().decode(chunk)).toBe('data: 1\n\n')
      break
    }
    stop.abort()
  })
})

describe.each(Object.entries(TRANSPORTS))('the transport by %s', (_, create) => {
  const transport = create({ maxResponseBytes: 1_000_000 })
  const get = (url: string, timeoutMs = 5_000) => transport({ method: 'GET', url, headers: {}, timeoutMs })

  test('never follows a redirect', async () => {
    const paths: string[] = []
    const url = await serve((request, response) => {
      paths.push(request.url!)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await get(url)).status).toBe(307)
    expect(paths).toEqual(['/'])
  })

  test('joins repeated headers, in lower case', async () => {
    const url = await serve((_, response) =>
      response
        .writeHead(
          200,
          [
            ['X-Two', 'a'],
            ['X-Two', 'b'],
          ].flat(),
        )
        .end(),
    )
    expect((await get(url)).headers['x-two']).toBe('a, b')
  })

  test('bounds a service that never answers, and one that drips (A18)', async () => {
    const silent = await serve(() => undefined)
    const dripping = await serve((_, response) => {
      response.write('{')
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    for (const url of [silent, dripping]) {
      await expect(get(url, 150)).rejects.toThrow()
    }
  })

  test('refuses an answer that is too large while it comes (A18)', async () => {
    const url = await serve((_, response) => {
      const chunk = Buffer.alloc(100_000, 'x')
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
    })
    await expect(get(url)).rejects.toMatchObject({ code: expect.stringMatching(/TOO_LARGE|MAX_SIZE/) })
  })

  test('tells a refused connection and a time-out from each other', async () => {
    const silent = await serve(() => undefined)
    const settings = { apiKey: KEY, retries: 0, transport }
    await expect(createClient({ ...settings, baseUrl: silent, timeoutMs: 100 }).getMe()).rejects.toMatchObject({
      name: 'TimeoutError',
      maybeSent: true,
    })
    await expect(createClient({ ...settings, baseUrl: 'http://127.0.0.1:9' }).getMe()).rejects.toMatchObject({
      name: 'UnreachableError',
      maybeSent: false,
    })
  })
})
