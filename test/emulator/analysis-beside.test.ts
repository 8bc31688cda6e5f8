import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import type { Analyst } from '../../emulator/adapters/analyst.js'
import { threadAnalyst } from '../../emulator/adapters/analyst.js'
import { LostCorpusError } from '../../emulator/analysis/index.js'
import { manualClock } from '../../emulator/index.js'
import { corporaHere } from './analyst.js'
import { type Json, makePlace, type Place, pushBody, requireOk, type Service, START, startService } from './service.js'

const MANY = 1_200
const texts = (count: number, text = (at: number) => `The parcel ${at} came late`) =>
  Array.from({ length: count }, (_, at) => ({ text: text(at), external_id: `e${at}` }))

/** A source with more items than are sent to be analysed at once, and a second one. */
async function startWithMany(options: Parameters<typeof startService>[0] = {}) {
  const service = await startService({ clock: { mode: 'real' }, ...options })
  const [large, small] = [await makePlace(service, 'Large'), await makePlace(service, 'Small')]
  for (let from = 0; from < MANY; from += 600) {
    requireOk(await service.call('POST', '/content/push', pushBody(large, texts(MANY).slice(from, from + 600))))
  }
  return { service, large, small }
}

/** Analysis that can be held open: `begun` resolves when it first works, and goes on when `go` is called. */
function heldAnalyst() {
  let begin = () => {}
  let go = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const gate = new Promise<void>((resolve) => (go = resolve))
  const analyst = corporaHere(async ({ task }) => {
    if (task !== 'add') return
    begin()
    await gate
  })
  return { analyst, begun, go: () => go() }
}

const analysisOf = async ({ call }: Service, { survey_id }: Place): Promise<Json> =>
  requireOk(await call('GET', `/sources/${survey_id}/analysis`))

describe('an analysis goes on beside everything else (speed A)', () => {
  it('not even a source of one item is analysed where requests are served', async () => {
    const tasks: string[] = []
    const service = await startService({ analyst: corporaHere(({ task }) => void tasks.push(task)) })
    const place = await makePlace(service, 'Small')
    requireOk(await service.call('POST', '/content/push', pushBody(place, ['A lovely shop'])))
    requireOk(await service.control('POST', '/clock/advance', { by: '2s' }))
    expect((await analysisOf(service, place)).item_count).toBe(1)
    expect(tasks).toEqual(['begin', 'add', 'summary'])
  })

  it('pushes to the source itself and to another are answered while its pass is held open; what came is analysed next', async () => {
    const { analyst, begun, go } = heldAnalyst()
    const processClock = manualClock(START)
    const { service, large, small } = await startWithMany({ analyst, processClock })
    const advanced = service.control('POST', '/clock/advance', { by: '2s' })
    await begun
    requireOk(await service.call('POST', '/content/push', pushBody(small, ['A lovely shop'])))
    requireOk(await service.call('POST', '/content/push', pushBody(large, ['The staff was lovely'])))
    requireOk(
      await service.control('POST', '/monitors', { name: 'Staff', query: ['staff'], threshold: 1, alerts: true }),
    )
    expect((await analysisOf(service, large)).analysis_status).toBe('none')
    go()
    requireOk(await advanced)
    expect((await analysisOf(service, large)).item_count).toBe(MANY)
    requireOk(await service.control('POST', '/clock/advance', { by: '2s' }))
    expect((await analysisOf(service, large)).item_count).toBe(MANY + 1)
    expect((await analysisOf(service, small)).item_count).toBe(1)
  })

  it('the pass that follows is due 2 s after the last push (contract.md section 5), not after the pass before was done', async () => {
    const { analyst, begun, go } = heldAnalyst()
    const processClock = manualClock(START)
    const { service, large } = await startWithMany({ analyst, processClock })
    const advanced = service.control('POST', '/clock/advance', { by: '2s' })
    await begun
    requireOk(await service.call('POST', '/content/push', pushBody(large, ['The staff was lovely'])))
    processClock.set(START + 1_500)
    go()
    requireOk(await advanced)
    const { fired } = requireOk(await service.control('POST', '/clock/advance', { by: '500ms' }))
    expect(fired).toMatchObject([{ kind: 'analyse' }])
    expect((await analysisOf(service, large)).item_count).toBe(MANY + 1)
  })

  it('what is erased while a pass is held open is in nothing the pass tells', async () => {
    const { analyst, begun, go } = heldAnalyst()
    const { service, large } = await startWithMany({ analyst, processClock: manualClock(START) })
    const body = pushBody(large, [{ text: 'My xylophone is out of tune', external_id: 'mine' }])
    requireOk(await service.call('POST', '/content/push', body))
    const advanced = service.control('POST', '/clock/advance', { by: '2s' })
    await begun
    requireOk(await service.call('POST', '/feedback/erase', { external_ids: ['mine', 'e7'] }))
    go()
    requireOk(await advanced)
    const found = await analysisOf(service, large)
    expect(found.item_count).toBe(MANY - 1)
    expect(JSON.stringify(found)).not.toContain('xylophone')
  })

  for (const [what, path, body] of [
    ['is reset', '/reset', {}],
    ['goes back', '/undo', { to: 2 }],
  ] as const) {
    it(`a pass over an organisation that ${what} meanwhile leaves nothing behind`, async () => {
      const { analyst, begun, go } = heldAnalyst()
      const faults: unknown[] = []
      const { service } = await startWithMany({
        analyst,
        processClock: manualClock(START),
        onFault: (fault) => faults.push(fault),
      })
      const advanced = service.control('POST', '/clock/advance', { by: '2s' })
      await begun
      requireOk(await service.control('POST', path, body))
      go()
      requireOk(await advanced)
      await service.emulator.idle()
      const { items } = requireOk(await service.control('GET', '/log'))
      expect(items.filter(({ operation }: Json) => operation === 'analyseSource')).toEqual([])
      expect(faults).toEqual([])
    })
  }

  for (const what of ['its organisation is deleted', 'the emulator is closed']) {
    it(`a pass is held open, and ${what}: nothing waits for it, and nothing breaks`, async () => {
      const { analyst, begun } = heldAnalyst()
      const faults: unknown[] = []
      const processClock = manualClock(START)
      const service = await startService({
        analyst,
        clock: { mode: 'real' },
        processClock,
        onFault: (fault) => faults.push(fault),
      })
      const own = await service.emulator.createOrganization()
      const call: Service['call'] = (method, path, body) => service.call(method, path, body, { key: own.keys.live.all })
      const place = await makePlace({ call })
      for (const part of [texts(MANY).slice(600), texts(MANY).slice(0, 600)]) {
        requireOk(await call('POST', '/content/push', pushBody(place, part)))
      }
      processClock.set(START + 2_000)
      // A request tells the runner that time has passed.
      requireOk(await call('POST', '/survey_series/create', { name: 'Another' }))
      await begun
      if (what === 'its organisation is deleted') await own.delete()
      await service.emulator.close()
      expect(faults).toEqual([])
    })
  }

  it('a thread whose answer cannot be read has lost its corpora, and leaves nobody waiting', async () => {
    const ended: string[] = []
    const analyst = threadAnalyst(() => {
      const thread = Object.assign(new EventEmitter(), {
        ref: () => {},
        unref: () => {},
        postMessage: () => void setImmediate(() => thread.emit('messageerror', new Error('no clone'))),
        terminate: async () => void ended.push('ended'),
      })
      return thread as unknown as Worker
    })
    await expect(analyst.ask({ task: 'drop', corpus: 'one' } as never)).rejects.toThrow(LostCorpusError)
    expect(ended).toEqual(['ended'])
    await analyst.close()
  })

  it('a thread that ends in the middle is replaced, and the pass comes to the same', async () => {
    const real = threadAnalyst()
    let asked = 0
    const analyst: Analyst = {
      ask: (request) => {
        asked += 1
        return asked === 2 ? Promise.reject(new LostCorpusError('the thread ended')) : real.ask(request)
      },
      close: () => real.close(),
    }
    const runs = [await startWithMany({ analyst }), await startWithMany({ analyst: corporaHere() })]
    const found = await Promise.all(
      runs.map(async ({ service, large }) => {
        requireOk(await service.control('POST', '/clock/advance', { by: '2s' }))
        const { analysed_at: _, ...rest } = await analysisOf(service, large)
        return rest
      }),
    )
    expect(asked).toBeGreaterThan(3)
    expect(found[0]).toEqual(found[1])
  })
})
