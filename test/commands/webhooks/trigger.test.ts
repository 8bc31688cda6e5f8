import { beforeEach, describe, expect, it } from 'vitest'
import type { OutboundRequest } from '../../../emulator/index.js'
import type { Environment } from '../../../src/cli/environment.js'
import { NotSentError } from '../../../src/client/not-sent.js'
import type { Transport } from '../../../src/contract/wire.js'
import { verify } from '../../../src/webhooks/index.js'
import { runInpk, stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { type Bench, openBench } from '../with-emulator.js'
import { RECEIVER_URL, receiverBeside } from './receiver.js'

let bench: Bench
let delivered: OutboundRequest[]
beforeEach(async () => {
  delivered = []
  bench = await openBench({ outbound: async (request) => ({ status: delivered.push(request) && 204 }) })
})
const subscribe = (...events: string[]) =>
  bench.json([
    ...['emulator', 'subscriptions', 'create', 'https://127.0.0.1:9/hook'],
    ...events.flatMap((event) => ['--event', event]),
  ])
const trigger = (argv: string[], surroundings = {}) => bench.run(['webhooks', 'trigger', ...argv], surroundings)
const bodyOf = ({ body }: OutboundRequest) => JSON.parse(Buffer.from(body).toString())

describe('webhooks trigger', () => {
  it('[SUB-2] emits an event through the emulator to whoever asked for it', async () => {
    await subscribe('content.pushed')
    const set = ['--set', 'data.inserted=5', '--set', 'data.source_reference=night', '--set', 'data.question_ids.0=7']
    const { deliveries, event } = await bench.json(['webhooks', 'trigger', 'content.pushed', ...set])
    expect([event, deliveries]).toEqual(['content.pushed', ['dlv_1']])
    await bench.emulator.idle()
    const [request] = delivered
    expect(bodyOf(request!)).toMatchObject({
      event: 'content.pushed',
      data: { inserted: 5, source_reference: 'night', question_ids: [7, 57] },
    })
    const { stdout } = await trigger(['content.pushed'])
    expect(stdout).toContain('content.pushed: 1 delivery (dlv_2)')
  })

  it('says where no subscription takes the event, to programs as well; the deliveries are their count', async () => {
    await subscribe('content.pushed')
    const said = 'warning: no active subscription takes series.created, so nothing was sent'
    const shown = await trigger(['series.created'])
    expect([shown.code, shown.stdout]).toEqual([0, 'series.created: 0 deliveries\n'])
    expect(shown.stderr).toContain(said)
    const read = await trigger(['series.created', '--json'])
    expect([read.code, JSON.parse(read.stdout).deliveries]).toEqual([0, []])
    expect(read.stderr).toContain(said)
  })

  it('--data is the data of the event, and its paths can be set', async () => {
    await subscribe()
    const stdin = stdinOf('{"survey_series_id":3,"name":"From file"}')
    await trigger(['series.created', '--data', '-', '--set', 'data.name=Set'], { stdin })
    await bench.emulator.idle()
    expect(bodyOf(delivered[0]!).data).toEqual({ survey_series_id: 3, name: 'Set' })
  })

  it('data that the event forbids is refused by the emulator: exit code 6', async () => {
    const { code, stderr } = await trigger(['series.created', '--data', '-'], { stdin: stdinOf('{"name":1}') })
    expect(code).toBe(6)
    expect(stderr).toContain('data.')
  })

  it('a path the event does not have is an error that lists those it has', async () => {
    const { code, stdout, stderr } = await trigger(['series.created', '--set', 'data.nmae=x'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('series.created has no "data.nmae"; it has data.survey_series_id, data.name')
    expect(stderr).not.toContain('paths:')
    const { stderr: json } = await trigger(['series.created', '--set', 'timestamp=x', '--json'])
    expect(JSON.parse(json).error).toMatchObject({
      code: 'UNKNOWN_PATH',
      details: { paths: ['data.survey_series_id', 'data.name'] },
    })
  })

  it('many paths are listed one per line, also in a pipe, and called so once', async () => {
    const { stderr } = await trigger(['content.pushed', '--set', 'data.insrted=3'])
    const lines = stderr.split('\n')
    expect(lines).toEqual(expect.arrayContaining(['  paths:', '    data.survey_id', '    data.inserted']))
    expect(stderr.match(/paths:/g)).toHaveLength(1)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(100)
  })

  it('[DLV-1, DLV-2, DLV-3, DLV-4, SIG-1] --to posts a signed sample to any address', async () => {
    const receiver = receiverBeside(undefined)
    const env = { SECRET: 'whsec_one' }
    const argv = ['webhooks', 'trigger', 'test', '--to', RECEIVER_URL, '--secret-env', 'SECRET']
    const sets = ['--set', 'timestamp=2026-01-01T00:00:00.000Z', '--set', 'data.message=Grüße']
    const { code, stdout } = await runInpk([...argv, ...sets], { env, transport: receiver.transport })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ test \(\d+ bytes\) to http:.*: 204 after/)])
    const [{ request, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect(request.method).toBe('POST')
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'test',
    })
    expect(verify('whsec_one', body, request.headers['x-service-signature']!)).toBe(true)
    expect(JSON.parse(body)).toEqual({
      event: 'test',
      timestamp: '2026-01-01T00:00:00.000Z',
      data: { subscription_id: 1, message: 'Grüße' },
    })
  })

  it('--to sends what the service would by the facts in force, in its names and with its header', async () => {
    const receiver = receiverBeside(undefined)
    const facts = writeFile(scratchFolder(), 'facts.json', {
      'event:series.created': { names: { survey_series_id: 'group.id' }, types: { survey_series_id: 'string' } },
      'behaviour:webhook-delivery-id': { header: 'Webhook-Id' },
    })
    const argv = ['webhooks', 'trigger', 'series.created', '--set', 'data.survey_series_id=7', '--to', RECEIVER_URL]
    const more = ['--secret-env', 'SECRET', '--facts', facts, '--json']
    const { code, stdout } = await runInpk([...argv, ...more], {
      env: { SECRET: 'whsec_one' },
      transport: receiver.transport,
    })
    const [{ request, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect(JSON.parse(body).data).toEqual({ group: { id: '7' }, name: 'Support' })
    expect(verify('whsec_one', body, request.headers['x-service-signature']!)).toBe(true)
    expect(request.headers).not.toHaveProperty('x-service-delivery')
    expect([code, JSON.parse(stdout).delivery]).toEqual([0, request.headers['webhook-id']])
  })

  it('a receiver that refuses it: exit code 1; one that does not answer: 9', async () => {
    const argv = ['webhooks', 'trigger', 'test', '--to', RECEIVER_URL, '--secret-env', 'SECRET', '--json']
    const env = { SECRET: 'whsec_one' }
    const refusing = await runInpk(argv, { env, transport: receiverBeside(undefined, () => 401).transport })
    expect(refusing.code).toBe(1)
    expect(JSON.parse(refusing.stdout)).toMatchObject({ event: 'test', status: 401, to: RECEIVER_URL })
    const transport = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const silent = await runInpk(argv, { env, transport })
    expect([silent.code, silent.stdout]).toEqual([9, ''])
    expect(JSON.parse(silent.stderr).error.code).toBe('RECEIVER_UNREACHABLE')
  })

  it.each([
    [['series.craeted'], 'Did you mean `series.created`'],
    [['test'], 'a test event needs a subscription'],
    [['series.created', '--set', 'data.survey_series_id=many'], 'data.survey_series_id must be a number, not many'],
    [['content.pushed', '--set', 'data.question_ids=1,2'], 'data.question_ids must be a list'],
    [['series.created', '--set', 'data.name'], 'sets nothing'],
    [['series.created', '--to', 'here', '--secret-env', 'S'], 'is not a receiver URL'],
    [['series.created', '--to', RECEIVER_URL], 'no secret was named'],
    [['series.created', '--to', RECEIVER_URL, '--secret', 'x'], "can't be passed on the command line"],
    [['series.created', '--secret-env', 'S'], 'a secret works only with --to'],
  ])('%j is wrong usage', async (argv, message) => {
    const { code, stderr } = await trigger(argv, { env: { S: 'whsec_one' } })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

it.each([
  ['ECONNRESET', 13, 'IN_DOUBT'],
  ['ECONNREFUSED', 9, 'RECEIVER_UNREACHABLE'],
])('webhooks trigger --to a receiver that ends with %s: exit code %i', async (code, exitCode, name) => {
  const transport = async () => {
    throw Object.assign(new Error('no answer'), { code })
  }
  const argv = ['series.created', '--to', RECEIVER_URL, '--secret-env', 'WEBHOOK_SECRET', '--json']
  const ran = await trigger(argv, { transport, env: { WEBHOOK_SECRET: 'whsec_x' } })
  expect([ran.code, JSON.parse(ran.stderr).error.code]).toEqual([exitCode, name])
})

it.each([
  ['after it has left', false, 'IN_DOUBT'],
  ['while it still connects', true, 'INTERRUPTED'],
])('webhooks trigger --to a receiver, ended by Ctrl-C %s: exit code 130', async (_, isUnsent, name) => {
  let tell: (signal: NodeJS.Signals) => void = () => {}
  const onSignal: Environment['onSignal'] = (listener) => {
    tell = listener
    return () => {}
  }
  const transport: Transport = ({ signal }) => {
    setImmediate(() => tell('SIGINT'))
    return new Promise((_, reject) => {
      signal!.addEventListener('abort', () => reject(isUnsent ? new NotSentError(signal!.reason) : signal!.reason))
    })
  }
  const argv = ['series.created', '--to', RECEIVER_URL, '--secret-env', 'WEBHOOK_SECRET', '--json']
  const ran = await trigger(argv, { transport, onSignal, env: { WEBHOOK_SECRET: 'whsec_x' } })
  expect([ran.code, JSON.parse(ran.stderr).error.code]).toEqual([130, name])
})
