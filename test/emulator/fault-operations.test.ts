import { expect, it } from 'vitest'
import { startService } from './service.js'

it('a fault that does nothing to its operation is refused, with those it works for', async () => {
  const service = await startService()
  for (const kind of ['busy', 'sync_timeout']) {
    for (const operation of ['getMe', 'pushContent']) {
      const { status, json } = await service.control('POST', '/faults', { operation, kind, times: 1 })
      expect([status, json.error.details.kind?.[0]]).toEqual([400, expect.stringContaining('only for pushBulk')])
    }
    expect((await service.control('POST', '/faults', { operation: 'pushBulk', kind, times: 1 })).status).toBe(200)
  }
  expect((await service.control('GET', '/faults')).json.items.length).toBe(2)
})

it('for every operation, it waits for one it does anything to', async () => {
  const service = await startService()
  expect((await service.control('POST', '/faults', { operation: '*', kind: 'busy', times: 1 })).status).toBe(200)
  expect((await service.call('GET', '/me')).status).toBe(200)
  expect((await service.control('GET', '/faults')).json.items).toMatchObject([{ hits: 0 }])
})

it('a member that its kind does not use is refused, with the kinds that do', async () => {
  const service = await startService()
  const wrong = [
    [
      { kind: 'status', status: 500, ms: 5 },
      'ms',
      'is only for the kinds latency, delay, slow_task and clock_jump, not for status',
    ],
    [{ kind: 'latency', ms: 5, body: {} }, 'body', 'is only for the kind status, not for latency'],
    [{ kind: 'reset', retry_after: 3 }, 'retry_after', 'is only for the kinds status and limit, not for reset'],
  ] as const
  for (const [members, member, message] of wrong) {
    const { status, json } = await service.control('POST', '/faults', { operation: 'getMe', times: 1, ...members })
    expect([status, json.error.details]).toEqual([400, { [member]: [message] }])
  }
  expect((await service.control('GET', '/faults')).json.items).toEqual([])
})
