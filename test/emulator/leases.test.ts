import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { manualClock } from '../../emulator/index.js'
import { requireOk, type Service, startService } from './service.js'

const LEASED = { url: 'http://127.0.0.1:9/hook', events: ['series.created'], local: true, lease_seconds: 15 }
const START_MS = 1_000_000
let clock: ReturnType<typeof manualClock>
let service: Service
beforeEach(async () => {
  clock = manualClock(START_MS)
  service = await startService({ processClock: clock, outbound: async () => ({ status: 503 }) })
})
const pass = (seconds: number) => clock.set(clock.now() + seconds * 1_000)
const renew = (id = '1') => service.control('PATCH', `/subscriptions/${id}`, { lease_seconds: 15 })
/** The emulator looks at leases whenever something happens; on a real clock a timer wakes it. */
const urlsLeft = async () => {
  await service.control('GET', '/clock')
  await service.emulator.idle()
  return requireOk(await service.control('GET', '/subscriptions')).items.map(({ url }: { url: string }) => url)
}

describe('a subscription with a lease', () => {
  it('goes when its listener is not heard of for so long, whatever the clock of the organisation does', async () => {
    expect(requireOk(await service.control('POST', '/subscriptions', LEASED)).lease_seconds).toBe(15)
    requireOk(await service.control('POST', '/clock/advance', { by: '7d' }))
    pass(14)
    expect(await urlsLeft()).toHaveLength(1)
    pass(1)
    expect(await urlsLeft()).toEqual([])
    expect((await renew()).status).toBe(404)
  })

  it('stays as long as it is renewed, and renewing leaves no trace in the log of changes', async () => {
    requireOk(await service.control('POST', '/subscriptions', LEASED))
    const changes = async () => requireOk(await service.control('GET', '/log')).items.length
    const before = await changes()
    for (let time = 0; time < 10; time += 1) {
      pass(10)
      requireOk(await renew())
    }
    expect(await urlsLeft()).toHaveLength(1)
    expect(await changes()).toBe(before)
  })

  it('takes along what was due to it', async () => {
    requireOk(await service.control('POST', '/subscriptions', LEASED))
    const data = { survey_series_id: 1, name: 'Shops' }
    requireOk(await service.control('POST', '/events', { event: 'series.created', data }))
    await service.emulator.idle()
    pass(15)
    await urlsLeft()
    const [delivery] = requireOk(await service.control('GET', '/deliveries')).items
    expect(delivery).toMatchObject({ state: 'cancelled', next_attempt_at: null })
    expect(requireOk(await service.control('POST', '/clock/advance', { by: '1h' })).fired).toEqual([])
  })

  it('begins anew when the emulator starts again: nobody could renew it while it was down', async () => {
    const files = createMemoryFiles()
    service = await startService({ files, processClock: clock })
    requireOk(await service.control('POST', '/subscriptions', LEASED))
    await service.emulator.close()
    pass(3_600)
    service = await startService({ files, processClock: clock })
    expect(await urlsLeft()).toHaveLength(1)
    pass(15)
    expect(await urlsLeft()).toEqual([])
  })

  it('frees its place among the ten', async () => {
    for (let count = 0; count < 10; count += 1) requireOk(await service.control('POST', '/subscriptions', LEASED))
    expect((await service.control('POST', '/subscriptions', LEASED)).status).toBe(409)
    pass(15)
    expect(await urlsLeft()).toEqual([])
    requireOk(await service.control('POST', '/subscriptions', LEASED))
  })

  it('is for local receivers only; others have none', async () => {
    const remote = { url: 'https://example.com/hook', events: ['series.created'] }
    const answer = await service.control('POST', '/subscriptions', { ...remote, lease_seconds: 15 })
    expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, ['lease_seconds']])
    expect(requireOk(await service.control('POST', '/subscriptions', remote)).lease_seconds).toBeNull()
    pass(1_000_000)
    expect(await urlsLeft()).toEqual([remote.url])
  })
})

it('on a real clock a timer drops it', async () => {
  const real = await startService()
  requireOk(await real.control('POST', '/subscriptions', { ...LEASED, lease_seconds: 1 }))
  const left = async () => requireOk(await real.control('GET', '/log')).items.map(({ kind }: { kind: string }) => kind)
  await expect.poll(left, { timeout: 30_000 }).toContain('dropListener')
})
