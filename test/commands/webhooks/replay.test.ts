import { beforeEach, describe, expect, it } from 'vitest'
import type { OutboundRequest } from '../../../emulator/index.js'
import { sign, verify } from '../../../src/webhooks/index.js'
import { runInpk, stdinOf } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'
import { type Bench, openBench } from '../with-emulator.js'
import { RECEIVER_URL, receiverBeside } from './receiver.js'

let bench: Bench
let delivered: OutboundRequest[]
let secret: string
beforeEach(async () => {
  delivered = []
  bench = await openBench({ outbound: async (request) => ({ status: delivered.push(request) && 204 }) })
  secret = (await bench.json(['emulator', 'subscriptions', 'create', 'https://127.0.0.1:9/hook'])).secret
  await bench.json(['webhooks', 'trigger', 'series.created', '--set', 'data.name=Grüße'])
  await bench.emulator.idle()
})

describe('webhooks replay', () => {
  it('[DLV-11] sends a delivery of the ledger byte for byte, with its headers', async () => {
    const receiver = receiverBeside(bench)
    const argv = ['webhooks', 'replay', 'dlv_1', '--to', RECEIVER_URL]
    const { code, stdout } = await bench.run(argv, { transport: receiver.transport })
    expect([code, stdout]).toEqual([0, expect.stringContaining('✓ series.created')])
    const [{ request, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect(body).toBe(Buffer.from(delivered[0]!.body).toString())
    const lower = Object.entries(delivered[0]!.headers).map(([name, value]) => [name.toLowerCase(), value])
    expect(request.headers).toEqual(Object.fromEntries(lower))
    expect(verify(secret, body, request.headers['x-service-signature']!)).toBe(true)
  })

  it('a saved request keeps its bytes also where they are no UTF-8; what belonged to its connection stays behind', async () => {
    const cwd = scratchFolder()
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
    const head = `POST /x HTTP/1.1\r\nHost: old.example\r\nConnection: close\r\nX-Service-Signature: ${sign('s', body)}\r\nContent-Length: 4\r\n\r\n`
    writeFile(cwd, 'saved.http', Buffer.concat([Buffer.from(head), body]))
    const receiver = receiverBeside(undefined)
    const argv = ['webhooks', 'replay', 'saved.http', '--to', RECEIVER_URL, '--json']
    const { code, stdout } = await runInpk(argv, { cwd, transport: receiver.transport })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ bytes: 4, status: 204, signature: sign('s', body) })
    const { request } = receiver.received[0]!
    expect(Buffer.from(request.body as Uint8Array)).toEqual(body)
    expect(Object.keys(request.headers)).toEqual(['x-service-signature'])
  })

  it('--resign signs the same bytes anew', async () => {
    const receiver = receiverBeside(bench)
    const argv = ['webhooks', 'replay', 'dlv_1', '--to', RECEIVER_URL, '--resign', '--secret-env', 'OTHER']
    await bench.run(argv, { transport: receiver.transport, env: { OTHER: 'whsec_other' } })
    const [{ request, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect(verify('whsec_other', body, request.headers['x-service-signature']!)).toBe(true)
  })

  it('a delivery whose subscription is gone can be sent elsewhere, and the error says how', async () => {
    await bench.json(['emulator', 'subscriptions', 'delete', '1', '--yes'])
    const { code, stderr } = await bench.run(['webhooks', 'replay', 'dlv_1'])
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining('`inpk webhooks replay dlv_1 --to URL` sends it elsewhere'),
    ])
  })

  it('without --to a delivery goes send it again to its own subscription', async () => {
    const { code, stdout } = await bench.run(['webhooks', 'replay', 'dlv_1'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Sent dlv_1 again to \S+, as dlv_2\./)])
    await bench.emulator.idle()
    expect(Buffer.from(delivered[1]!.body)).toEqual(Buffer.from(delivered[0]!.body))
  })

  it('a receiver that refuses it: exit code 1', async () => {
    const { transport } = receiverBeside(bench, () => 500)
    expect((await bench.run(['webhooks', 'replay', 'dlv_1', '--to', RECEIVER_URL], { transport })).code).toBe(1)
  })

  it.each([
    [['dlv_77', '--to', RECEIVER_URL], 5, 'dlv_77'],
    [['-', '--to', RECEIVER_URL], 6, 'Not a raw HTTP request'],
    [['nothing.http', '--to', RECEIVER_URL], 2, 'file not found'],
    [['saved.http'], 2, 'no target given'],
    [['dlv_1', '--to', RECEIVER_URL, '--resign'], 2, 'no secret was named'],
    [['dlv_1', '--to', RECEIVER_URL, '--secret-env', 'S'], 2, 'a secret works only with --resign'],
    [['dlv_1', '--resign', '--secret-env', 'S'], 2, '--resign works only with --to'],
  ])('%j ends with %i', async (argv, exit, message) => {
    const surroundings = { env: { S: 'whsec_one' }, stdin: stdinOf('hello') }
    const { code, stderr } = await bench.run(['webhooks', 'replay', ...argv], surroundings)
    expect(code).toBe(exit)
    expect(stderr).toContain(message)
  })
})
