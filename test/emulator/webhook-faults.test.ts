import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryFiles } from '../../emulator/adapters/files-memory.js'
import type { OutboundRequest } from '../../emulator/index.js'
import { type Json, requireOk, type Service, startService } from './service.js'

let service: Service
let received: OutboundRequest[]
let answers: number[]
const files = () => createMemoryFiles()
const outbound = async (request: OutboundRequest) => {
  received.push(request)
  return { status: answers.shift() ?? 204 }
}
beforeEach(async () => {
  received = []
  answers = []
  service = await startService({ outbound })
  await subscribe()
})

const subscribe = async (url = 'https://127.0.0.1:9/hook') =>
  requireOk(await service.control('POST', '/subscriptions', { url, events: ['series.created'] }))
const fault = async (body: object) =>
  requireOk(await service.control('POST', '/faults', { operation: 'webhook', times: 1, ...body }))
const emit = async (name: string) => {
  const data = { survey_series_id: 1, name }
  requireOk(await service.control('POST', '/events', { event: 'series.created', data }))
  await service.emulator.idle()
}
const advance = async (by: string) => requireOk(await service.control('POST', '/clock/advance', { by }))
const names = () => received.map(({ body }) => JSON.parse(Buffer.from(body).toString()).data.name)
const deliveries = async (): Promise<Json[]> => requireOk(await service.control('GET', '/deliveries')).items
const hits = async () => requireOk(await service.control('GET', '/faults')).items[0].hits

describe('webhook faults', () => {
  it('[CLI-3] nothing is sent before it is on the disk that the fault was used', async () => {
    const disk = createMemoryFiles()
    const sentBefore: number[] = []
    const open: typeof disk.open = async (path) => {
      const handle = await disk.open(path)
      const append = async (bytes: Uint8Array) => {
        if (sentBefore.length === 0 && Buffer.from(bytes).includes('webhook faults of')) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          sentBefore.push(received.length)
          throw new Error('EIO')
        }
        await handle.append(bytes)
      }
      return Object.assign(Object.create(handle), { append })
    }
    service = await startService({ outbound, files: { ...disk, open } })
    await subscribe()
    await fault({ kind: 'duplicate' })
    await emit('a1').catch(() => undefined)
    await advance('60s')
    await service.emulator.idle()
    expect(sentBefore).toEqual([0])
    expect(names()).toEqual(['a1', 'a1'])
    expect((await deliveries()).map(({ attempts }) => attempts.length)).toEqual([1])
  })

  it('[CLI-3] `duplicate` sends the same bytes under the same delivery id twice; one attempt counts', async () => {
    await fault({ kind: 'duplicate', after: 1 })
    for (const name of ['a1', 'b2', 'c3']) await emit(name)
    expect(names()).toEqual(['a1', 'b2', 'b2', 'c3'])
    expect(received[1]!.headers).toEqual(received[2]!.headers)
    expect((await deliveries()).map(({ attempts }) => attempts.length)).toEqual([1, 1, 1])
    expect(await hits()).toBe(1)
  })

  it('[DLV-12] `drop` loses an attempt on its way: a failure like any other, retried a minute later', async () => {
    await fault({ kind: 'drop' })
    await emit('a1')
    expect(names()).toEqual([])
    expect((await deliveries())[0]).toMatchObject({
      state: 'pending',
      attempts: [{ status: null, error: 'lost on its way by fault 1' }],
    })
    expect(requireOk(await service.control('GET', '/subscriptions/1')).failure_count).toBe(1)
    await advance('60s')
    expect(names()).toEqual(['a1'])
    expect((await deliveries())[0]!.state).toBe('delivered')
  })

  it('`delay` puts an attempt off by so many milliseconds of the clock of the organisation, once', async () => {
    await fault({ kind: 'delay', ms: 5_000, times: 1 })
    await emit('a1')
    await emit('b2')
    expect(names()).toEqual(['b2'])
    await advance('4999ms')
    expect(names()).toEqual(['b2'])
    const { fired } = await advance('1ms')
    expect(fired.map(({ kind, id }: Json) => [kind, id])).toEqual([['attempt', 'dlv_1']])
    expect(names()).toEqual(['b2', 'a1'])
    expect(await hits()).toBe(1)
  })

  it('[CLI-4] `reorder` holds back until the window is full, and sends it the other way round', async () => {
    await fault({ kind: 'reorder', window: 3 })
    await emit('a1')
    await emit('b2')
    expect(names()).toEqual([])
    await emit('c3')
    await emit('d4')
    expect(names()).toEqual(['c3', 'b2', 'a1', 'd4'])
    expect((await deliveries()).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
    expect(await hits()).toBe(1)
  })

  it('each subscription has a window of its own', async () => {
    await subscribe('https://127.0.0.1:9/other')
    await fault({ kind: 'reorder', window: 2, times: 2 })
    for (const name of ['a1', 'b2', 'c3']) await emit(name)
    const of = (path: string) => names().filter((_name, index) => received[index]!.url.endsWith(path))
    expect([of('/hook'), of('/other')]).toEqual([
      ['b2', 'a1', 'c3'],
      ['b2', 'a1', 'c3'],
    ])
  })

  it('a window that does not fill is sent after 30 seconds: nothing is ever lost', async () => {
    await fault({ kind: 'reorder', window: 9 })
    await emit('a1')
    await emit('b2')
    await advance('29s')
    expect(names()).toEqual([])
    await advance('1s')
    expect(names().sort()).toEqual(['a1', 'b2'])
    await emit('c3')
    expect(names()).toHaveLength(3)
  })

  it('a failure within the reversed window holds up nobody, and is retried', async () => {
    await fault({ kind: 'reorder', window: 3 })
    answers = [500]
    for (const name of ['a1', 'b2', 'c3']) await emit(name)
    expect(names()).toEqual(['c3', 'b2', 'a1'])
    await advance('60s')
    expect(names()).toEqual(['c3', 'b2', 'a1', 'c3'])
  })

  it('what is held back survives a restart', async () => {
    const disk = files()
    service = await startService({ outbound, files: disk })
    await subscribe()
    await fault({ kind: 'reorder', window: 2 })
    await emit('a1')
    await service.emulator.close()
    service = await startService({ outbound, files: disk })
    await emit('b2')
    expect(names()).toEqual(['b2', 'a1'])
  })

  it('pausing cancels what is held back', async () => {
    await fault({ kind: 'delay', ms: 1_000 })
    await emit('a1')
    requireOk(await service.control('PATCH', '/subscriptions/1', { state: 'paused' }))
    await advance('1h')
    expect(names()).toEqual([])
    expect((await deliveries())[0]!.state).toBe('cancelled')
  })
})
