import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.js'
import { paceWaitMs } from '../../src/client/pace.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import { BASE_URL, KEY, ME, respond } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'
import { windowedService } from './windowed-service.js'

const START = Date.UTC(2026, 0, 5, 12)

interface Schedule {
  limit: number
  requests: number
  lanes: number
  /** Of the service's clock against full seconds. */
  phaseMs: number
  skewMs: number
  latencies: number[]
  pauses: number[]
  /** Clients of the same key that take turns; 1 where absent. */
  clients?: number
}

/** Sends `requests` calls through `lanes` lanes at once, each with a pause before every call. */
async function run(schedule: Schedule, pace = true) {
  const { limit, requests, lanes, phaseMs, skewMs, latencies, pauses, clients: clientCount = 1 } = schedule
  const clock = createVirtualClock(START + phaseMs, skewMs)
  let drawn = 0
  const latencyMs = () => latencies[drawn++ % latencies.length]!
  const service = windowedService({ clock, limit, latencyMs })
  const { transport } = service
  const settings = { baseUrl: BASE_URL, apiKey: KEY, transport, clock, random: () => 0, pace }
  const clients = Array.from({ length: clientCount }, () => createClient(settings))
  let left = requests
  const lane = async () => {
    while (left > 0) {
      left -= 1
      const pause = pauses[left % pauses.length]!
      if (pause > 0) await clock.sleep(pause)
      await clients[left % clientCount]!.getMe()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { ...service, elapsedMs: clock.monotonic() }
}

describe('the rate-limit window', () => {
  test('the clients of a process alone on their key meet no 429, whatever their parallelism, their delays and their clock (A12, A14, C14)', async () => {
    const schedules = fc.record({
      limit: fc.integer({ min: 1, max: 20 }),
      requests: fc.integer({ min: 1, max: 60 }),
      lanes: fc.integer({ min: 1, max: 8 }),
      phaseMs: fc.integer({ min: 0, max: 999 }),
      skewMs: fc.constantFrom(0, 3_600_000, -3_600_000, 86_400_000, -86_400_000, 7, -59_000),
      latencies: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 7 }),
      pauses: fc.array(fc.constantFrom(0, 0, 0, 1, 250, 9_000, 61_000), { minLength: 1, maxLength: 5 }),
      clients: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const { served, refused } = await run(schedule)
        expect(refused).toEqual([])
        expect(served).toHaveLength(schedule.requests)
      }),
      { numRuns: process.env.INPK_SOAK ? 10_000 : 100 },
    )
  })

  test('clients of other keys, or of other services, are paced apart (C14)', async () => {
    const clock = createVirtualClock(START)
    const open = (settings: object) => {
      const { transport } = windowedService({ clock, limit: 1, latencyMs: () => 1 })
      return createClient({ baseUrl: BASE_URL, apiKey: KEY, clock, transport, random: () => 0, ...settings })
    }
    const { transport } = windowedService({ clock, limit: 3, latencyMs: () => 1 })
    const one = open({ transport })
    await one.getMe()
    await open({}).getMe()
    await open({ transport, apiKey: wellKnownKey(1, 'test', 'push') }).getMe()
    await open({ transport, baseUrl: 'http://127.0.0.1:4601' }).getMe()
    expect(clock.monotonic()).toBeLessThan(1_000)
    await one.getMe()
    expect(clock.monotonic()).toBeGreaterThan(50_000)
  })

  test('a 429 holds it back as long as its Retry-After says, not until the reset (C8)', async () => {
    const clock = createVirtualClock(START)
    const until = { limit: '60', remaining: '0', reset: String(START / 1_000 + 50) }
    const headers = {
      ...Object.fromEntries(Object.entries(until).map(([name, value]) => [`x-ratelimit-${name}`, value])),
      date: new Date(START).toUTCString(),
      'retry-after': '3',
    }
    const busy = { status: 429, headers, body: { error: { code: 'RATE_LIMITED', message: 'x' } } }
    const answers = [busy, { headers: { ...headers, 'x-ratelimit-remaining': '59' }, body: ME }]
    const transport = async () => respond(answers.shift()!)
    await createClient({ baseUrl: BASE_URL, apiKey: KEY, clock, transport, random: () => 0 }).getMe()
    expect(clock.monotonic()).toBe(3_000)
  })

  test('it uses at least 98 % of what the window allows', async () => {
    const schedule = {
      limit: 60,
      requests: 600,
      lanes: 4,
      phaseMs: 421,
      skewMs: 0,
      latencies: [12, 40, 25],
      pauses: [0],
    }
    const { elapsedMs, refused } = await run(schedule)
    expect(refused).toEqual([])
    // Ten windows' worth takes nine full windows and a bit.
    expect(elapsedMs).toBeGreaterThanOrEqual(9 * 60_000)
    expect(elapsedMs).toBeLessThan((9 * 60_000) / 0.98)
  })

  test('a slow request does not hold back the others, neither within a window nor across its end', async () => {
    const clock = createVirtualClock(START)
    const work = [10, 50_000]
    const service = windowedService({ clock, limit: 60, latencyMs: () => 5, workMs: () => work.shift() ?? 10 })
    const client = createClient({
      baseUrl: BASE_URL,
      apiKey: KEY,
      transport: service.transport,
      clock,
      random: () => 0,
    })
    await client.getMe()
    const slow = client.getMe()
    await Promise.all(Array.from({ length: 50 }, () => client.getMe()))
    expect(clock.monotonic()).toBeLessThan(5_000)
    await slow
    await clock.sleep(60_000)
    work.push(50_000)
    const probe = client.getMe()
    await Promise.all(Array.from({ length: 20 }, () => client.getMe()))
    expect(clock.monotonic()).toBeLessThan(50_000 + 60_000 + 5_000)
    await probe
    expect(service.refused).toEqual([])
  })

  test('without pacing the same work does meet a 429, one a window, waits as told and is done all the same (A12)', async () => {
    const schedule = { limit: 5, requests: 12, lanes: 1, phaseMs: 0, skewMs: 0, latencies: [1], pauses: [0] }
    const { served, refused } = await run(schedule, false)
    expect(served).toHaveLength(12)
    expect(refused).toHaveLength(2)
  })

  test('it never waits while the service counts nothing (Remaining stays at Limit)', async () => {
    const clock = createVirtualClock(START)
    const headers = {
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': String(START / 1_000 + 60),
      date: new Date(START).toUTCString(),
    }
    const client = createClient({
      baseUrl: BASE_URL,
      apiKey: KEY,
      clock,
      transport: async () => respond({ headers, body: ME }),
    })
    for (let call = 0; call < 50; call += 1) await client.getMe()
    expect(clock.sleeps).toEqual([])
  })

  describe('no header of an answer makes it stand still for longer than two windows (A13)', () => {
    const dates = ['-5', '0', '1.5', 'abc', '', '99999999999', '7, 9', '1e3', String(START), '4294967295']
    const sound = { limit: '3', remaining: '0', reset: String(START / 1_000 + 60) }
    const vectors = (Object.keys(sound) as (keyof typeof sound)[]).flatMap((name) =>
      dates.map((value) => ({ ...sound, [name]: value })),
    )
    test.each(vectors)('%j', async ({ limit, remaining, reset }) => {
      const clock = createVirtualClock(START)
      const headers = { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset }
      const transport = async () => respond({ headers: { ...headers, date: new Date(START).toUTCString() }, body: ME })
      const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, clock, transport })
      await client.getMe()
      await Promise.all([client.getMe(), client.getMe()])
      expect(clock.monotonic()).toBeLessThanOrEqual(4 * 60_000)
    })
  })

  test('a call that is given up leaves the line', async () => {
    const clock = createVirtualClock(START)
    const service = windowedService({ clock, limit: 1, latencyMs: () => 1 })
    const client = createClient({
      baseUrl: BASE_URL,
      apiKey: KEY,
      transport: service.transport,
      clock,
      random: () => 0,
    })
    await client.getMe()
    const stop = new AbortController()
    const given = expect(client.getMe({ signal: stop.signal })).rejects.toThrow('enough')
    const other = client.getMe()
    stop.abort(new Error('enough'))
    await given
    await other
    expect(service.served).toHaveLength(2)
  })
})

describe('paceWaitMs', () => {
  const budget = { limit: 60, remaining: 2, resetHeader: '1', resetAt: 60_000, learnedAt: 0, sequence: 1 }
  const flight = (...sent: number[]) => new Map(sent.map((at, place) => [place, at]))

  test('the first request goes alone, for nothing is known', () => {
    const state = { answered: false, budget: undefined, blockedUntil: 0 }
    expect(paceWaitMs({ ...state, inFlight: flight() }, 0)).toBe(0)
    expect(paceWaitMs({ ...state, inFlight: flight(0) }, 0)).toBe(Number.POSITIVE_INFINITY)
  })

  test('requests in flight count against the remainder until they are old enough to be in it', () => {
    const state = { answered: true, budget, blockedUntil: 0 }
    expect(paceWaitMs({ ...state, inFlight: flight(1) }, 10)).toBe(0)
    expect(paceWaitMs({ ...state, inFlight: flight(1, 2) }, 10)).toBe(59_990)
    expect(paceWaitMs({ ...state, budget: { ...budget, learnedAt: 5_000 }, inFlight: flight(1, 2) }, 5_000)).toBe(0)
  })

  test('a service that sends no such headers is not paced', () => {
    expect(paceWaitMs({ answered: true, budget: undefined, blockedUntil: 0, inFlight: flight(1, 2, 3) }, 10)).toBe(0)
  })
})
