import { describe, expect, test } from 'vitest'
import type { ExchangeEvent } from '../../src/client/client-types.js'
import { createClient } from '../../src/client/index.js'
import { BASE_URL, KEY, PUSH, PUSHED, type Reply, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

const HTML = '<!doctype html><html><body>Welcome</body></html>'
const html = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json' }

const VECTORS: [string, Reply][] = [
  ['a web page', { headers: html, body: HTML }],
  ['a web page in capitals', { headers: { 'content-type': 'TEXT/HTML' }, body: HTML.toUpperCase() }],
  ['a web page called JSON', { headers: json, body: HTML }],
  ['a web page without a content type', { body: HTML }],
  ['a web page after blank lines', { headers: json, body: `\n\n  ${HTML}` }],
  ['XHTML', { headers: { 'content-type': 'application/xhtml+xml' }, body: `<?xml version="1.0"?>${HTML}` }],
  ['JSON called a web page', { headers: html, body: JSON.stringify(PUSHED) }],
  ['plain text', { headers: { 'content-type': 'text/plain' }, body: 'ok' }],
  ['truncated JSON', { headers: json, body: JSON.stringify(PUSHED).slice(0, -3) }],
  ['two JSON documents', { headers: json, body: '{}{}' }],
  ['a redirect', { status: 302, headers: { location: 'https://log-in.test/' }, body: '' }],
  [
    'a redirect that keeps the method',
    { status: 307, headers: { location: 'https://elsewhere.test/' }, body: JSON.stringify(PUSHED) },
  ],
  ['304', { status: 304, body: '' }],
]

/** JSON may be the service itself, which answers otherwise than was assumed. */
const UNFAMILIAR: [string, Reply, string][] = [
  ['an empty 204', { status: 204, body: '' }, 'is empty'],
  ['an empty 200', { headers: json, body: '' }, 'is empty'],
  ['white space', { headers: json, body: ' \n' }, 'is empty'],
  ['a JSON array', { headers: json, body: '[]' }, 'is a list, not an object'],
  ['a JSON string', { headers: json, body: '"ok"' }, 'is the value "ok", not an object'],
  ['a JSON number', { headers: json, body: '1' }, 'is the value 1'],
  ['null', { headers: json, body: 'null' }, 'is the value null'],
  ['true', { headers: json, body: 'true' }, 'is the value true'],
  ['an object of another service', { body: { status: 'ok' } }, 'has no `inserted`; it has status'],
  ['an empty object', { body: {} }, 'has no `inserted`; it has no members'],
  ['an empty data', { body: { data: {} } }, 'has no `inserted`'],
  ['data that is null', { body: { data: null } }, 'has no `inserted`; it has data'],
  [
    'an answer that lacks a member',
    { body: { ...PUSHED, inserted: undefined } },
    'has no `inserted`; it has survey_series_id, survey_id',
  ],
  ['an error with 200', { body: { error: { code: 'X', message: 'x' } } }, 'has no `inserted`; it has error'],
]

describe('[CLI-1] what is no answer of the service is never taken for a success (A15)', () => {
  const expected = [
    ...VECTORS.map(([name, reply]) => [name, reply, { name: 'WrongHostError', url: BASE_URL }] as const),
    ...UNFAMILIAR.map(([name, reply, says]) => {
      const message = `The service accepted pushContent (${reply.status ?? 200}), but its response ${says}`
      return [name, reply, { name: 'UnexpectedResponseError', message: expect.stringContaining(message) }] as const
    }),
  ]

  test.each(expected)('%s', async (_, reply, error) => {
    const { transport, requests } = scriptedTransport(reply)
    const events: ExchangeEvent[] = []
    const client = createClient({
      baseUrl: BASE_URL,
      apiKey: KEY,
      transport,
      clock: createVirtualClock(),
      onExchange: (event) => events.push(event),
    })
    await expect(client.pushContent({ body: PUSH, idempotencyKey: 'k' })).rejects.toMatchObject(error)
    expect(requests).toHaveLength(1)
    expect(events).toHaveLength(1)
  })
})

test('what this project only assumed is not asked of an answer', async () => {
  const { transport } = scriptedTransport({ body: { survey_id: '9' } })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
  const body = { survey_series_id: '1', survey_title: 'x' }
  expect(await client.createSource({ body })).toEqual({ survey_id: '9' })
})

test('a web page with an error status is an error, with a hint at the base URL', async () => {
  const { transport } = scriptedTransport({ status: 404, headers: html, body: HTML })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
  await expect(client.getMe()).rejects.toMatchObject({
    name: 'ServiceError',
    status: 404,
    code: 'HTTP_404',
    hint: expect.stringContaining('base URL'),
  })
})

test.each([
  ['plain text', 'ok', 'the response is not JSON'],
  ['nothing', '', 'the response (200) is empty'],
])('%s may come from a service that differs as well as from a wrong host', async (_, body, why) => {
  const { transport } = scriptedTransport({ headers: { 'content-type': 'text/plain' }, body })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
  const hint = expect.stringMatching(/^Check `baseUrl` and `prefix`.* `inpk learn` finds out/)
  await expect(client.getMe()).rejects.toMatchObject({ name: 'WrongHostError', why, hint })
})

test('JSON that is cut off is said to be, and the base URL is not to blame', async () => {
  const { transport } = scriptedTransport({ headers: json, body: '{"success": true, "org_' })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
  await expect(client.getMe()).rejects.toMatchObject({
    why: 'the response is cut off or damaged JSON',
    hint: expect.stringMatching(/^Make the call again\./),
  })
})

test.each(['[]', '"ok"', 'null'])(
  'a description that is %s is of another host: learning of it is no way out',
  async (body) => {
    const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, ...scriptedTransport({ headers: json, body }) })
    const refused = { name: 'WrongHostError', message: expect.stringContaining('the response is not a JSON object') }
    await expect(client.call('getOpenapi')).rejects.toMatchObject(refused)
  },
)

test('a read answered with a list may come from another address', async () => {
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, ...scriptedTransport({ headers: json, body: '[]' }) })
  await expect(client.call('getMe')).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    hint: 'Check `baseUrl` and `prefix`; if they are right, `inpk learn` finds out how this service differs.',
  })
})
