import { expect, test } from 'vitest'
import { startService } from './service.js'

test('a request over the limit is logged with its operation, and one to no route with none', async () => {
  const service = await startService({ rateLimits: true })
  const { items: keys } = (await service.control('GET', '/keys')).json
  for (const { id } of keys) await service.control('PATCH', `/keys/${id}`, { rate_limit_per_minute: 1 })
  const statuses = []
  for (const path of ['/surveys/list', '/surveys/list', '/nothing']) {
    statuses.push((await service.call('GET', path)).status)
  }
  expect(statuses).toEqual([200, 429, 429])
  const { items } = (await service.control('GET', '/requests')).json
  const logged = items.map(({ status, operation }: { status: number; operation: string }) => [status, operation])
  expect(logged).toEqual([
    [429, null],
    [429, 'listSources'],
    [200, 'listSources'],
  ])
})

test('a refused request is logged although its path cannot be decoded', async () => {
  const service = await startService()
  const path = '/invites/%E0%A4%A'
  expect((await service.call('GET', path)).status).toBe(404)
  const { items } = (await service.control('GET', '/requests')).json
  expect(items).toMatchObject([{ path: `/api/input${path}`, status: 404, operation: null }])
})
