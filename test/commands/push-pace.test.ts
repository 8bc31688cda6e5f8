import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { stdinOf } from '../cli/run-inpk.js'
import { scratchFolder } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

const WINDOW_MS = 60_000

/** This service, with so many requests in each window of a minute. */
function limited(handle: Transport, limit: number, now: () => number) {
  let window = { startedAt: Number.NEGATIVE_INFINITY, count: 0 }
  const statuses: number[] = []
  const transport: Transport = async (request) => {
    // Whether it is an emulator, and how its clock is, counts for no limit.
    if (request.url.includes('/_emulator/')) return handle(request)
    if (now() >= window.startedAt + WINDOW_MS) window = { startedAt: now(), count: 0 }
    const isFull = window.count >= limit
    if (!isFull) window.count += 1
    const answer = isFull ? undefined : await handle(request)
    const status = answer?.status ?? 429
    statuses.push(status)
    const headers = {
      ...answer?.headers,
      'content-type': 'application/json',
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(limit - window.count),
      'x-ratelimit-reset': String(Math.ceil((window.startedAt + WINDOW_MS) / 1_000)),
      date: new Date(now()).toUTCString(),
    }
    return { status, headers, body: answer?.body ?? Buffer.from('{"error":{"code":"RATE_LIMITED","message":"x"}}') }
  }
  return { transport, statuses }
}

/** Pushes one row to a service with such a limit, in virtual time. */
async function pushLimited(limit: number, ...more: string[]) {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  let passedMs = 0
  const now = () => Date.UTC(2026, 2, 1) + passedMs
  const { transport, statuses } = limited(bench.emulator.handle, limit, now)
  const ran = await bench.run(['push', '-', '--format', 'csv', '--source', source, ...more], {
    ...{ transport, now, monotonic: () => passedMs, stdin: stdinOf('text\nslow delivery\n') },
    sleep: async (ms) => {
      passedMs += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
    env: { INPK_CONFIG_DIR: scratchFolder() },
  })
  return { ...ran, statuses }
}

describe('a push alone on its key', () => {
  it.each([1, 2, 3])('meets no 429 after its own look-ups, at %i requests a window (C14)', async (limit) => {
    const { code, statuses } = await pushLimited(limit, '--wait')
    expect(code).not.toBe(8)
    expect(statuses.length).toBeGreaterThanOrEqual(3)
    expect(statuses).not.toContain(429)
  })

  it('says off a terminal how long it waits for the rate limit and until when, on one line (B3)', async () => {
    const { code, stderr } = await pushLimited(2)
    expect(code).toBe(0)
    expect(stderr.match(/^(?!Next:).*(Rate limit|wait).*$/gim)).toEqual([
      'Rate limit reached. Resuming in 1 min 0 s, at 00:01:00 UTC.',
    ])
  })
})
