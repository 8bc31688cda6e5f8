import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { verify } from '../../../src/webhooks/index.js'
import { type CaseResult, KIT_CASES, type KitReport, testReceiver } from '../../../src/webhooks/tools.js'
import { OLD_SECRET, type Receiver, receiver, rightReceiver, SECRET, WRONG_RECEIVERS } from './receivers.js'

const URL_ = 'http://127.0.0.1:1/hooks'
const run = (under: Receiver, more = {}) =>
  testReceiver({ url: URL_, secret: SECRET, oldSecret: OLD_SECRET, ...under, ...more })
const idsOf = ({ cases }: KitReport, verdict: string) =>
  cases.filter((each) => each.verdict === verdict).map(({ id }) => id)

describe('a receiver that does what the interface says', () => {
  it('[SIG-1] [SIG-2] [SIG-4] [CLI-3] [CLI-4] [CLI-7] passes every case', async () => {
    const report = await run(rightReceiver())
    expect(report.cases.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
    expect(report).toMatchObject({ url: URL_, verdict: 'pass', counts: { pass: KIT_CASES.length, fail: 0 } })
  })

  it('[SIG-5] the case of the old secret is skipped without one, and that is no failure', async () => {
    const report = await run(rightReceiver(), { oldSecret: undefined })
    expect(idsOf(report, 'skip')).toEqual(['old-secret'])
    expect(report.verdict).toBe('pass')
  })
})

describe('a receiver that does something wrong', () => {
  for (const [what, { make, fails = [], warns = [] }] of Object.entries(WRONG_RECEIVERS)) {
    it(`[SIG-4] one that ${what} is found out`, async () => {
      const report = await run(make())
      expect(idsOf(report, 'fail').sort()).toEqual([...fails].sort())
      expect(idsOf(report, 'warn').sort()).toEqual([...warns].sort())
      expect(report.verdict).toBe(fails.length > 0 ? 'fail' : 'pass')
    })
  }

  it('every case of the kit is failed or warned of by one of them', async () => {
    const found = new Set(Object.values(WRONG_RECEIVERS).flatMap(({ fails = [], warns = [] }) => [...fails, ...warns]))
    expect(KIT_CASES.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([])
  })

  it('there are at least twelve of them, and fourteen cases', () => {
    expect(Object.keys(WRONG_RECEIVERS).length).toBeGreaterThanOrEqual(12)
    expect(KIT_CASES.length).toBeGreaterThanOrEqual(14)
  })
})

describe('a receiver that does not answer', () => {
  it('[DLV-9] nothing more is sent after the first delivery', async () => {
    let sent = 0
    const under = { now: () => 0, send: () => Promise.reject(new Error(`connection refused ${++sent}`)) }
    const report = await run(under)
    expect(sent).toBe(1)
    expect(report.verdict).toBe('fail')
    expect(report.cases[0]).toMatchObject({ id: 'valid', verdict: 'fail', statuses: [null] })
    expect(report.cases[0]?.reason).toBe('The request got no response: connection refused 1.')
    expect(idsOf(report, 'skip')).toHaveLength(KIT_CASES.length - 2)
  })

  it('[DLV-9] 31 virtual seconds for the first delivery are too long', async () => {
    const under = receiver((_request, _body, clock) => {
      clock.at += 31_000
      return 200
    })
    const report = await run(under)
    expect(report.cases[0]?.reason).toBe('The request was answered after 31.0 s; the limit is 30 s.')
    expect(report.cases.find(({ id }) => id === 'in-time')?.verdict).toBe('fail')
  })

  it('[SIG-4] no answer to a forged request is a failure too', async () => {
    const right = rightReceiver()
    const send: Receiver['send'] = async (request) => {
      const answer = await right.send(request)
      if (answer.status === 401) throw new Error('socket closed')
      return answer
    }
    const report = await run({ ...right, send })
    expect(report.cases.find(({ id }) => id === 'tampered-byte')).toMatchObject({
      verdict: 'fail',
      reason: 'The request got no response: socket closed.',
    })
  })
})

describe('what the kit sends', () => {
  it('[DLV-1] to [DLV-4] is a POST with the headers of a delivery, at most 30 s long', async () => {
    const right = rightReceiver()
    const seen: Parameters<Receiver['send']>[0][] = []
    const send: Receiver['send'] = (request) => {
      seen.push(request)
      return right.send(request)
    }
    const report = await run({ ...right, send })
    expect(seen).toHaveLength(report.cases.flatMap(({ statuses }) => statuses).length)
    for (const { method, url, headers, timeoutMs } of seen) {
      expect({ method, url, timeoutMs }).toEqual({ method: 'POST', url: URL_, timeoutMs: 30_000 })
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Service-Webhook/1.0' })
      expect(headers['x-service-event']).toMatch(/^[a-z.]+$/)
    }
    expect(new Set(seen.map(({ headers }) => headers['x-service-delivery'])).size).toBe(seen.length - 1)
  })

  it('[DLV-3] every delivery that must be accepted verifies, and names its event in body and header', async () => {
    const right = rightReceiver()
    const accepted: string[] = []
    const send: Receiver['send'] = async (request) => {
      const answer = await right.send(request)
      if (answer.status === 204) {
        const body = Buffer.from(request.body as Uint8Array)
        expect(verify(SECRET, body, request.headers['x-service-signature'] ?? '')).toBe(true)
        expect((JSON.parse(body.toString()) as { event: string }).event).toBe(request.headers['x-service-event'])
        accepted.push(body.toString())
      }
      return answer
    }
    await run({ ...right, send })
    // Only the redelivery repeats one: a receiver that drops duplicates sees every other case.
    expect(new Set(accepted).size).toBe(accepted.length - 1)
  })

  it('each case is told as it ends', async () => {
    const reported: CaseResult[] = []
    const report = await run(rightReceiver(), { onCase: (result: CaseResult) => reported.push(result) })
    expect(reported).toEqual(report.cases)
  })

  it('stops when it is aborted', async () => {
    const controller = new AbortController()
    const right = rightReceiver()
    let sent = 0
    const send: Receiver['send'] = (request) => {
      if (++sent === 3) controller.abort(new Error('stopped'))
      return right.send(request)
    }
    await expect(run({ ...right, send }, { signal: controller.signal })).rejects.toThrow('stopped')
    expect(sent).toBe(3)
  })
})

describe('over a real socket', () => {
  it('[SIG-2] a right receiver passes', async () => {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const signature = request.headers['x-service-signature']
      response.statusCode = verify(SECRET, Buffer.concat(chunks), typeof signature === 'string' ? signature : '')
        ? 204
        : 401
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const send: Receiver['send'] = async ({ headers, body, method }) => {
        const { status } = await fetch(url, {
          method,
          headers,
          body: Buffer.from(body as Uint8Array),
          redirect: 'manual',
        })
        return { status, headers: {}, body: Buffer.alloc(0) }
      }
      const report = await testReceiver({
        url,
        secret: SECRET,
        oldSecret: OLD_SECRET,
        send,
        now: () => performance.now(),
      })
      expect(idsOf(report, 'fail')).toEqual([])
      expect(report.verdict).toBe('pass')
    } finally {
      server.close()
    }
  })
})
