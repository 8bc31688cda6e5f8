import { describe, expect, test } from 'vitest'
import type { ExchangeEvent } from '../../src/client/client-types.js'
import { createClient } from '../../src/client/index.js'
import { createRedact } from '../../src/client/redact.js'
import { BASE_URL, ME, PUSH, type Reply, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

const SECRET = `${'aB3+/x9Z'.repeat(5)}Qw+=`
const KEY = `inpk_test_EMUsecret1_${SECRET}`
const OTHER = `inpk_live_AAAAAAAAAA_${'D'.repeat(43)}=`

/** Every text a caller gets to see of a call. */
async function shown(reply: Reply): Promise<string> {
  const { transport } = scriptedTransport(reply)
  const events: ExchangeEvent[] = []
  const client = createClient({
    baseUrl: BASE_URL,
    apiKey: KEY,
    transport,
    clock: createVirtualClock(),
    retries: 1,
    random: () => 0,
    onExchange: (event) => events.push(event),
  })
  const error = await client
    .pushContent({ body: { ...PUSH, source_reference: KEY } })
    .catch((refusal: Error) => refusal)
  const texts = error instanceof Error ? [error.message, error.stack, { ...error }, error.cause] : []
  return JSON.stringify([texts, events.map((event) => [event, event.detail()])])
}

const echo = {
  error: {
    code: `C_${KEY}`,
    message: `no such key ${KEY} in ${encodeURIComponent(KEY)}`,
    details: { [SECRET]: [KEY] },
  },
}
const REPLIES: [string, Reply][] = [
  [
    'an error that echoes the key',
    { status: 401, headers: { 'x-request-id': KEY, 'x-emulator-hint': KEY, 'set-cookie': SECRET }, body: echo },
  ],
  ['an error that is retried', { status: 503, headers: { 'retry-after': '1', location: KEY }, body: echo }],
  [
    'a redirect to a URL with the key',
    { status: 302, headers: { location: `https://x.test/?k=${encodeURIComponent(SECRET)}` } },
  ],
  ['a web page with the key', { body: `<html>${KEY}` }],
  ['a success with secrets', { body: { ...ME, secret: 'whsec_plain', api_key: OTHER, echo: SECRET } }],
  ['a broken connection', { fail: new Error(`cannot send Bearer ${KEY}`) }],
  ['a failure with a cause', { fail: Object.assign(new Error(SECRET), { code: 'ECONNRESET', cause: new Error(KEY) }) }],
]

describe('secrets are in no error and no event (D4)', () => {
  test.each(REPLIES)('%s', async (_, reply) => {
    const text = await shown(reply)
    expect(text.length).toBeGreaterThan(100)
    for (const secret of [SECRET, SECRET.slice(0, -1), encodeURIComponent(SECRET), OTHER.slice(21), 'whsec_plain']) {
      expect(text).not.toContain(secret)
    }
  })

  test('the identifier of a key stays readable', () => {
    expect(createRedact([])(`key ${OTHER}.`)).toBe('key inpk_live_AAAAAAAAAA_[removed].')
  })

  test('what is no secret stays as it is', () => {
    const text = '{"source_id":"12","text":"a secret garden","secret_count":3}'
    expect(createRedact([SECRET])(text)).toBe(text)
  })

  test('bodies are not decoded for a caller who does not look', async () => {
    const { transport } = scriptedTransport({ body: ME })
    const events: ExchangeEvent[] = []
    const client = createClient({
      baseUrl: BASE_URL,
      apiKey: KEY,
      transport,
      clock: createVirtualClock(),
      onExchange: (event) => events.push(event),
    })
    await client.getMe()
    expect(events).toEqual([
      expect.objectContaining({ operation: 'getMe', method: 'GET', path: '/api/input/me', status: 200, attempt: 1 }),
    ])
    expect(events[0]!.detail().responseBody).toBe(JSON.stringify(ME))
  })
})
