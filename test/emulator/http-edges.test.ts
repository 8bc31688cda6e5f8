import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { CONTROL_IDS, controlRowOf } from '../../src/contract/control/index.js'
import { type Json, type Service, START, startService } from './service.js'

let emulator: Emulator
let service: Service
beforeAll(async () => {
  emulator = await startEmulator({ port: 0, dashboardPort: 0 })
  service = await startService()
})
afterAll(() => emulator.close())

/** What comes back for these lines until the other side closes. */
function raw(base: string, lines: string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    let got = ''
    socket.on('data', (data) => (got += data.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(got))
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

const codeOf = (text: string) => [text.slice(9, 12), JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error?.code]

describe('at the edges of HTTP', () => {
  it('a missing Host, an expectation and CONNECT are refused in the envelope', async () => {
    for (const base of [emulator.baseUrl, emulator.dashboardUrl]) {
      const host = `Host: ${new URL(base).host}`
      expect(codeOf(await raw(base, ['GET /me HTTP/1.1', 'Connection: close']))).toEqual(['400', 'VALIDATION_ERROR'])
      expect(codeOf(await raw(base, ['GET /me HTTP/1.1', host, 'Expect: x']))).toEqual(['417', 'EXPECTATION_FAILED'])
      expect(codeOf(await raw(base, ['CONNECT a:1 HTTP/1.1', host]))).toEqual(['405', 'METHOD_NOT_ALLOWED'])
    }
  })

  it('an absolute-form target is taken, and its host is the one that counts [C1]', async () => {
    const [host, key] = [
      `Host: ${new URL(emulator.baseUrl).host}`,
      `Authorization: Bearer ${emulator.apiKeys.test.all}`,
    ]
    const ask = (target: string) => raw(emulator.baseUrl, [`GET ${target} HTTP/1.1`, host, key, 'Connection: close'])
    expect((await ask(`${emulator.baseUrl}/api/input/me`)).slice(9, 12)).toBe('200')
    expect((await ask('http://evil.example/me')).slice(9, 12)).toBe('403')
  })

  it.each([
    [{ 'content-encoding': 'gzip' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-type': 'application/json; charset="latin1"' }],
  ])('a body with %j is a 415 on both hosts', async (headers: Record<string, string>) => {
    expect((await service.call('POST', '/survey_series/create', { name: 'x' }, { headers })).status).toBe(415)
    const url = `${service.emulator.dashboardUrl}/_emulator/orgs`
    expect((await service.emulator.handle({ method: 'POST', url, headers, body: '{}' })).status).toBe(415)
  })

  it('a path far from every route is answered without a guess; one of the control API names its host', async () => {
    const messageOf = async (path: string) => (await service.call('GET', path)).json.error.message
    expect(await messageOf('/nosuch')).toBe('/api/input/nosuch not found')
    const { emulator } = service
    const ask = async (method: string, path: string) => {
      const answer = await emulator.handle({ method, url: emulator.baseUrl + path, headers: {} })
      return [answer.status, answer.headers.allow, JSON.parse(Buffer.from(answer.body).toString()).error.message]
    }
    expect(await ask('GET', '/_emulator/orgs')).toEqual([
      404,
      undefined,
      expect.stringContaining(emulator.dashboardUrl),
    ])
    expect(await ask('POST', '/_emulator/health')).toEqual([405, 'GET', expect.any(String)])
  })

  it('Date and X-RateLimit-Reset of an answer without a key show one clock [B4]', async () => {
    const limited = await startService({ rateLimits: true, clock: { mode: 'frozen', now: START } })
    for (const { emulator } of [limited, service]) {
      const { headers } = await emulator.handle({ method: 'GET', url: `${emulator.baseUrl}/me`, headers: {} })
      const apart = Number(headers['x-ratelimit-reset']) - Date.parse(headers.date!) / 1_000
      expect(apart >= 0 && apart <= 61, `${apart} s`).toBe(true)
    }
  })
})

describe('the control API', () => {
  const rows = CONTROL_IDS.map(controlRowOf)

  it('every list takes limit and cursor, and refuses what is no number', async () => {
    const lists = rows.filter(
      ({ method, result }) => method === 'GET' && 'items' in ((result as { properties?: object }).properties ?? {}),
    )
    expect(lists.length).toBeGreaterThan(15)
    for (const { path, query } of lists) {
      if (!('limit' in ((query as { properties?: object })?.properties ?? {}))) continue
      const url = `${service.emulator.dashboardUrl}/_emulator${path.replace('{org_id}', '1').replaceAll(/\{\w+\}/g, '1')}`
      const statusOf = async (search: string) =>
        (await service.emulator.handle({ method: 'GET', url: url + search, headers: {} })).status
      expect([200, 404], path).toContain(await statusOf('?limit=1'))
      expect([400, 404], path).toContain(await statusOf('?limit=x'))
    }
  })

  it('pages of a list that comes whole name every entry once', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, pagination }: Json = (
        await service.control('GET', `/keys?limit=3${cursor && `&cursor=${cursor}`}`)
      ).json
      seen.push(...items.map(({ id }: { id: string }) => id))
      cursor = pagination.next_cursor
    }
    const whole = (await service.control('GET', '/keys')).json.items.map(({ id }: { id: string }) => id)
    expect(seen).toEqual(whole)
  })

  it('a revoked key can be neither changed nor rotated [H3]', async () => {
    const { json } = await service.control('POST', '/keys', { label: 'x', environment: 'test', scope: 'push' })
    await service.control('DELETE', `/keys/${json.id}`)
    expect((await service.control('POST', `/keys/${json.id}/rotate`)).status).toBe(404)
    expect((await service.control('PATCH', `/keys/${json.id}`, { label: 'y' })).status).toBe(404)
    expect((await service.control('DELETE', `/keys/${json.id}`)).status).toBe(204)
  })

  it('the answer to a PATCH of the clock shows the clock as it is then [H6]', async () => {
    const clock = { mode: 'frozen', now: '2035-01-01T00:00:00.000Z' }
    const second = await service.emulator.createOrganization({ name: 'Clock' })
    expect(await second.control.updateOrganization({ body: { clock: clock as never } })).toMatchObject({ clock })
  })

  it('a ca that is not a certificate is refused [H7]', async () => {
    for (const ca of ['nonsense', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', '']) {
      const body = { url: 'https://127.0.0.1:1/', events: ['series.created'], local: true, ca }
      const { status, json } = await service.control('POST', '/subscriptions', body)
      expect([status, Object.keys(json.error.details)]).toEqual([400, ['ca']])
    }
  })

  it('an unknown id in a body is a 404, a filter outside its words a 400', async () => {
    const key = { label: 'x', environment: 'test', scope: 'push', member_id: '999' }
    expect((await service.control('POST', '/keys', key)).status).toBe(404)
    for (const path of ['/deliveries?state=odd', '/requests?status=odd', '/requests?operation=odd']) {
      expect((await service.control('GET', path)).status, path).toBe(400)
    }
  })

  it('an event nobody knows goes to every subscription when it is unchecked', async () => {
    const made = await startService({ outbound: async () => ({ status: 200 }) })
    await made.control('POST', '/subscriptions', {
      url: 'http://127.0.0.1:9/',
      events: ['series.created'],
      local: true,
    })
    const event = { event: 'added.later', data: { any: 1 } }
    expect((await made.control('POST', '/events', event)).status).toBe(400)
    expect((await made.control('POST', '/events', { ...event, unchecked: true })).json.deliveries).toHaveLength(1)
  })
})

describe('the API', () => {
  it('erases under the names the interface writes, one id or a list [B9]', async () => {
    for (const body of [{ external_id: 'a' }, { external_id: ['a'], customer_id: 'b' }]) {
      const { status, json } = await service.call('POST', '/feedback/erase', body)
      expect([status, json.not_found[0]]).toEqual([200, { external_id: 'a' }])
    }
    const { json } = await service.call('POST', '/feedback/erase', {})
    expect(Object.keys(json.error.details)).toEqual(['external_ids', 'customer_ids'])
  })

  it('/mcp answers JSON unless a stream is accepted, and JSON-RPC -32700 to what is not JSON [F11, A3]', async () => {
    const { emulator } = service
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
    const ask = (body: string, accept?: string) => {
      const headers = {
        authorization: `Bearer ${emulator.apiKeys.test.all}`,
        'content-type': 'application/json',
        ...(accept ? { accept } : {}),
      }
      return emulator.handle({ method: 'POST', url: `${emulator.baseUrl}/mcp`, headers, body })
    }
    for (const accept of [undefined, '*/*', 'application/json']) {
      const answer = await ask(message, accept)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
      expect(JSON.parse(Buffer.from(answer.body).toString()).result.tools).toHaveLength(7)
    }
    expect((await ask(message, 'application/json, text/event-stream')).headers['content-type']).toBe(
      'text/event-stream',
    )
    const broken = await ask('{')
    expect([broken.status, JSON.parse(Buffer.from(broken.body).toString()).error.code]).toEqual([400, -32_700])
  })
})
