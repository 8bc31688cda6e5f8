import { describe, expect, it } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import { manualClock, type ProcessClock } from '../../emulator/index.js'
import { allItems, bulkBody, type Json, makePlace, pushBody, requireOk, START, startService } from './service.js'

const HOOK = 'https://127.0.0.1:9/hook'

describe('advancing the clock', () => {
  it('runs what falls due in order of its time, and tells it', async () => {
    const service = await startService({ outbound: async () => ({ status: 500 }) })
    const place = await makePlace(service)
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['content.pushed'] })
    await service.call('POST', '/content/push', pushBody(place, ['one']))
    await service.emulator.idle()
    const advanced = requireOk(await service.control('POST', '/clock/advance', { by: '10m' }))
    expect(advanced.now).toBe('2026-03-02T09:10:00.000Z')
    expect(advanced.fired).toEqual([
      { at: '2026-03-02T09:00:02.000Z', kind: 'analyse', id: '1' },
      { at: '2026-03-02T09:01:00.000Z', kind: 'attempt', id: 'dlv_1' },
      { at: '2026-03-02T09:06:00.000Z', kind: 'attempt', id: 'dlv_1' },
    ])
  })

  it('work that makes more work runs that too, before the answer', async () => {
    const events: string[] = []
    const outbound = async ({ body }: { body: Uint8Array }) => ({
      status: events.push(JSON.parse(String(body)).event) && 200,
    })
    const service = await startService({ outbound })
    const place = await makePlace(service)
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['content.pushed', 'analysis.completed'] })
    await service.call('POST', '/content/push', pushBody(place, ['one']))
    const { fired } = requireOk(await service.control('POST', '/clock/advance', { by: '2s' }))
    expect(fired.map(({ kind }: Json) => kind)).toEqual(['analyse', 'attempt'])
    expect(events).toEqual(['content.pushed', 'analysis.completed'])
  })

  it('each work sees the time it was due at, not the time advanced to', async () => {
    const service = await startService({ outbound: async () => ({ status: 500 }) })
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['series.created'] })
    await service.call('POST', '/survey_series/create', { name: 'Shops' })
    await service.control('POST', '/clock/advance', { by: '24h' })
    const [{ attempts }] = requireOk(await service.control('GET', '/deliveries')).items
    expect(attempts.map(({ at }: Json) => Date.parse(at) - START)).toEqual([0, 60_000, 360_000])
  })

  it('in one step or in many, the same work is done at the same times', async () => {
    const runs = await Promise.all(
      [['30m'], Array.from({ length: 30 }, () => '1m'), Array.from({ length: 1_800 / 7 + 1 }, () => '7s')].map(
        async (steps) => {
          const service = await startService({ outbound: async () => ({ status: 500 }) })
          const place = await makePlace(service)
          await service.control('POST', '/subscriptions', {
            url: HOOK,
            events: ['content.pushed', 'analysis.completed'],
          })
          await service.call('POST', '/content/push', pushBody(place, ['one', 'two']))
          await service.emulator.idle()
          const fired: Json[] = []
          for (const by of steps)
            fired.push(...requireOk(await service.control('POST', '/clock/advance', { by })).fired)
          const { items } = requireOk(await service.control('GET', '/deliveries'))
          return { fired, attempts: items.map((each: Json) => each.attempts.map(({ at }: Json) => at)) }
        },
      ),
    )
    expect(runs[1]).toEqual(runs[0])
    expect(runs[2]).toEqual(runs[0])
  })

  it('nothing due: the clock moves and nothing is told', async () => {
    const service = await startService()
    expect(requireOk(await service.control('POST', '/clock/advance', { by: '400d' })).fired).toEqual([])
  })

  it('two at once end where both wanted to be, and no work is done twice', async () => {
    const sent: string[] = []
    const outbound = async ({ headers }: { headers: Record<string, string> }) => ({
      status: sent.push(headers['X-Service-Delivery']!) && 500,
    })
    const service = await startService({ outbound })
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['series.created'] })
    await service.call('POST', '/survey_series/create', { name: 'Shops' })
    const answers = await Promise.all(['5m', '7m'].map((by) => service.control('POST', '/clock/advance', { by })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(requireOk(await service.control('GET', '/clock')).now).toBe('2026-03-02T09:07:00.000Z')
    expect(sent).toHaveLength(3)
  })
})

describe('a clock that runs', () => {
  it('wakes for what is due, and only then', async () => {
    const clock = scheduledClock(START)
    const service = await startService({
      clock: { mode: 'real' },
      processClock: clock,
      outbound: async () => ({ status: 500 }),
    })
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['series.created'] })
    await service.call('POST', '/survey_series/create', { name: 'Shops' })
    const attempts = async () => {
      await service.emulator.idle()
      return requireOk(await service.control('GET', '/deliveries')).items[0].attempts.length
    }
    expect(await attempts()).toBe(1)
    await clock.pass(59_999)
    expect(await attempts()).toBe(1)
    await clock.pass(1)
    expect(await attempts()).toBe(2)
    await clock.pass(300_000)
    expect(await attempts()).toBe(3)
    await clock.pass(86_400_000)
    expect(await attempts()).toBe(3)
    expect(clock.waiting(), 'no timer is left where nothing is due').toBe(0)
  })

  it('pushes that keep coming are analysed 2 s after the last, or 30 s after the first', async () => {
    const clock = scheduledClock(START)
    const service = await startService({ clock: { mode: 'real' }, processClock: clock })
    const place = await makePlace(service)
    const counts: number[] = []
    for (let second = 0; second < 40; second += 1) {
      await service.call('POST', '/content/push', pushBody(place, [`item ${second}`]))
      await clock.pass(1_000)
      await service.emulator.idle()
      counts.push(requireOk(await service.call('GET', `/sources/${place.survey_id}/analysis`)).item_count)
    }
    expect(counts.slice(0, 29)).toEqual(Array(29).fill(0))
    expect(counts.slice(29)).toEqual(Array(11).fill(30))
    await clock.pass(2_000)
    await service.emulator.idle()
    expect(requireOk(await service.call('GET', `/sources/${place.survey_id}/analysis`)).item_count).toBe(40)
  })

  it('the clock of the machine jumping back or forth loses nothing', async () => {
    const clock = scheduledClock(START)
    const service = await startService({
      clock: { mode: 'real' },
      processClock: clock,
      outbound: async () => ({ status: 500 }),
    })
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['series.created'] })
    await service.call('POST', '/survey_series/create', { name: 'Shops' })
    await service.emulator.idle()
    clock.jump(-3_600_000)
    await clock.pass(60_000)
    clock.jump(+7_200_000)
    await service.call('POST', '/survey_series/create', { name: 'Other' })
    await service.emulator.idle()
    const { items } = requireOk(await service.control('GET', '/deliveries'))
    expect(items.map((each: Json) => each.attempts.length)).toEqual([1, 3])
  })

  it('once the emulator is closed no timer is left', async () => {
    const clock = scheduledClock(START)
    const service = await startService({
      clock: { mode: 'real' },
      processClock: clock,
      outbound: async () => ({ status: 500 }),
    })
    await service.control('POST', '/subscriptions', { url: HOOK, events: ['series.created'] })
    await service.call('POST', '/survey_series/create', { name: 'Shops' })
    await service.emulator.idle()
    expect(clock.waiting()).toBe(1)
    await service.emulator.close()
    expect(clock.waiting()).toBe(0)
  })

  it('an organisation that was deleted has no timer any more, and nothing of it goes out', async () => {
    const clock = scheduledClock(START)
    let sent = 0
    const faults: unknown[] = []
    const outbound = async () => ({ status: ++sent && 500 })
    const service = await startService({
      clock: { mode: 'real' },
      processClock: clock,
      outbound,
      onFault: (fault) => faults.push(fault),
    })
    const orgs = (method: string, path: string, body?: unknown) => service.control(method, `/../../orgs${path}`, body)
    const { org_id } = requireOk(await orgs('POST', '', {}))
    await orgs('POST', `/${org_id}/subscriptions`, { url: HOOK, events: ['series.created'] })
    await orgs('POST', `/${org_id}/events`, { event: 'series.created', data: { survey_series_id: 1, name: 'x' } })
    await service.emulator.idle()
    expect(sent).toBe(1)
    expect((await orgs('DELETE', `/${org_id}`)).status).toBe(204)
    await clock.pass(3_600_000)
    expect([sent, clock.waiting(), faults]).toEqual([1, 0, []])
  })
})

describe('tasks', () => {
  it('run at once, also under a frozen clock', async () => {
    const service = await startService()
    const place = await makePlace(service)
    const { task_id } = requireOk(await service.call('POST', '/content/push/bulk', bulkBody(place, ['one'])))
    await service.emulator.idle()
    expect(requireOk(await service.call('GET', `/content/push/bulk/${task_id}`)).status).toBe('completed')
  })

  it('a hundred queued at once land once each, in whatever order they run', async () => {
    const service = await startService({ files: createMemoryFiles() })
    const place = await makePlace(service)
    const pushes = Array.from({ length: 100 }, (_, index) =>
      service.call(
        'POST',
        '/content/push/bulk',
        bulkBody(place, [{ text: `item ${index}`, external_id: `id-${index % 50}` }]),
      ),
    )
    const answers = await Promise.all(pushes)
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(202))
    await service.emulator.idle()
    const ids = (await allItems(service)).map((item) => item.external_id)
    expect(ids.sort()).toEqual(Array.from({ length: 50 }, (_, index) => `id-${index}`).sort())
  })
})

/** A process clock whose timers fire when the test lets time pass. */
function scheduledClock(
  start: number,
): ProcessClock & { pass(ms: number): Promise<void>; jump(ms: number): void; waiting(): number } {
  let [now, passed] = [start, 0]
  const timers = new Map<object, { at: number; wake: () => void }>()
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...manualClock(start),
    now: () => now,
    after(ms, wake) {
      const timer = {}
      // Timers run by time that passed, as those of node do, whatever the clock of the machine shows.
      timers.set(timer, { at: passed + ms, wake })
      return () => void timers.delete(timer)
    },
    jump(ms) {
      now += ms
    },
    waiting: () => timers.size,
    async pass(ms) {
      const end = passed + ms
      for (;;) {
        const next = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!next) break
        const [timer, { at, wake }] = next
        timers.delete(timer)
        now += Math.max(0, at - passed)
        passed = Math.max(passed, at)
        wake()
        for (let turns = 0; turns < 20; turns += 1) await turn()
      }
      now += end - passed
      passed = end
    },
  }
}
