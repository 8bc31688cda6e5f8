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
  ['an empty 200', { headers: json, body: '' }],
  ['white space', { headers: json, body: ' \n' }],
  ['an empty 204', { status: 204, body: '' }],
  ['plain text', { headers: { 'content-type': 'text/plain' }, body: 'ok' }],
  ['a JSON array', { headers: json, body: '[]' }],
  ['a JSON string', { headers: json, body: '"ok"' }],
  ['a JSON number', { headers: json, body: '1' }],
  ['null', { headers: json, body: 'null' }],
  ['true', { headers: json, body: 'true' }],
  ['truncated JSON', { headers: json, body: JSON.stringify(PUSHED).slice(0, -3) }],
  ['two JSON documents', { headers: json, body: '{}{}' }],
  ['an object of another service', { body: { status: 'ok' } }],
  ['an empty object', { body: {} }],
  ['an empty data', { body: { data: {} } }],
  ['data that is null', { body: { data: null } }],
  ['an answer that lacks a member', { body: { ...PUSHED, inserted: undefined } }],
  ['an error with 200', { body: { error: { code: 'X', message: 'x' } } }],
  ['a redirect', { status: 302, headers: { location: 'https://log-in.test/' }, body: '' }],
  [
    'a redirect that keeps the method',
    { status: 307, headers: { location: 'https://elsewhere.test/' }, body: JSON.stringify(PUSHED) },
  ],
  ['304', { status: 304, body: '' }],
]

describe('[CLI-1] what is no answer of the service is never taken for a success (A15)', () => {
  test.each(VECTORS)('%s', async (_, reply) => {
    const { transport, requests } = scriptedTransport(reply)
    const events: ExchangeEvent[] = []
    const client = createClient({
      baseUrl: BASE_URL,
      apiKey: KEY,
      transport,
      clock: createVirtualClock(),
      onExchange: (event) => events.push(event),
    })
    await expect(client.pushContent({ body: PUSH, idempotencyKey: 'k' })).rejects.toMatchObject({
      name: 'WrongHostError',
      url: BASE_URL,
    })
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
