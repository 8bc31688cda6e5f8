import { describe, expect, it } from 'vitest'
import type { PushClient, PushOptions } from '../../../src/ingest/index.js'
import { createMemoryDisk, push, TARGET } from '../model/memory.js'
import { createService, Refusal } from '../model/service.js'

const target = {
  ...TARGET,
  fields: [
    { id: '7', text: 'What went well?', acceptsText: true },
    { id: '8', text: 'What did not?', acceptsText: true },
    { id: '9', text: 'Rate us', acceptsText: false },
  ],
}
const CSV = 'id,good,bad\ns-1,food,noise\ns-2,,queue\ns-3,staff,\ns-4,,\n'
const options = { path: 'a.csv', fields: ['good=7', 'bad=What did not?'] }

describe('a push to several fields', () => {
  it('[BLK-1] goes through the bulk endpoint in one pass and waits for its tasks', async () => {
    const service = createService({ taskPolls: 3 })
    const waits: number[] = []
    const sleep = async (ms: number) => void waits.push(ms)
    const summary = await push(createMemoryDisk({ 'a.csv': CSV }), service, options, { target, sleep })
    expect(service.stored).toEqual([
      { text: 'food', external_id: 's-1', field: '7' },
      { text: 'staff', external_id: 's-3', field: '7' },
      { text: 'noise', external_id: 's-1', field: '8' },
      { text: 'queue', external_id: 's-2', field: '8' },
    ])
    expect(waits).toEqual([200, 400])
    expect(summary).toMatchObject({ rows: 5, rows_read: 4, inserted: 4, rejected: 1, batches: 1, requests: 4 })
    expect(summary.targets).toEqual([
      { field_id: '7', field_text: 'What went well?', column: 'good', inserted: 2, duplicates: 0, rejected: 0 },
      { field_id: '8', field_text: 'What did not?', column: 'bad', inserted: 2, duplicates: 0, rejected: 1 },
    ])
  })

  it.each([[null], [[]]])('waits for a task whose results beside it are %j until it is over', async (results) => {
    const service = createService({ taskPolls: 3 })
    const client = {
      ...service.client,
      pushBulk: async (call: Parameters<PushClient['pushBulk']>[0]) => ({
        ...(await service.client.pushBulk(call)),
        results,
      }),
    } as PushClient
    const summary = await push(createMemoryDisk({ 'a.csv': CSV }), service, options, { target, client })
    expect(summary).toMatchObject({ inserted: 4, rejected: 1 })
  })

  it('an answer about another source books nothing as stored', async () => {
    const service = createService()
    const client: typeof service.client = {
      ...service.client,
      async getTask(call) {
        const task = await service.client.getTask(call)
        return { ...task, result: { ...task.result!, survey_id: '77' } }
      },
    }
    const pushed = push(createMemoryDisk({ 'a.csv': CSV }), service, options, { target, client })
    await expect(pushed).rejects.toThrow('the service answered for source 77')
  })

  it('[LIM-1] counts all fields against the 1,000 items of a request', async () => {
    const service = createService()
    const rows = Array.from({ length: 1_201 }, (_, index) => `s-${index},a ${index},b ${index}`)
    const summary = await push(createMemoryDisk({ 'a.csv': `id,good,bad\n${rows.join('\n')}` }), service, options, {
      target,
    })
    expect(service.pushes.map(({ items }) => items).sort()).toEqual([1_000, 1_000, 402])
    expect(summary).toMatchObject({ rows: 2_402, inserted: 2_402 })
  })

  it('[BLK-14] with sync gets its result at once, in batches it bears', async () => {
    const service = createService()
    const rows = Array.from({ length: 60 }, (_, index) => `s-${index},a ${index},b ${index}`)
    const summary = await push(
      createMemoryDisk({ 'a.csv': `id,good,bad\n${rows.join('\n')}` }),
      service,
      { ...options, sync: true },
      { target },
    )
    expect(service.pushes.map(({ items }) => items)).toEqual([50, 50, 20])
    expect(summary).toMatchObject({ inserted: 120, requests: 3 })
  })

  it('a field refused for one item is pushed again without it; the others are not', async () => {
    const service = createService({ refuseItem: ({ text }) => (text === 'noise' ? 'is too loud' : undefined) })
    const disk = createMemoryDisk({ 'a.csv': CSV })
    const summary = await push(disk, service, options, { target })
    expect(service.pushes.map(({ items }) => items)).toEqual([4, 1])
    expect(summary).toMatchObject({ rows: 5, inserted: 3, rejected: 2 })
    expect(disk.rejects.get('a.csv.rejects.csv')).toContain('2,text is too loud,s-1,food,noise')
  })

  it('goes on with a task whose end it did not see', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV })
    const blind = {
      ...service.client,
      getTask: async () => {
        throw new Error('connection lost')
      },
    }
    await expect(push(disk, service, options, { target, client: blind })).rejects.toThrow('connection lost')
    expect(await push(disk, service, options, { target })).toMatchObject({ inserted: 4, requests: 1 })
    expect(service.pushes).toHaveLength(1)
  })

  it('[BLK-20] a failed task that names its items is read like a refusal', async () => {
    const service = createService()
    const results = [
      {
        question_id: '7',
        status: 'rejected',
        inserted: 0,
        duplicates: 0,
        error: { code: 'X', message: 'm', details: { 'content[0].text': ['bad'] } },
      },
      {
        question_id: '8',
        status: 'rejected',
        inserted: 0,
        duplicates: 0,
        error: { code: 'X', message: 'no such field' },
      },
    ]
    let failed = false
    const client = {
      ...service.client,
      getTask: async (input: Parameters<typeof service.client.getTask>[0]) => {
        if (failed) return service.client.getTask(input)
        failed = true
        return {
          status: 'failed',
          error: { code: 'PUSH_FAILED', message: 'nothing accepted', details: { results } },
        } as never
      },
    }
    const summary = await push(createMemoryDisk({ 'a.csv': CSV }), service, options, { target, client })
    expect(summary).toMatchObject({ rows: 5, rejected: 4, duplicates: 1 })
  })

  it('stops on a task that failed for another reason', async () => {
    const service = createService()
    const client = {
      ...service.client,
      getTask: async () => ({ status: 'failed', error: { code: 'APS_EXHAUSTED', message: 'no credits' } }) as never,
    }
    await expect(push(createMemoryDisk({ 'a.csv': CSV }), service, options, { target, client })).rejects.toMatchObject({
      cause: { name: 'TaskFailedError', code: 'APS_EXHAUSTED' },
    })
  })

  it.each([
    [['good=Rate us'], 'is not a text field'],
    [['good=12'], 'no field "12"'],
    [['good=7', 'bad=7'], 'two columns are mapped to'],
    [['ugly=7'], 'no column named "ugly"'],
    [['good'], 'got "good"'],
    [undefined, 'several text fields'],
  ])('refuses %j before anything is sent', async (fields, message) => {
    const service = createService()
    await expect(
      push(
        createMemoryDisk({ 'a.csv': CSV }),
        service,
        { path: 'a.csv', map: ['text=good'].filter(() => !fields), ...(fields ? { fields } : {}) },
        { target },
      ),
    ).rejects.toThrow(message)
    expect(service.pushes).toEqual([])
  })

  it('sends to the field asked for by --question', async () => {
    const service = createService()
    await push(
      createMemoryDisk({ 'a.csv': 'text\nhello\n' }),
      service,
      { path: 'a.csv', question: '8' },
      { target: { ...target, fields: target.fields.slice(1) } },
    )
    expect(service.stored).toMatchObject([{ field: '8', text: 'hello' }])
  })

  it.each([404, 405, 410, 413])('is in doubt about a batch whose task cannot be seen (%i)', async (status) => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV })
    const client = { ...service.client, getTask: () => Promise.reject(new Refusal(status, 'NOT_FOUND')) }
    await expect(push(disk, service, options, { target, client })).rejects.toMatchObject({
      cause: { name: 'TaskLostError', rows: [2, 4], cause: { status } },
    })
    expect([...disk.journals.values()].join('')).not.toContain('"type":"refused"')
    expect(await push(disk, service, options, { target })).toMatchObject({ inserted: 4, requests: 1 })
    expect(service.pushes).toHaveLength(1)
  })

  const WITHOUT_IDS = { ...options, externalId: 'none' as const }

  it('sends a batch whose task is not known any more again under its key', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV })
    const deaf = { ...service.client, getTask: () => Promise.reject(new Refusal(404, 'NOT_FOUND')) }
    await push(disk, service, WITHOUT_IDS, { target, client: deaf }).catch(() => undefined)
    let polls = 0
    const client: typeof service.client = {
      ...service.client,
      getTask: (call) => {
        polls += 1
        return polls === 1 ? Promise.reject(new Refusal(404, 'NOT_FOUND')) : service.client.getTask(call)
      },
    }
    expect(await push(disk, service, WITHOUT_IDS, { target, client })).toMatchObject({ inserted: 4, requests: 3 })
    expect(new Set(service.pushes.map(({ key }) => key)).size).toBe(1)
    expect(service.stored).toHaveLength(4)
  })

  it('never stores rows without ids twice for a task that cannot be seen (A6)', async () => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': CSV })
    const client = { ...service.client, getTask: () => Promise.reject(new Refusal(404, 'NOT_FOUND')) }
    for (let run = 0; run < 3; run += 1)
      await push(disk, service, WITHOUT_IDS, { target, client }).catch(() => undefined)
    disk.now += 25 * 60 * 60_000
    service.now = disk.now
    await expect(push(disk, service, WITHOUT_IDS, { target, client })).rejects.toMatchObject({ name: 'InDoubtError' })
    expect(service.stored).toHaveLength(4)
  })

  describe('whose task is gone for good, as a service forgets one', () => {
    const deaf = (client: PushClient, isGone: (taskId: string) => boolean): PushClient => ({
      ...client,
      getTask: (call) =>
        isGone(call.params!.task_id!) ? Promise.reject(new Refusal(410, 'GONE')) : client.getTask(call),
    })
    const lost = async (how: PushOptions) => {
      const service = createService()
      const world = createMemoryDisk({ 'a.csv': CSV })
      const client = deaf(service.client, (taskId) => taskId === 'task-1')
      await expect(push(world, service, how, { target, client })).rejects.toThrow('unknown whether')
      return { service, world, client }
    }

    it('with ids: the same command settles it at once, by the duplicates', async () => {
      const { service, world, client } = await lost(options)
      const summary = await push(world, service, options, { target, client })
      expect(summary).toMatchObject({ state: 'finished', inserted: 0, duplicates: 4 })
      expect(service.stored).toHaveLength(4)
      expect(new Set(service.pushes.map(({ key }) => key)).size).toBe(2)
    })

    it('without ids: stays in doubt until a person decides, at any time', async () => {
      for (const [assume, stored] of [
        ['sent', 4],
        ['lost', 8],
      ] as const) {
        const { service, world, client } = await lost(WITHOUT_IDS)
        const again = push(world, service, WITHOUT_IDS, { target, client })
        await expect(again).rejects.toMatchObject({ cause: { name: 'TaskLostError' } })
        expect(service.stored).toHaveLength(4)
        const summary = await push(world, service, WITHOUT_IDS, { target, client, assume })
        expect(summary).toMatchObject({ state: 'finished', inserted: 4 })
        expect(service.stored).toHaveLength(stored)
      }
    })
  })
})
