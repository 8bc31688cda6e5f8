import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from '../../../src/cli/child.js'
import type { Transport, WireRequest } from '../../../src/contract/wire.js'
import { sign, verify } from '../../../src/webhooks/index.js'
import { runInpk, type Surroundings, stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { openBench } from '../with-emulator.js'

const URL = 'http://127.0.0.1:9999/hooks'
const env = { SECRET: 'whsec_one' }
const SECRET = ['--secret-env', 'SECRET']
const BY_URL = ['--state-command', 'http://127.0.0.1:9999/state', '--reset-command', 'http://127.0.0.1:9999/reset']

type Handle = (items: number[], delivery: { event: string; id: string; request: WireRequest }) => number | undefined

/** A receiver at URL with its state and its reset beside it; `handle` puts what it handles into the state. */
function receiver(handle: Handle) {
  let items: number[] = []
  const received: WireRequest[] = []
  const transport: Transport = async (request) => {
    const answer = (status: number, body = '') => ({ status, headers: {}, body: Buffer.from(body) })
    if (request.url.endsWith('/state')) return answer(200, JSON.stringify(items))
    if (request.url.endsWith('/reset')) {
      items = []
      return answer(204)
    }
    received.push(request)
    const id = request.headers['x-service-delivery'] ?? ''
    return answer(handle(items, { event: request.headers['x-service-event'] ?? '', id, request }) ?? 204)
  }
  return { transport, received }
}

const naive = () => receiver((items) => void items.push(1))
const idempotent = () =>
  receiver((items, { id }) => {
    const number = Number(/\d+/.exec(id))
    if (!items.includes(number)) items.push(number)
    items.sort()
    return 204
  })

const EVENTS = ['survey.created', { event: 'content.pushed', data: { inserted: 5 } }]
const prove = (argv: readonly string[], surroundings: Surroundings = {}) =>
  runInpk(['webhooks', 'prove', URL, ...argv], { env, ...surroundings })
const proveEvents = (argv: readonly string[], surroundings: Surroundings = {}, events: unknown = EVENTS) =>
  prove(['--scenario', '-', ...BY_URL, ...SECRET, ...argv], { stdin: stdinOf(JSON.stringify(events)), ...surroundings })

/** The same on a port of this machine, with the connections that state and reset came by. */
async function openReceiver() {
  const sockets = new Set<unknown>()
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    if (/state|reset/.test(request.url ?? '')) {
      sockets.add(request.socket)
      asked += 1
    }
    response.end(request.url === '/state' ? '[]' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen: () => ({ asked, connections: sockets.size }), server }
}

const asJson = (stdout: string) => JSON.parse(stdout)

describe('webhooks prove', () => {
  it('reads the state and resets it on connections that stay open', async () => {
    const { url, seen, server } = await openReceiver()
    const argv = [
      `${url}/hooks`,
      '--scenario',
      '-',
      '--state-command',
      `${url}/state`,
      '--reset-command',
      `${url}/reset`,
    ]
    try {
      const { code, stderr } = await runInpk(['webhooks', 'prove', ...argv, ...SECRET, '--orders', '10'], {
        env,
        stdin: stdinOf(JSON.stringify(EVENTS)),
        transport: undefined as never,
      })
      expect(code, stderr).toBe(0)
      expect(seen().asked).toBeGreaterThan(10)
      // One each, as there are two.
      expect(seen().connections).toBeLessThanOrEqual(2)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('[CLI-3] a receiver that handles a delivery twice: exit code 11, with the deliveries that show it', async () => {
    const { code, stdout } = await proveEvents([], { transport: naive().transport })
    expect(code).toBe(11)
    expect(stdout).toContain(`✗ ${URL} handles \`survey.created\` twice.`)
    expect(stdout).toContain('  1. survey.created (dlv_1) → 204\n')
    expect(stdout).toContain('  2. survey.created (dlv_1), again: the retry after 1 minute; ')
    expect(stdout).toContain('  - [1]: 1 instead of nothing\n')
    expect(stdout).toContain('The interface (CLI-3): Delivery is at-least-once')
  })

  it('[CLI-3, CLI-4] one that does not: exit code 0', async () => {
    const { transport, received } = idempotent()
    const { code, stdout } = await proveEvents([], { transport })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^✓ .*: 61 orders played \(every possible order; 2\d\d deliveries, .*all ended in the same state/,
    )
    expect(received.every(({ headers, body }) => verify('whsec_one', body!, headers['x-service-signature']!))).toBe(
      true,
    )
  })

  it('--json and --output junit hold the same', async () => {
    const { code, stdout } = await proveEvents(['--json', '--seed', '4'], { transport: naive().transport })
    expect(code).toBe(11)
    expect(asJson(stdout)).toMatchObject({
      url: URL,
      verdict: 'fail',
      events: ['survey.created', 'content.pushed'],
      orders: { played: 2, planned: 61, every: true },
      seed: 4,
      started_at: '2026-03-01T00:00:00.000Z',
      counterexample: {
        pattern: 'handled-twice',
        sentence: 'handles `survey.created` twice',
        deliveries: [
          { event: 'survey.created', delivery: 'dlv_1', attempt: 1, why: null, status: 204 },
          { event: 'survey.created', delivery: 'dlv_1', attempt: 2, status: 204 },
        ],
        fewest: true,
        expected: '[1]',
        found: '[1,1]',
      },
    })
    expect(stdout).not.toContain('whsec')
    const junit = await proveEvents(['--output', 'junit'], { transport: naive().transport })
    expect(junit.stdout).toContain('<failure message="The receiver handles `survey.created` twice."')
    const right = await proveEvents(['--output', 'junit'], { transport: idempotent().transport })
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('failures="0"')])
  })

  it('a redelivery has the id, the bytes and the signature of the first; dated where the facts say so', async () => {
    const attempts = async (argv: readonly string[]) => {
      const { transport, received } = idempotent()
      const given = [{ event: 'report.ready', timestamp: '2026-03-01T12:00:00Z' }]
      const { code } = await proveEvents(argv, { transport }, given)
      expect(code).toBe(0)
      const bodies = received.slice(-3).map(({ body }) => asJson(Buffer.from(body!).toString()).timestamp)
      expect(received.every(({ headers, body }) => headers['x-service-signature'] === sign('whsec_one', body!))).toBe(
        true,
      )
      expect(new Set(received.map(({ headers }) => headers['x-service-delivery']))).toEqual(new Set(['dlv_1']))
      return bodies
    }
    expect(await attempts([])).toEqual(new Array(3).fill('2026-03-01T12:00:00Z'))
    const facts = writeFile(scratchFolder(), 'facts.json', { 'behaviour:webhook-retry-bytes': { rule: 'fresh' } })
    expect(await attempts(['--facts', facts])).toEqual([
      '2026-03-01T12:00:00Z',
      '2026-03-01T12:01:00.000Z',
      '2026-03-01T12:06:00.000Z',
    ])
  })

  it('--recorded plays what the emulator delivered, once each and in order, with the signatures it had', async () => {
    const bench = await openBench({ outbound: async () => ({ status: 204 }) })
    for (const host of ['a', 'b']) await bench.json(['emulator', 'subscriptions', 'create', `https://${host}.example/`])
    for (const event of ['survey.created', 'content.pushed']) await bench.json(['webhooks', 'trigger', event])
    await bench.emulator.idle()
    const { transport, received } = idempotent()
    const both: Transport = (request) =>
      request.url.startsWith('http://127.0.0.1:9999') ? transport(request) : bench.emulator.handle(request)
    const argv = ['webhooks', 'prove', URL, '--recorded', ...BY_URL, '--orders', '3', '--json']
    const { code, stdout, stderr } = await bench.run(argv, { transport: both })
    expect([code, stderr]).toEqual([0, ''])
    expect(asJson(stdout).events).toEqual(['survey.created', 'content.pushed'])
    expect(received.every(({ headers }) => headers['x-service-signature']?.startsWith('sha256='))).toBe(true)
  })

  it('--recorded with nothing delivered: exit code 6, and how to change that', async () => {
    const bench = await openBench()
    const { code, stderr } = await bench.run(['webhooks', 'prove', URL, '--recorded', ...BY_URL])
    expect([code, stderr]).toEqual([6, expect.stringContaining('the emulator has delivered no events yet')])
  })

  it('--budget ends it in time, and it says how far it came', async () => {
    let now = 0
    const { transport } = idempotent()
    const slow: Transport = (request) => {
      now += 10
      return transport(request)
    }
    const played = async (budget: string) => {
      const { code, stdout } = await proveEvents(['--budget', budget, '--json'], {
        transport: slow,
        monotonic: () => now,
      })
      expect(code).toBe(0)
      return asJson(stdout).orders.played
    }
    expect(await played('300ms')).toBeLessThan(await played('900ms'))
    expect(await played('60s')).toBe(61)
  })

  it('--seed chooses other orders, and the same seed the same', async () => {
    const sent = async (seed: string) => {
      const { transport, received } = idempotent()
      const argv = ['--seed', seed, '--orders', '60']
      await proveEvents(argv, { transport }, ['survey.created', 'survey.published', 'content.pushed', 'report.ready'])
      return received.map(({ headers }) => headers['x-service-delivery'])
    }
    expect(await sent('4')).toEqual(await sent('4'))
    expect(await sent('4')).not.toEqual(await sent('5'))
  })

  it('--settle waits before the state is read', async () => {
    let waited = 0
    const sleep = async (ms: number) => {
      waited += ms
    }
    await proveEvents(['--settle', '200ms', '--orders', '1'], { transport: idempotent().transport, sleep })
    // Three undisturbed runs, one more to compare with, and one order.
    expect(waited).toBe(1_000)
  })
})

describe('the scenario of webhooks prove', () => {
  const eventsOf = async (path: string, cwd: string) => {
    const line = ['--scenario', path, ...BY_URL, ...SECRET, '--orders', '1', '--json']
    const { code, stdout, stderr } = await prove(line, { cwd, transport: idempotent().transport })
    expect([code, stderr]).toEqual([0, ''])
    return asJson(stdout).events
  }

  it('YAML, JSON, and `events` inside an object', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'a.yaml', '# comment\n- survey.created\n- event: content.pushed\n  data: { inserted: 5 }\n')
    writeFile(cwd, 'b.json', { events: ['survey.created', { event: 'own.event', data: {} }] })
    expect(await eventsOf('a.yaml', cwd)).toEqual(['survey.created', 'content.pushed'])
    expect(await eventsOf('b.json', cwd)).toEqual(['survey.created', 'own.event'])
  })

  const body = (event: string, second: number) =>
    JSON.stringify({ event, timestamp: `2026-03-01T00:00:0${second}Z`, data: {} })
  const raw = (event: string, id: string, second: number) =>
    `POST / HTTP/1.1\r\nX-Service-Event: ${event}\r\nX-Service-Delivery: ${id}\r\n\r\n${body(event, second)}`
  const record = (event: string, id: string, second: number) => ({
    id,
    event_id: `evt_${second}`,
    headers: { 'X-Service-Event': event, 'X-Service-Delivery': id },
    body: body(event, second),
  })

  it('a folder that `listen --save` made: attempts of one delivery are one event', async () => {
    const cwd = scratchFolder()
    mkdirSync(join(cwd, 'saved'))
    for (const [name, text] of [
      ['1.http', raw('content.pushed', 'dlv_2', 2)],
      ['2.http', raw('survey.created', 'dlv_1', 1)],
      ['3.http', raw('content.pushed', 'dlv_2', 2)],
    ] as const) {
      writeFile(join(cwd, 'saved'), name, text)
    }
    expect(await eventsOf('saved', cwd)).toEqual(['survey.created', 'content.pushed'])
    expect(await eventsOf('saved/1.http', cwd)).toEqual(['content.pushed'])
  })

  it('what `webhooks deliveries` prints, as a list and line by line', async () => {
    const cwd = scratchFolder()
    const records = [
      record('content.pushed', 'dlv_3', 1),
      record('survey.created', 'dlv_2', 0),
      record('survey.created', 'dlv_1', 0),
    ]
    writeFile(cwd, 'list.json', records)
    writeFile(cwd, 'lines.ndjson', records.map((each) => JSON.stringify(each)).join('\n'))
    writeFile(cwd, 'one.json', records[0])
    expect(await eventsOf('list.json', cwd)).toEqual(['survey.created', 'content.pushed'])
    expect(await eventsOf('lines.ndjson', cwd)).toEqual(['survey.created', 'content.pushed'])
    expect(await eventsOf('one.json', cwd)).toEqual(['content.pushed'])
  })

  it.for([
    ['- survey.createt\n', 'events.yaml:1:3: unknown event survey.createt', 'survey.created'],
    ['- test\n- evnt: test\n', 'events.yaml:2:3: unknown member "evnt"', 'event'],
    ['- { event: test, data: 5 }\n', '`data` is not an object', 'scenario'],
    ['- { event: test, timestamp: soon }\n', '`timestamp` is not a time', 'scenario'],
    ['- 5\n', 'expected the name of an event', 'scenario'],
    ['- { data: {} }\n', '`event` is missing', 'scenario'],
    ['a: [\n', 'events.yaml:2:1: ', 'scenario'],
    ['[]', 'events.yaml has no events', 'scenario'],
    ['just words', 'events.yaml is not a list of events', 'scenario'],
    ['[{"headers": {}}]', 'not a saved delivery', 'headers'],
    [JSON.stringify(new Array(51).fill('test')), 'events.yaml has 51 events', 'scenario'],
  ] as const)('refuses %j with exit code 6', async ([text, message, hint]) => {
    const cwd = scratchFolder()
    writeFile(cwd, 'events.yaml', text)
    const { transport, received } = idempotent()
    const { code, stderr } = await prove(['--scenario', 'events.yaml', ...BY_URL, ...SECRET], { cwd, transport })
    expect([code, received.length]).toEqual([6, 0])
    expect(stderr).toContain(message)
    expect(stderr).toContain('INVALID_SCENARIO')
    expect(stderr).toContain(hint)
  })

  it('is needed, and so is a secret for what was never signed', async () => {
    const none = await prove([...BY_URL, ...SECRET])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('Give --scenario PATH, or --recorded')])
    const unsigned = await prove(['--scenario', '-', ...BY_URL], { stdin: stdinOf('[test]') })
    expect([unsigned.code, unsigned.stderr]).toEqual([2, expect.stringContaining('test has to be signed')])
  })
})

describe('what stops webhooks prove', () => {
  const failing = (message: string, code: string): never => {
    throw Object.assign(new Error(message), { code })
  }

  it('a receiver that is down: exit code 9', async () => {
    const down: Transport = (request) =>
      request.url === URL ? failing('connect ECONNREFUSED', 'ECONNREFUSED') : idempotent().transport(request)
    const { code, stderr } = await proveEvents([], { transport: down })
    expect([code, stderr]).toEqual([
      9,
      expect.stringMatching(/connection refused\nCheck the address, .*\n\(RECEIVER_UNREACHABLE/),
    ])
  })

  it('a receiver that hangs up: exit code 9', async () => {
    const silent: Transport = (request) =>
      request.url === URL ? failing('socket hang up', 'ECONNRESET') : idempotent().transport(request)
    const { code, stderr } = await proveEvents([], { transport: silent })
    expect([code, stderr]).toEqual([9, expect.stringContaining('RECEIVER_HUNG_UP')])
  })

  it('a receiver that an order ends: exit code 9, with that order', async () => {
    let down = false
    const crashing = receiver((items, { event }) => {
      if (down || (event === 'content.pushed' && items.length === 0)) down = true
      if (down) failing('connect ECONNREFUSED', 'ECONNREFUSED')
      items.push(1)
      return 204
    })
    const { code, stderr } = await proveEvents([], { transport: crashing.transport })
    expect(code).toBe(9)
    expect(stderr).toContain('stopped answering at the last of these deliveries: content.pushed (')
  })

  it('a receiver that hangs up on some deliveries only: they are sent again, as the service would', async () => {
    const moody = receiver((items, { event }) => {
      if (event === 'content.pushed' && !items.includes(1)) failing('socket hang up', 'ECONNRESET')
      const number = event === 'content.pushed' ? 2 : 1
      if (!items.includes(number)) items.push(number)
      return 204
    })
    // The third is the other way round.
    const { code, stdout } = await proveEvents(['--orders', '3', '--json'], { transport: moody.transport })
    expect([code, asJson(stdout).refused]).toEqual([0, 1])
  })

  it('one that refuses even undisturbed: exit code 1', async () => {
    const { code, stderr } = await proveEvents([], { transport: receiver(() => 401).transport })
    expect([code, stderr]).toEqual([1, expect.stringContaining('the receiver refuses survey.created (401)')])
    expect(stderr).toContain('RECEIVER_REFUSES')
  })

  it('a state that is not steady: exit code 1, and what to do', async () => {
    let number = 0
    const { transport } = receiver((items) => void items.push(number++))
    const { code, stderr } = await proveEvents([], { transport })
    expect([code, stderr]).toEqual([1, expect.stringContaining('STATE_UNSTEADY')])
    expect(stderr).toMatch(/can be judged by it: \S+ \(.+, then .+\)/)
    expect(stderr).toContain('--settle 200ms')
  })

  it('a state or reset URL that answers with an error: exit code 1', async () => {
    for (const [path, code] of [
      ['/state', 'STATE_COMMAND_FAILED'],
      ['/reset', 'RESET_COMMAND_FAILED'],
    ] as const) {
      const right = idempotent().transport
      const transport: Transport = (request) =>
        request.url.endsWith(path)
          ? Promise.resolve({ status: 404, headers: {}, body: Buffer.alloc(0) })
          : right(request)
      const ran = await proveEvents([], { transport })
      expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(code)])
      expect(ran.stderr).toContain('answered with 404')
      expect(ran.stderr).toMatch(/Send it yourself to see why: `curl -X (GET|POST) \S+`/)
    }
  })

  it('Ctrl-C: exit code 130', async () => {
    const onSignal = (listener: (signal: NodeJS.Signals) => void) => {
      const timer = setTimeout(listener, 50, 'SIGINT')
      return () => clearTimeout(timer)
    }
    const slow = idempotent().transport
    const transport: Transport = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return slow(request)
    }
    expect((await proveEvents([], { transport, onSignal })).code).toBe(130)
  })
})

describe('the commands of webhooks prove', () => {
  const commands = (state: string, reset: string) => [
    '--scenario',
    '-',
    '--state-command',
    state,
    '--reset-command',
    reset,
    ...SECRET,
  ]
  const ran = (argv: readonly string[], surroundings: Surroundings = {}) =>
    prove(argv, {
      cwd: scratchFolder(),
      stdin: stdinOf('[report.ready]'),
      transport: receiver(() => 204).transport,
      startChild,
      env: { ...env, PATH: process.env.PATH },
      ...surroundings,
    })

  it('are lines of a shell in the working folder', async () => {
    const { code, stdout } = await ran([...commands('cat log | wc -l', 'echo x > log'), '--json'])
    expect([code, asJson(stdout).orders]).toEqual([0, { played: 2, planned: 2, every: true }])
  })

  it('that fail end it with exit code 1 and what they printed', async () => {
    const state = await ran(commands('echo no such table >&2; exit 3', 'true'))
    expect(state.code).toBe(1)
    expect(state.stderr).toContain('--state-command ended with 3')
    expect(state.stderr).toContain('no such table')
    expect(state.stderr).toContain('STATE_COMMAND_FAILED')
    const reset = await ran(commands('true', 'kill -9 $$'))
    expect(reset.stderr).toContain('--reset-command was ended by SIGKILL')
  })

  it('may leave a process running that holds its output open', async () => {
    const cwd = scratchFolder()
    const argv = [...commands('true', 'sleep 60 & echo $! >> pids'), '--orders', '1']
    const { code } = await ran(argv, { cwd })
    expect(code).toBe(0)
    // Three undisturbed runs, one more to compare with, and one order.
    const pids = readFileSync(join(cwd, 'pids'), 'utf8').trim().split('\n').map(Number)
    expect(pids).toHaveLength(5)
    for (const pid of pids) process.kill(pid)
  })
})
