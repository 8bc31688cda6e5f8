import { describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { openBench } from '../commands/with-emulator.js'

/** Refuses the first request for so many seconds. */
function busyFor(seconds: number, handle: Transport): Transport {
  let refused = false
  return async (request) => {
    if (refused) return handle(request)
    refused = true
    const body = Buffer.from('{"error":{"code":"RATE_LIMITED","message":"too many"}}')
    return { status: 429, headers: { 'content-type': 'application/json', 'retry-after': String(seconds) }, body }
  }
}

describe('a command whose key is limited', () => {
  it.each([
    [40, 'Rate limit reached. Resuming in 40 s, at 00:00:40 UTC.\n'],
    [2, ''],
  ])('that waits %i s says %j', async (seconds, said) => {
    const bench = await openBench()
    const transport = busyFor(seconds, bench.emulator.handle)
    let now = 0
    const sleep = async (ms: number) => {
      now += ms
    }
    const { code, stderr } = await bench.run(['me'], { transport, sleep, monotonic: () => now })
    expect({ code, stderr }).toEqual({ code: 0, stderr: said })
  })
})

describe('a command that gets no answer', () => {
  it.each([
    ['ECONNRESET', /No response\. Retrying in \d+ s, at 00:\d\d:\d\d UTC\.\n/],
    ['ECONNREFUSED', /Connection refused\. Retrying in \d+ s, at 00:\d\d:\d\d UTC\.\n/],
    [502, /The service responded with 502\. Retrying in \d+ s, at 00:\d\d:\d\d UTC\.\n/],
  ])('says why it waits (%s), and not that the service asks for it', async (status, said) => {
    const bench = await openBench()
    const transport: Transport = async () => {
      if (typeof status === 'string') throw Object.assign(new Error(`read ${status}`), { code: status })
      return { status, headers: {}, body: Buffer.from('') }
    }
    let now = 0
    const sleep = async (ms: number) => {
      now += ms
    }
    const { stderr } = await bench.run(['me', '--retries', '40'], { transport, sleep, monotonic: () => now })
    expect(stderr).toMatch(said)
    expect(stderr).not.toContain('Rate limit')
  })
})
