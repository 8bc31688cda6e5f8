import { describe, expect, it } from 'vitest'
import type { PushStoppedError, PushSummary, RunStart } from '../../../src/ingest/index.js'
import { createMemoryDisk, push, TARGET } from '../model/memory.js'
import { createService, Refusal } from '../model/service.js'

const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `r-${from + index},text ${from + index}`).join('\n')
const CSV = (count: number) => `external_id,text\n${rowsOf(count)}\n`
const options = { path: 'a.csv', batchItems: 10 }
const one = { concurrency: 1 }
const HOUR_MS = 60 * 60_000

const sum = ({ inserted, duplicates, rejected }: PushSummary) => inserted + duplicates + rejected

describe('a push that stops', () => {
  it('goes on where it stopped, with the same keys, and stores nothing twice (A1, A3)', async () => {
    let calls = 0
    const service = createService({
      after: () => {
        calls += 1
        if (calls === 3) throw new Error('connection lost')
      },
    })
    const disk = createMemoryDisk({ 'a.csv': CSV(50) })
    const stopped = await push(disk, service, { ...options, externalId: 'none' }, one).catch(
      (error) => error as PushStoppedError,
    )
    expect(stopped).toMatchObject({ name: 'PushStoppedError', summary: { state: 'stopped', inserted: 20, rows: 20 } })
    const starts: RunStart[] = []
    const summary = await push(
      disk,
      service,
      { ...options, externalId: 'none' },
      { ...one, onStart: (start) => starts.push(start) },
    )
    expect(starts).toMatchObject([{ kind: 'resumed', batchesDone: 2 }])
    expect(summary).toMatchObject({ state: 'finished', resumed: true, rows: 50, inserted: 50, requests: 3 })
    expect(summary).toMatchObject({ batches: 5, earlier: { rows: 20, batches: 2 } })
    expect(service.stored.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, index) => `text ${index}`))
    expect(service.pushes[2]!.key).toBe(service.pushes[3]!.key)
  })

  it('finished and run again, sends nothing and says so', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV(25) })
    const first = await push(disk, service, options)
    const starts: string[] = []
    const again = await push(disk, service, options, { onStart: ({ kind }) => starts.push(kind) })
    expect([starts, service.pushes.length]).toEqual([['finished'], 3])
    const earlier = { rows: 25, batches: 3 }
    expect(again).toEqual({ ...first, already_finished: true, earlier, requests: 0, seconds: 0 })
  })

  it.each(['401', '403', '409', '402'])(
    'stops at once on %s, and goes on with the same command (A9, A17)',
    async (status) => {
      let refuse = true
      const service = createService({
        before: (at) => {
          if (refuse && at >= 2) throw new Refusal(Number(status), 'NO')
        },
      })
      const disk = createMemoryDisk({ 'a.csv': CSV(50) })
      await expect(push(disk, service, options, one)).rejects.toMatchObject({
        name: 'PushStoppedError',
        cause: { status: Number(status) },
      })
      expect(service.pushes).toHaveLength(2)
      refuse = false
      expect(await push(disk, service, options, one)).toMatchObject({ rows: 50, inserted: 50, duplicates: 0 })
    },
  )

  it('a changed file is a new run, and says so (A7)', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV(20) })
    await push(disk, service, options)
    disk.files.set('a.csv', Buffer.from(CSV(21)))
    const starts: string[] = []
    const summary = await push(disk, service, options, { onStart: ({ kind }) => starts.push(kind) })
    expect(starts).toEqual(['changed'])
    expect(summary).toMatchObject({ rows: 21, inserted: 1, duplicates: 20 })
  })

  it('another mapping, source, instance or field is another run', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV(5) })
    const ids = [
      await push(disk, service, options),
      await push(disk, service, { ...options, map: ['channel=external_id'] }),
      await push(disk, service, options, { target: { ...TARGET, sourceId: '3' } }),
      await push(disk, service, options, { target: { ...TARGET, instance: 'after reset' } }),
      await push(disk, service, options, {
        target: { ...TARGET, fields: [{ id: '8', text: 'x', acceptsText: true }] },
      }),
    ].map(({ run_id }) => run_id)
    expect(new Set(ids).size).toBe(5)
  })

  it('restart begins anew, under new keys', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV(10) })
    await push(disk, service, { ...options, externalId: 'none' })
    const again = await push(disk, service, { ...options, externalId: 'none' }, { restart: true })
    expect(again).toMatchObject({ already_finished: false, inserted: 10 })
    expect(service.stored).toHaveLength(20)
    const third = await push(disk, service, { ...options, externalId: 'none' }, { restart: true })
    expect(new Set([again.run_id, third.run_id]).size).toBe(2)
    expect(service.stored).toHaveLength(30)
  })

  it('decides dates as the first attempt did, though the clock has gone on', async () => {
    let lose = true
    const service = createService({
      after: () => {
        if (lose) throw new Error('lost')
      },
    })
    const disk = createMemoryDisk()
    const tooFar = new Date(disk.now + 30 * HOUR_MS).toISOString()
    disk.files.set('a.csv', Buffer.from(`text,occurred_at\nhello,${tooFar}\n`))
    await expect(push(disk, service, options)).rejects.toThrow('lost')
    lose = false
    disk.now += 20 * HOUR_MS
    service.now += 20 * HOUR_MS
    expect(await push(disk, service, options)).toMatchObject({
      inserted: 1,
      warnings: [{ kind: 'future_dates' }],
    })
    expect(service.stored).toEqual([{ text: 'hello', field: '7', external_id: expect.any(String) }])
  })

  it('a second push of the same run is refused while the first runs (A25)', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const service = createService({ before: () => gate })
    const disk = createMemoryDisk({ 'a.csv': CSV(5) })
    const first = push(disk, service, options)
    await new Promise((resolve) => setImmediate(resolve))
    await expect(push(disk, service, options)).rejects.toMatchObject({ name: 'RunLockedError' })
    release()
    expect(await first).toMatchObject({ inserted: 5 })
  })

  it('stops before sending when its journal can not be written, and is done in full when there is room again (A24)', async () => {
    const every = process.env.INPK_SOAK ? 1 : 9
    for (let failing = 1; failing <= 200; failing += failing < 20 ? 1 : every) {
      const service = createService()
      const disk = createMemoryDisk({ 'a.csv': CSV(100) })
      let writes = 0
      disk.beforeWrite = () => {
        writes += 1
        if (writes >= failing) throw new Error('ENOSPC')
      }
      const batches = { ...options, batchItems: 1 }
      await push(disk, service, batches, one).catch(() => undefined)
      expect(writes).toBeGreaterThanOrEqual(failing)
      const intents = [...disk.journals.values()].join('').match(/"type":"sent"/g)?.length ?? 0
      expect(service.pushes.length).toBeLessThanOrEqual(intents)
      disk.beforeWrite = undefined
      expect(await push(disk, service, batches, one)).toMatchObject({ state: 'finished', rows: 100 })
      expect(service.stored).toHaveLength(100)
    }
  })

  it('refuses a file that changes while it is pushed', async () => {
    const disk = createMemoryDisk({ 'a.csv': CSV(30) })
    const service = createService({ before: () => void disk.files.set('a.csv', Buffer.from(CSV(31))) })
    const { planPush, runPush } = await import('../../../src/ingest/index.js')
    const { portsOf, runOptions } = await import('../model/memory.js')
    const plan = await planPush(options, portsOf(disk))
    disk.files.set('a.csv', Buffer.from(CSV(31)))
    await expect(runPush(plan, runOptions(disk, service))).rejects.toMatchObject({
      cause: { name: 'FileChangedError' },
    })
    expect(service.pushes).toEqual([])
  })
})

describe('a push in doubt', () => {
  const lostOnce = () => {
    let lose = true
    return createService({
      after: (at) => {
        if (lose && at === 1) {
          lose = false
          throw new Error('answer lost')
        }
      },
    })
  }
  const later = async (hours: number, externalId: 'content' | 'none', more = {}) => {
    const service = lostOnce()
    const disk = createMemoryDisk({
      'a.csv': `text\n${Array.from({ length: 30 }, (_, index) => `same ${index % 3}`).join('\n')}\n`,
    })
    const what = { path: 'a.csv', batchItems: 10, externalId } as const
    await expect(push(disk, service, what, one)).rejects.toThrow('answer lost')
    disk.now += hours * HOUR_MS
    service.now += hours * HOUR_MS
    return { service, result: await push(disk, service, what, { ...one, ...more }).catch((error) => error) }
  }

  it('within 24 hours, at 23:59, is settled by the kept answer (IDM-3), without ids too (A6)', async () => {
    const { service, result } = await later(24 - 1 / 60, 'none')
    expect(result).toMatchObject({ inserted: 30, duplicates: 0 })
    expect(service.stored).toHaveLength(30)
  })

  it('after 24 hours stops and names the rows, where items carry no ids (A6)', async () => {
    const { service, result } = await later(24 + 1 / 60, 'none')
    expect(result).toMatchObject({ name: 'InDoubtError', rows: [[12, 21]] })
    expect(service.stored).toHaveLength(20)
  })

  it('after 24 hours goes on where items carry ids, for the service counts duplicates (A6, PSH-2)', async () => {
    const { service, result } = await later(24 + 1 / 60, 'content')
    expect(result).toMatchObject({ rows: 30, inserted: 20, duplicates: 10 })
    expect(service.stored).toHaveLength(30)
  })

  it('is decided by --assume-sent or --assume-lost', async () => {
    expect(await later(24 + 1 / 60, 'none', { assume: 'sent' })).toMatchObject({
      result: { inserted: 30 },
      service: { stored: { length: 30 } },
    })
    expect(await later(24 + 1 / 60, 'none', { assume: 'lost' })).toMatchObject({
      result: { inserted: 30 },
      service: { stored: { length: 40 } },
    })
  })

  it('stops under another API key, whose keys the service counts apart', async () => {
    expect((await later(0, 'none', { target: { ...TARGET, keyId: 'EMU0000002' } })).result).toMatchObject({
      name: 'InDoubtError',
    })
  })

  it('stays in doubt where an answer does not account for every item (A15)', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV(3) })
    const strange = { ...service.client, pushContent: async () => ({}) as never }
    await expect(push(disk, service, options, { client: strange })).rejects.toMatchObject({
      cause: { name: 'UnclearAnswerError' },
    })
    expect(await push(disk, service, options)).toMatchObject({ inserted: 3 })
  })
})

describe('a push that is told to stop', () => {
  it('lets the batches in flight finish and keeps the place', async () => {
    const stop = new AbortController()
    const service = createService({
      before: (at) => {
        if (at === 2) stop.abort()
      },
    })
    const disk = createMemoryDisk({ 'a.csv': CSV(100) })
    const summary = await push(disk, service, options, { ...one, signal: stop.signal })
    expect(summary).toMatchObject({ state: 'stopped', inserted: 30, rows: 30 })
    expect(await push(disk, service, options)).toMatchObject({
      state: 'finished',
      resumed: true,
      inserted: 100,
      duplicates: 0,
    })
  })

  it('ends at once where the batches only wait for the rate limit, and takes back what was noted of them', async () => {
    const stop = new AbortController()
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV(100) })
    let turns = 2
    const limited = {
      ...service.client,
      pushContent: (input: Parameters<typeof service.client.pushContent>[0]) =>
        turns-- > 0
          ? service.client.pushContent(input)
          : new Promise<never>((_, reject) => {
              input.waitSignal!.addEventListener('abort', () => reject(stop.signal.reason))
              stop.abort()
            }),
    }
    const run = { ...one, client: limited, signal: stop.signal, hardSignal: new AbortController().signal }
    const summary = await push(disk, service, options, run)
    expect(summary).toMatchObject({ state: 'stopped', inserted: 20, requests: 2 })
    expect(await push(disk, service, options)).toMatchObject({ state: 'finished', inserted: 100, duplicates: 0 })
  })

  it('ends at once at the second time', async () => {
    const [stop, now] = [new AbortController(), new AbortController()]
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV(100) })
    const hanging = {
      ...service.client,
      pushContent: ({ signal }: { signal?: AbortSignal }) =>
        new Promise<never>((_, reject) => {
          if (signal!.aborted) reject(signal!.reason)
          signal!.addEventListener('abort', () => reject(signal!.reason))
          stop.abort()
          now.abort()
        }),
    }
    const summary = await push(disk, service, options, {
      client: hanging,
      signal: stop.signal,
      hardSignal: now.signal,
    })
    expect(summary).toMatchObject({ state: 'stopped', rows: 0 })
    expect(sum(await push(disk, service, options))).toBe(100)
  })
})

describe('what was pushed before from the same path', () => {
  const kindsOf = async (pushes: readonly object[], between: (files: Map<string, string>) => void = () => {}) => {
    const kinds: string[] = []
    const disk = createMemoryDisk({ 'a.csv': CSV(20) })
    for (const each of pushes) {
      await push(disk, createService(), { ...options, ...each }, { onStart: ({ kind }) => void kinds.push(kind) })
      between(disk.journals)
    }
    return kinds
  }

  it('is another part of it, which is no reading of the same rows in another way', async () => {
    const part = (index: number, count = 2) => ({ shard: { index, count } })
    expect(await kindsOf([part(1), part(2)])).toEqual(['new', 'new'])
    expect(await kindsOf([part(1), part(2, 3)])).toEqual(['new', 'reread'])
    expect(await kindsOf([part(1), {}])).toEqual(['new', 'reread'])
  })

  it.each([
    ['note', /^last-/],
    ['journal', /\.jsonl$/],
  ])('can no longer be told from a damaged %s, and another push goes on', async (_, damaged) => {
    const damage = (files: Map<string, string>) => {
      for (const name of files.keys()) if (damaged.test(name)) files.set(name, 'x\ny\nz\n')
    }
    const [first, second] = await kindsOf([{}, { sourceReference: 'x' }], damage)
    expect([first, second]).toEqual(['new', expect.stringMatching(/^(new|reread)$/)])
  })
})
