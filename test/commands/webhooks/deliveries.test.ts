import { beforeEach, describe, expect, it } from 'vitest'
import { verify } from '../../../src/webhooks/index.js'
import { runInpk, type Surroundings } from '../../cli/run-inpk.js'
import { type Bench, openBench } from '../with-emulator.js'

let bench: Bench
let status: number
beforeEach(async () => {
  status = 204
  bench = await openBench({
    clock: { mode: 'frozen', now: Date.UTC(2026, 2, 2, 9) },
    outbound: async () => {
      if (status === 0) throw new Error('connect ECONNREFUSED 127.0.0.1:9')
      return { status }
    },
  })
})
const subscribe = () => bench.json(['emulator', 'subscriptions', 'create', 'https://127.0.0.1:9/hook'])
const emit = async (event: string) => {
  await bench.json(['webhooks', 'trigger', event])
  await bench.emulator.idle()
}
const deliveries = (argv: string[] = []) => bench.json(['webhooks', 'deliveries', ...argv])

describe('webhooks deliveries', () => {
  it('an empty ledger says so', async () => {
    expect(await bench.run(['webhooks', 'deliveries'])).toMatchObject({ code: 0, stdout: '' })
    expect(await deliveries()).toEqual([])
  })

  it('says that nothing matches, or how long it waited, and not only that there is none', async () => {
    const said = async (...argv: string[]) => (await bench.run(['webhooks', 'deliveries', ...argv])).stderr
    expect(await said()).toContain('No deliveries. `inpk webhooks listen` subscribes to them.')
    expect(await said('--state', 'pending')).toContain('No matching deliveries.')
    expect(await said('--wait', '--event', 'test', '--within', '0s')).toContain('No matching delivery after 0.0 s.')
  })

  it('lists the ledger, newest first, by subscription, event and state', async () => {
    await subscribe()
    await emit('series.created')
    status = 503
    await emit('survey.created')
    const ids = async (argv: string[]) => (await deliveries(argv)).map(({ id }: { id: string }) => id)
    expect(await ids([])).toEqual(['dlv_2', 'dlv_1'])
    expect(await ids(['--event', 'series.created'])).toEqual(['dlv_1'])
    expect(await ids(['--state', 'pending'])).toEqual(['dlv_2'])
    expect((await bench.run(['webhooks', 'deliveries', '--subscription', '2'])).code).toBe(5)
    expect(await ids(['--limit', '1'])).toEqual(['dlv_2'])
    const { stdout } = await bench.run(['webhooks', 'deliveries'])
    expect(stdout).toMatch(/dlv_2 +survey.created +http\S+ +pending +1 +503 +2026-03-02 09:01:00/)
  })

  it('refuses an event that there is none of, with the nearest', async () => {
    const { code, stderr } = await bench.run(['webhooks', 'deliveries', '--event', 'survey.creatd'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean `survey.created`?')])
    const states = await bench.run(['webhooks', 'deliveries', '--state', 'pendig'])
    expect([states.code, states.stderr]).toEqual([2, expect.stringContaining('Did you mean `pending`?')])
  })

  it('says why a receiver was not reached, not what the system calls it', async () => {
    await subscribe()
    status = 0
    await emit('series.created')
    const { stdout } = await bench.run(['webhooks', 'deliveries'])
    expect(stdout).toMatch(/pending +1 +connection refused +2026/)
  })

  it('--wait: 12 until there is one, and until none is pending', async () => {
    const wait = (...argv: string[]) => bench.run(['webhooks', 'deliveries', '--wait', '--within', '2s', ...argv])
    expect((await wait()).code).toBe(12)
    await subscribe()
    status = 503
    await emit('survey.created')
    expect((await wait()).code).toBe(12)
    expect((await wait('dlv_1')).code).toBe(12)
    await bench.json(['emulator', 'clock', 'advance', '10m'])
    expect(await wait('--json')).toMatchObject({ code: 0, stdout: expect.stringContaining('exhausted') })
    expect(await wait('dlv_1')).toMatchObject({ code: 0, stdout: expect.stringContaining('exhausted') })
  })

  it('--follow prints the last ones, new ones, and those that changed', async () => {
    await subscribe()
    await emit('series.created')
    const steps = [
      async () => {
        status = 503
        await emit('survey.created')
      },
      async () => {
        status = 204
        await bench.json(['emulator', 'clock', 'advance', '1m'])
        await bench.emulator.idle()
      },
    ]
    const sleep: NonNullable<Surroundings['sleep']> = async () => {
      const step = steps.shift()
      if (!step) throw new Error('all seen')
      await step()
    }
    const { stdout } = await bench.run(['webhooks', 'deliveries', '--follow', '--output', 'ndjson'], { sleep })
    const seen = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(seen.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'dlv_1 delivered',
      'dlv_2 pending',
      'dlv_2 delivered',
    ])
  })

  it('[DLV-11] one delivery has every attempt: time, status, error and signature, and the exact bytes', async () => {
    const { secret } = await subscribe()
    status = 503
    await emit('series.created')
    await bench.json(['emulator', 'clock', 'advance', '10m'])
    const record = await deliveries(['dlv_1'])
    expect(record.state).toBe('exhausted')
    expect(record.attempts.map(({ number, status, at }: Record<string, unknown>) => [number, status, at])).toEqual([
      [1, 503, '2026-03-02T09:00:00.000Z'],
      [2, 503, '2026-03-02T09:01:00.000Z'],
      [3, 503, '2026-03-02T09:06:00.000Z'],
    ])
    for (const { signature } of record.attempts) {
      expect(verify(secret, Buffer.from(record.body_base64, 'base64'), signature)).toBe(true)
    }
    const { stdout } = await bench.run(['webhooks', 'deliveries', 'dlv_1'])
    expect(stdout).toContain('State         exhausted')
    expect(stdout).toMatch(/3 +2026-03-02 09:06:00 +503/)
    expect(stdout).toContain('X-Service-Signature: sha256=')
    expect(stdout).toContain(record.body)
  })

  it('one that is not there: exit code 5', async () => {
    const { code, stderr } = await bench.run(['webhooks', 'deliveries', 'dlv_99', '--json'])
    expect(code).toBe(5)
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  it('without an emulator: exit code 9 and what to do', async () => {
    const { code, stderr } = await runInpk(['webhooks', 'deliveries'])
    expect(code).toBe(9)
    expect(stderr).toContain('inpk emulator start')
  })
})
