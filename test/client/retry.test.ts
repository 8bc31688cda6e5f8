import { describe, expect, test } from 'vitest'
import type { ClientSettings } from '../../src/client/client-types.js'
import { createClient } from '../../src/client/index.js'
import { LONGEST_WAIT_MS, retryWaitMs, SHORTEST_WAIT_MS } from '../../src/client/retry.js'
import type { Transport } from '../../src/contract/wire.js'
import { BASE_URL, KEY, ME, PUSH, PUSHED, type Reply, refuse, respond, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

const START = Date.UTC(2026, 0, 5, 12)
const DATE = new Date(START).toUTCString()
const RESET = (seconds: number) => String(START / 1_000 + seconds)

function open(replies: [Reply, ...Reply[]], settings: Partial<ClientSettings> = {}, skewMs = 0) {
  const clock = createVirtualClock(START, skewMs)
  const script = scriptedTransport(...replies)
  const client = createClient({
    baseUrl: BASE_URL,
    apiKey: KEY,
    transport: script.transport,
    clock,
    random: () => 0,
    ...settings,
  })
  return { client, clock, requests: script.requests }
}

const cut = { fail: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) }

describe('waits the server asks for', () => {
  test('[CLI-5] on 429 the client waits just as long as Retry-After says', async () => {
    const { client, clock, requests } = open([refuse(429, 'ANY', { 'retry-after': '17' }), { body: ME }])
    await client.getMe()
    expect(requests).toHaveLength(2)
    expect(clock.monotonic()).toBe(17_000)
  })

  test('a wait ends with its own signal, which leaves a request on its way to finish', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped')
    const limited = open([refuse(429, 'ANY', { 'retry-after': '60' })], { onWait: () => stop.abort(reason) })
    const waiting = limited.client.pushContent({ body: PUSH, waitSignal: stop.signal })
    await expect(waiting).rejects.toBe(reason)
    expect([limited.requests.length, limited.clock.monotonic()]).toEqual([1, 0])
    const late = new AbortController()
    const transport: Transport = async () => {
      late.abort()
      return respond({ body: PUSHED })
    }
    const { client } = open([{}], { transport })
    expect(await client.pushContent({ body: PUSH, waitSignal: late.signal })).toMatchObject({ inserted: 1 })
  })

  test('503 is waited for in the same way, also by a call that must not be done twice', async () => {
    const { client, clock } = open([refuse(503, 'ANY', { 'retry-after': '3' }), { body: { survey_id: '1' } }])
    await client.createSource({ body: { survey_series_id: '1', survey_title: 'x' } })
    expect(clock.monotonic()).toBe(3_000)
  })

  test('without Retry-After it is X-RateLimit-Reset minus the Date of the answer, whatever the clock here says (A14)', async () => {
    for (const skewMs of [0, 3_600_000, -3_600_000, 86_400_000, -86_400_000, 1, -1]) {
      for (let run = 0; run < 100; run += 1) {
        const seconds = 1 + (run % 60)
        const headers = { 'x-ratelimit-reset': RESET(seconds), date: DATE }
        const { client, clock } = open([refuse(429, 'ANY', headers), { body: ME }], {}, skewMs)
        await client.getMe()
        expect(clock.monotonic()).toBe(seconds * 1_000)
      }
    }
  })

  test('a clock here that jumps while it waits changes nothing (A14)', async () => {
    for (const jumpMs of [3_600_000, -3_600_000, 86_400_000, -86_400_000]) {
      const { client, clock } = open([refuse(429, 'ANY', { 'x-ratelimit-reset': RESET(21), date: DATE }), { body: ME }])
      const { now, sleep } = clock
      let jumpedMs = 0
      clock.now = () => now() + jumpedMs
      clock.sleep = (waitMs, signal) => {
        jumpedMs = jumpMs
        return sleep(waitMs, signal)
      }
      await client.getMe()
      expect(clock.monotonic()).toBe(21_000)
    }
  })

  test('another call does not go out while the service asks to wait', async () => {
    const { client, clock, requests } = open([refuse(429, 'ANY', { 'retry-after': '9' }), { body: ME }])
    const first = client.getMe()
    await clock.sleep(1)
    await Promise.all([first, client.getMe()])
    expect(requests).toHaveLength(3)
    expect(clock.monotonic()).toBe(9_000)
  })
})

describe('malformed headers are ignored and every wait stays bounded (A13)', () => {
  const VECTORS = [
    '-5',
    '0',
    '1.5',
    'abc',
    '',
    '99999999999',
    'Wed, 21 Oct 2015 07:28:00 GMT',
    'Fri, 31 Dec 2999 23:59:59 GMT',
    '7, 9',
    '1e3',
    ' 7',
    '0x10',
    '9999999999',
  ]
  const HEADERS = ['retry-after', 'x-ratelimit-reset', 'date'] as const
  const sound = { 'x-ratelimit-reset': RESET(30), date: DATE }

  for (const header of HEADERS) {
    test.each(VECTORS)(`${header}: %j`, async (value) => {
      const headers = { ...sound, ...(header === 'retry-after' ? {} : { 'retry-after': 'abc' }), [header]: value }
      for (const random of [0, 0.5, 0.999]) {
        const waitMs = retryWaitMs({ status: 429, headers, attempt: 1 }, () => random)
        expect(waitMs).toBeGreaterThanOrEqual(SHORTEST_WAIT_MS)
        expect(waitMs).toBeLessThanOrEqual(LONGEST_WAIT_MS + 100)
      }
      const { client, clock } = open([refuse(429, 'ANY', headers), { body: ME }])
      await client.getMe()
      expect(clock.monotonic()).toBeGreaterThanOrEqual(SHORTEST_WAIT_MS)
      expect(clock.monotonic()).toBeLessThanOrEqual(2 * LONGEST_WAIT_MS)
    })
  }

  test('a malformed Retry-After gives way to a sound reset', () => {
    expect(retryWaitMs({ status: 429, headers: { ...sound, 'retry-after': '1.5' }, attempt: 1 }, () => 0)).toBe(30_000)
  })

  test('a reset in milliseconds or in the year 2106 is cut to the longest wait', () => {
    for (const reset of [String(START), '4294967295']) {
      const waitMs = retryWaitMs(
        { status: 429, headers: { 'x-ratelimit-reset': reset, date: DATE }, attempt: 1 },
        () => 0,
      )
      expect([SHORTEST_WAIT_MS, LONGEST_WAIT_MS]).toContain(waitMs)
    }
  })
})

describe('what is done again', () => {
  const failures: [string, Reply][] = [
    ['a broken connection', cut],
    [
      '502 from a proxy, as a web page',
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>bad gateway' },
    ],
    ['504', refuse(504, 'HTTP_504')],
  ]

  test.each(failures)('after %s: reads and pushes, as often as asked, under one key', async (_, failure) => {
    const calls = [
      (client: ReturnType<typeof open>['client']) => client.listFeedback(),
      (client: ReturnType<typeof open>['client']) => client.mcp({ body: {} }),
      (client: ReturnType<typeof open>['client']) => client.pushContent({ body: PUSH }),
      (client: ReturnType<typeof open>['client']) => client.pushContent({ body: PUSH, idempotencyKey: 'k' }),
    ]
    const answer = { ...PUSHED, items: [], pagination: {} }
    for (const call of calls) {
      const { client, requests } = open([failure, failure, { body: answer }])
      await call(client)
      expect(requests).toHaveLength(3)
      expect(new Set(requests.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
    }
  })

  const writes: ((client: ReturnType<typeof open>['client']) => Promise<unknown>)[] = [
    (client) => client.createGroup({ body: { name: 'x' } }),
    (client) => client.createSource({ body: { survey_series_id: '1', survey_title: 'x' } }),
    (client) => client.publishSource({ body: { survey_id: '1' } }),
    (client) => client.eraseFeedback({ body: { external_ids: ['x'] } }),
    (client) => client.sendInvites({ params: { id: '1' }, body: { recipients: [{ email: 'a@b.test' }] } }),
    (client) => client.request({ method: 'POST', path: '/api/input/survey/create' }),
  ]

  test.each(failures)('after %s any other POST once, under one key; then it is in doubt (13)', async (_, failure) => {
    for (const call of writes) {
      const { client, requests } = open([failure, failure, { body: PUSHED }])
      await expect(call(client)).rejects.toMatchObject({ name: 'InDoubtError' })
      expect(requests).toHaveLength(2)
      const keys = requests.map(({ headers }) => headers['idempotency-key'])
      expect(keys[0]).toMatch(/^[\x21-\x7e]+$/)
      expect(keys[1]).toBe(keys[0])
    }
  })

  test.each(failures)('after %s a PUT or DELETE is not repeated, and in doubt at once', async (_, failure) => {
    for (const method of ['PUT', 'DELETE']) {
      const { client, requests } = open([failure, { body: PUSHED }])
      await expect(client.request({ method, path: '/api/input/x' })).rejects.toMatchObject({ name: 'InDoubtError' })
      expect(requests).toHaveLength(1)
    }
  })

  test('an answer after a lost one settles the doubt, or leaves it, by what the service looks at first', async () => {
    const refused = { fail: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) }
    const settled: [Reply, object][] = [
      [refuse(400, 'VALIDATION_ERROR'), { name: 'ServiceError', status: 400 }],
      [refuse(409, 'IDEMPOTENCY_KEY_REUSED'), { name: 'ServiceError', status: 409 }],
      [refuse(504, 'SYNC_PUSH_TIMEOUT'), { name: 'ServiceError', status: 504 }],
    ]
    const open_: [Reply, object][] = [
      [refuse(401, 'UNAUTHORIZED'), { name: 'InDoubtError', status: 401 }],
      [refuse(500, 'INTERNAL_ERROR'), { name: 'InDoubtError', status: 500 }],
      [refused, { name: 'InDoubtError' }],
    ]
    for (const [reply, expected] of [...settled, ...open_]) {
      await expect(writes[1]!(open([cut, reply], { retries: 1 }).client)).rejects.toMatchObject(expected)
    }
    await expect(writes[1]!(open([refused]).client)).rejects.toMatchObject({ name: 'UnreachableError' })
    await expect(writes[1]!(open([refuse(500, 'X')]).client)).rejects.toMatchObject({ name: 'ServiceError' })
  })

  test('409 is final (A9), and so are 400, 401, 402, 403, 404 and 500 (A17)', async () => {
    for (const status of [400, 401, 402, 403, 404, 409, 413, 415, 500, 501]) {
      const { client, clock, requests } = open([refuse(status, 'ANY', { 'retry-after': '1' }), { body: PUSHED }])
      await expect(client.pushContent({ body: PUSH, idempotencyKey: 'k' })).rejects.toMatchObject({
        status,
        code: 'ANY',
      })
      expect(requests).toHaveLength(1)
      expect(clock.sleeps).toEqual([])
    }
  })

  test('it gives up after the retries it was given, with the last error', async () => {
    const { client, requests } = open([refuse(503, 'SERVICE_BUSY', { 'retry-after': '1' })], { retries: 3 })
    await expect(client.getMe()).rejects.toMatchObject({ status: 503, code: 'SERVICE_BUSY', retryable: true })
    expect(requests).toHaveLength(4)
  })

  test('sixty mixes of passing failures end in success with one and the same key (A16)', async () => {
    const kinds = [refuse(503, 'B', { 'retry-after': '2' }), refuse(504, 'SYNC_PUSH_TIMEOUT'), failures[1]![1], cut]
    for (let mix = 0; mix < 60; mix += 1) {
      const picked = [0, 2, 4].map((shift) => kinds[(mix >> shift) & 3]!)
      const { client, requests } = open([picked[0]!, ...picked.slice(1), { body: PUSHED }])
      expect((await client.pushContent({ body: PUSH, idempotencyKey: `k${mix}` })).inserted).toBe(1)
      expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill(`k${mix}`))
    }
  })

  test('backoff doubles under full jitter and is capped', () => {
    const longest = Array.from({ length: 12 }, (_, place) => retryWaitMs({ attempt: place + 1 }, () => 1))
    expect(longest.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(longest.at(-1)).toBe(30_000)
    expect(retryWaitMs({ attempt: 3 }, () => 0)).toBe(0)
  })

  test('a wait ends at once when the call is given up', async () => {
    const { client, clock } = open([refuse(429, 'ANY', { 'retry-after': '60' }), { body: ME }])
    const stop = new AbortController()
    const call = client.getMe({ signal: stop.signal })
    await clock.sleep(5)
    stop.abort(new Error('stopped'))
    await expect(call).rejects.toThrow('stopped')
    expect(clock.monotonic()).toBeLessThan(60_000)
  })
})

describe('errors without an answer', () => {
  test('a write that is given up after it was sent is in doubt, a read is not', async () => {
    const never: Transport = ({ signal }) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    const { client, clock } = open([cut], { transport: never })
    for (const [call, end] of [
      [(signal: AbortSignal) => client.pushContent({ body: PUSH, signal }), { name: 'InDoubtError' }],
      [(signal: AbortSignal) => client.getMe({ signal }), { message: 'stopped' }],
    ] as const) {
      const stop = new AbortController()
      const ended = expect(call(stop.signal)).rejects.toMatchObject(end)
      await clock.sleep(5)
      stop.abort(new Error('stopped'))
      await ended
    }
  })

  test('a write that is given up and was never sent is not in doubt, and is still an event', async () => {
    const stop = new AbortController()
    const transport: Transport = async () => {
      stop.abort(new Error('stopped'))
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    const events: unknown[] = []
    const { client } = open([cut], { transport, onExchange: (event) => events.push(event.error) })
    await expect(client.pushContent({ body: PUSH, signal: stop.signal })).rejects.toThrow('stopped')
    expect(events).toEqual([expect.stringContaining('connection refused')])
  })

  test('say whether the request may have been carried out', async () => {
    const refused = { fail: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) }
    await expect(open([refused]).client.pushContent({ body: PUSH })).rejects.toMatchObject({
      name: 'UnreachableError',
      maybeSent: false,
    })
    await expect(open([cut]).client.getMe()).rejects.toMatchObject({ name: 'UnreachableError', maybeSent: true })
    const late = { fail: Object.assign(new Error('x'), { code: 'UND_ERR_HEADERS_TIMEOUT' }) }
    await expect(open([late]).client.getMe()).rejects.toMatchObject({ name: 'TimeoutError', maybeSent: true })
    for (const lost of [cut, late]) {
      await expect(open([lost]).client.pushContent({ body: PUSH })).rejects.toMatchObject({ name: 'InDoubtError' })
    }
  })

  test('a connection that broke before TLS was agreed on sent nothing', async () => {
    const broken = [
      { message: 'write EPROTO', code: 'EPROTO' },
      {
        message: 'Client network socket disconnected before secure TLS connection was established',
        code: 'ECONNRESET',
      },
    ]
    for (const { message, code } of broken) {
      const reply = { fail: Object.assign(new Error(message), { code }) }
      await expect(open([reply]).client.pushContent({ body: PUSH })).rejects.toMatchObject({ maybeSent: false })
    }
  })

  test('name NODE_EXTRA_CA_CERTS for a private certificate authority (D8)', async () => {
    const untrusted = {
      fail: Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    }
    await expect(open([untrusted], { retries: 0 }).client.getMe()).rejects.toMatchObject({
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
  })
})
