import { expect, it } from 'vitest'
import { startService } from './service.js'

it('a fault that does nothing to its operation is refused, with those it works for', async () => {
  const service = await startService()
  for (const kind of ['busy', 'sync_timeout']) {
    for (const operation of ['getMe', 'pushContent']) {
      const { status, json } = await service.control('POST', '/faults', { operation, kind, times: 1 })
      expect([status, json.error.details.kind?.[0]]).toEqual([400, expect.stringContaining('works for pushBulk')])
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
