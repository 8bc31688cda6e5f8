import { readdirSync, readFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sign } from '../../../src/webhooks/index.js'
import { runInpk, type Surroundings } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { type Bench, openBench } from '../with-emulator.js'
import { RECEIVER_URL, receiverBeside } from './receiver.js'

let bench: Bench
beforeEach(async () => {
  bench = await openBench({ clock: { mode: 'frozen', now: Date.UTC(2026, 2, 2, 9) } })
})

/** The lease is not renewed within these tests. */
const sleep: NonNullable<Surroundings['sleep']> = (_waitMs, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
const listen = (argv: string[], surroundings: Surroundings = {}) =>
  bench.run(['webhooks', 'listen', ...argv], { sleep, cwd: scratchFolder(), ...surroundings })
const subscriptions = () => bench.json(['emulator', 'subscriptions', 'list'])
const emit = async (...events: string[]) => {
  for (const event of events) {
    await bench.json(['webhooks', 'trigger', event])
    await bench.emulator.idle()
  }
}
/** Resolves once the listener has subscribed. */
const subscribed = () => expect.poll(subscriptions).toHaveLength(1)
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Posts to a listener that has no emulator, as soon as it listens there. */
async function post(port: number, body: string, signature: string, event = 'test'): Promise<number> {
  const headers = { 'x-service-signature': signature, 'x-service-event': event }
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await fetch(`http://127.0.0.1:${port}/any/path`, { method: 'POST', body, headers })).status
    } catch (error) {
      if (attempt > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

describe('webhooks listen', () => {
  it('[SIG-2, SIG-4] subscribes itself, verifies, a line a delivery, and unsubscribes at the end', async () => {
    const listening = listen(['--limit', '2'])
    await subscribed()
    expect((await subscriptions())[0]).toMatchObject({ local: true, lease_seconds: 10, state: 'active' })
    await emit('series.created', 'content.pushed')
    const { code, stdout, stderr } = await listening
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ 00:00:00 {2}series\.created dlv_1 {2}\d+ bytes → 204\n✓ .*content\.pushed dlv_2.*\n$/)
    expect(stderr).toMatch(
      /^Listening at http:\/\/127\.0\.0\.1:\d+\/, subscription 1 of the emulator\. Ctrl-C to stop\.\n$/,
    )
    expect(await subscriptions()).toEqual([])
    expect((await bench.json(['webhooks', 'deliveries'])).map(({ state }: { state: string }) => state)).toEqual([
      'delivered',
      'delivered',
    ])
  })

  it('[SUB-2] --subscribe asks for these events only', async () => {
    const listening = listen(['--limit', '1', '--subscribe', 'survey.created, content.pushed', '--json'])
    await subscribed()
    await emit('series.created', 'content.pushed')
    expect(linesOf((await listening).stdout)).toMatchObject([{ event: 'content.pushed' }])
  })

  it('[DLV-11] --respond 500 --times 2 fails two attempts; a delivery that came before says so; JSON is a line each', async () => {
    const listening = listen(['--limit', '3', '--respond', '500', '--times', '2', '--json'])
    await subscribed()
    await emit('series.created')
    await bench.json(['emulator', 'clock', 'advance', '6m'])
    const seen = linesOf((await listening).stdout)
    expect(
      seen.map(({ number, delivery, again, status, verified }) => [number, delivery, again, status, verified]),
    ).toEqual([
      [1, 'dlv_1', false, 500, true],
      [2, 'dlv_1', true, 500, true],
      [3, 'dlv_1', true, 204, true],
    ])
    const { attempts } = await bench.json(['webhooks', 'deliveries', 'dlv_1'])
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([500, 500, 204])
  })

  it('a delivery is known again by the header that the facts in force name', async () => {
    const facts = { 'behaviour:webhook-delivery-id': { header: 'Webhook-Id' } }
    bench = await openBench({ clock: { mode: 'frozen', now: Date.UTC(2026, 2, 2, 9) }, facts })
    const file = writeFile(scratchFolder(), 'facts.json', facts)
    const listening = listen(['--limit', '2', '--respond', '500', '--times', '1', '--json', '--facts', file])
    await subscribed()
    await emit('series.created')
    await bench.json(['emulator', 'clock', 'advance', '6m'])
    const seen = linesOf((await listening).stdout)
    expect(seen.map(({ delivery, again, verified }) => [delivery, again, verified])).toEqual([
      ['dlv_1', false, true],
      ['dlv_1', true, true],
    ])
  })

  it('--save keeps headers and exact bytes in files that verify and replay read; --jq takes each delivery', async () => {
    const cwd = scratchFolder()
    const listening = listen(['--limit', '1', '--save', 'kept', '--jq', '.saved'], { cwd })
    await subscribed()
    await emit('series.created')
    const name = (await listening).stdout.trim()
    expect(name).toMatch(/^kept\/20260301T000000000Z-series\.created-dlv_1\.http$/)
    const record = await bench.json(['webhooks', 'deliveries', 'dlv_1'])
    const file = readFileSync(join(cwd, name), 'utf8')
    expect(file).toMatch(
      /^POST \/ HTTP\/1\.1\r\nContent-Type: application\/json\r\nUser-Agent: Service-Webhook\/1\.0\r\n/,
    )
    expect(file.endsWith(`\r\n\r\n${record.body}`)).toBe(true)
    const receiver = receiverBeside(bench)
    const replay = ['webhooks', 'replay', name, '--to', RECEIVER_URL]
    expect((await bench.run(replay, { cwd, transport: receiver.transport })).code).toBe(0)
    expect(receiver.received[0]!.request.headers['x-service-signature']).toBe(record.attempts[0].signature)
  })

  it('[DLV-11] --forward-to passes on exact bytes and headers, and answers what the target answers', async () => {
    const receiver = receiverBeside(bench, () => 418)
    const argv = ['--limit', '1', '--forward-to', RECEIVER_URL, '--json']
    const listening = listen(argv, { transport: receiver.transport })
    await subscribed()
    await emit('series.created')
    expect(linesOf((await listening).stdout)).toMatchObject([{ status: 418, forwarded: { status: 418, error: null } }])
    const record = await bench.json(['webhooks', 'deliveries', 'dlv_1'])
    const [{ request, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect(body).toBe(record.body)
    for (const [name, value] of Object.entries(record.headers)) {
      expect(request.headers[name.toLowerCase()], name).toBe(value)
    }
    expect(request.headers.host).toBeUndefined()
    expect(record.attempts[0].status).toBe(418)
  })

  it('--header adds to what is forwarded, and --print-secret shows what it is signed with', async () => {
    const receiver = receiverBeside(bench)
    const argv = ['--limit', '1', '--forward-to', RECEIVER_URL, '-H', 'X-Test: one', '--print-secret']
    const listening = listen(argv, { transport: receiver.transport })
    await subscribed()
    await emit('series.created')
    const { stderr } = await listening
    const [{ request, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect(request.headers['x-test']).toBe('one')
    const [, secret] = /^Signing secret: (whsec_\S+)$/m.exec(stderr)!
    expect(request.headers['x-service-signature']).toBe(sign(secret!, body))
  })

  it('a target that is not there: 502, and the delivery is shown all the same', async () => {
    const transport: NonNullable<Surroundings['transport']> = (request) =>
      request.url.startsWith(RECEIVER_URL)
        ? Promise.reject(new Error('connect ECONNREFUSED'))
        : bench.emulator.handle(request)
    const listening = listen(['--limit', '1', '--forward-to', RECEIVER_URL], { transport })
    await subscribed()
    await emit('series.created')
    expect((await listening).stdout).toMatch(/^✗ .*→ 502, not forwarded: connection refused/m)
  })

  it('--https: the emulator trusts the certificate made on the spot, others find it beside what is saved', async () => {
    const cwd = scratchFolder()
    const now = Date.now
    const listening = listen(['--limit', '2', '--https', '--save', 'kept', '--json'], { cwd, now })
    await subscribed()
    const { url } = (await subscriptions())[0]
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/)
    await emit('series.created')
    const ca = readFileSync(join(cwd, 'kept/certificate.pem'), 'utf8')
    const status = await new Promise((resolve, reject) => {
      const outgoing = httpsRequest(
        url.replace('127.0.0.1', 'localhost'),
        { method: 'POST', ca, family: 4 },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      outgoing.on('error', reject).end('{}')
    })
    expect(status).toBe(401)
    const { code, stdout } = await listening
    expect(linesOf(stdout)).toMatchObject([
      { event: 'series.created', verified: true, status: 204 },
      { verified: false },
    ])
    expect(code, 'one of them did not verify').toBe(11)
    expect(readdirSync(join(cwd, 'kept'))).toHaveLength(3)
  })

  it('[SIG-4] with a secret it needs no emulator; what does not verify is refused, and why is said', async () => {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const argv = ['webhooks', 'listen', '--limit', '4', '--port', String(port), '--secret-env', 'SECRET']
    const listening = runInpk(argv, { env: { SECRET: 'whsec_one' }, sleep })
    const body = '{"event":"test","timestamp":"2026-03-01T00:00:00.000Z","data":{}}'
    expect(await post(port, `${body}\n`, sign('whsec_one', body))).toBe(401)
    expect(await post(port, body, sign('whsec_one', body))).toBe(204)
    expect(await post(port, body.replace('test', 'next'), sign('whsec_one', body))).toBe(401)
    const statuses = [(await fetch(`http://127.0.0.1:${port}/`)).status, await post(port, body, '', '\u009b31mred')]
    expect(statuses).toEqual([405, 401])
    const { code, stdout } = await listening
    const lines = stdout.trim().split('\n')
    expect(code).toBe(11)
    expect(lines[0]).toMatch(/^✗ .*does not verify: .*(line break|newline)/i)
    expect(lines[1]).toMatch(/^✓/)
    expect(lines[2]).toMatch(/^✗ .*belongs to another delivery\. It is that of number 2\.$/)
    expect(lines[3]).toMatch(/^✗ .*The signature is missing\.$/)
    expect(stdout).not.toMatch(/[\u0080-\u009f]/)
  })

  it('Ctrl-C ends it with 130 and unsubscribes', async () => {
    let interrupt: (signal: NodeJS.Signals) => void = () => {}
    const onSignal: NonNullable<Surroundings['onSignal']> = (listener) => {
      interrupt = listener
      return () => {}
    }
    const listening = listen([], { onSignal })
    await subscribed()
    interrupt('SIGINT')
    expect((await listening).code).toBe(130)
    expect(await subscriptions()).toEqual([])
  })

  it('a reader that goes away ends it as well, and unsubscribes', async () => {
    const listening = listen(['--json'], { readsAtMost: 1 })
    await subscribed()
    await emit('series.created', 'content.pushed')
    expect((await listening).code).toBe(0)
    expect(await subscriptions()).toEqual([])
  })

  it('renews its lease, and subscribes again where the subscription was lost', async () => {
    const renewed: string[] = []
    let renewals = 0
    const transport: NonNullable<Surroundings['transport']> = async (request) => {
      const answer = await bench.emulator.handle(request)
      if (request.method === 'PATCH') renewed.push(`${answer.status} ${request.body}`)
      return answer
    }
    const slow: NonNullable<Surroundings['sleep']> = async (waitMs, signal) => {
      signal?.throwIfAborted()
      renewals += 1
      if (renewals > 2) return sleep(waitMs, signal)
      if (renewals === 2) await bench.run(['emulator', 'subscriptions', 'delete', '1'])
    }
    const listening = listen(['--limit', '1'], { transport, sleep: slow })
    await expect.poll(async () => (await subscriptions())[0]?.id).toBe('2')
    expect(renewed).toEqual(['200 {"lease_seconds":10}', '404 {"lease_seconds":10}'])
    await emit('series.created')
    const { code, stdout, stderr } = await listening
    expect([code, stdout[0]]).toEqual([0, '✓'])
    expect(stderr).toContain('subscribed again, as 2')
  })

  it.each([
    [['--times', '2'], 2, '--times works only with --respond'],
    [['--subscribe', 'series.craeted'], 2, 'unknown event series.craeted'],
    [['--subscribe', 'series.created', '--secret-env', 'S'], 2, "can't be used together"],
    [['--secret', 'x'], 2, "can't be passed on the command line"],
    [['--forward-to', 'here', '--secret-env', 'S'], 2, 'is not a receiver URL'],
    [['--header', 'X-Test: one'], 2, '--header works only with --forward-to'],
    [['--print-secret', '--secret-env', 'S'], 2, "--print-secret and a secret can't be used together"],
    [['--output', 'csv'], 2, 'Use --output table, json or ndjson.'],
    [['--output', 'junit'], 2, '`inpk webhooks listen` has no junit output'],
    [['--respond', '100'], 2, '200 to 599'],
  ])('%j ends with %i', async (argv, exit, message) => {
    const { code, stderr } = await listen(argv, { env: { S: 'whsec_one' } })
    expect(code).toBe(exit)
    expect(stderr).toContain(message)
    expect(await subscriptions()).toEqual([])
  })

  it('without an emulator and without a secret: exit code 9', async () => {
    expect((await runInpk(['webhooks', 'listen'])).code).toBe(9)
  })

  it('a port that is in use: exit code 7', async () => {
    const listening = listen(['--limit', '1'])
    await subscribed()
    const port = new URL((await subscriptions())[0].url).port
    const second = await runInpk(['webhooks', 'listen', '--port', port, '--secret-env', 'S'], { env: { S: 's' } })
    expect([second.code, second.stderr]).toEqual([7, expect.stringContaining(`port ${port} is in use`)])
    await emit('series.created')
    await listening
  })
})
