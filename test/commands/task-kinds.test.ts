import { expect, test } from 'vitest'
import type { Transport, WireRequest } from '../../src/contract/wire.js'
import type { Json } from './other-service.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

/** The result of the push, and of the upload: told apart by what they stored. */
const PUSH = {
  task_id: '7',
  status: 'completed',
  progress: 100,
  created_at: '2026-01-01T00:00:00Z',
  completed_at: null,
}
const UPLOAD = { ...PUSH, created_at: '2026-02-02T00:00:00Z' }
const resultOf = (task: Json, inserted: number) => ({ ...task, result: { inserted, duplicates: 0 } })
const SHARED =
  'route:GET /api/input/feedback/upload/{task_id}: { path: "/content/push/bulk/{task_id}", prefix: /api/input }\n'
const PLACED = 'route:GET /api/input/feedback/upload/{task_id}: { path: "/uploads/{task_id}" }\n'

/** A service that counts tasks of pushes and uploads each for themselves, before the emulator. */
async function service({ push, upload, facts = PLACED }: { push?: Json; upload?: Json; facts?: string }) {
  const bench = await openBench()
  const folder = scratchFolder()
  writeFile(folder, 'inpk.facts.yaml', facts)
  const asked: string[] = []
  const transport: Transport = async (request: WireRequest) => {
    const { pathname } = new URL(request.url)
    const isPush = pathname.includes('/push/bulk/')
    if (!isPush && !pathname.includes('/upload')) return bench.emulator.handle(request)
    asked.push(pathname.replace(/^\/api\/\w+/, ''))
    const task = isPush ? push : upload
    const body = task ?? { error: { code: 'NOT_FOUND', message: 'No such task.' } }
    return {
      status: task ? 200 : 404,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    }
  }
  const tasks = (...words: string[]) => bench.run(['tasks', ...words], { transport, cwd: folder })
  return { tasks, asked }
}

const BOTH = { push: resultOf(PUSH, 11), upload: resultOf(UPLOAD, 22) }

test.each(['show', 'wait'])(
  '`tasks %s` of an id that a push and an upload have asks which one is meant',
  async (verb) => {
    for (const facts of [PLACED, '']) {
      const { tasks } = await service({ ...BOTH, facts })
      const { code, stdout, stderr } = await tasks(verb, '7')
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        expect.stringContaining('a push and an upload both have a task 7'),
      ])
      expect((await tasks(verb, '7', '--push')).stdout).toMatch(/11 items/)
      expect((await tasks(verb, '7', '--upload')).stdout).toMatch(/22 items/)
    }
  },
)

test('a task that is only found among those of uploads is shown as the task of an upload', async () => {
  const { tasks } = await service({ upload: BOTH.upload })
  expect((await tasks('show', '7')).stdout).toMatch(/^kind +upload$/m)
  const { code, stdout } = await tasks('show', '7', '--push')
  expect([code, stdout]).toEqual([5, ''])
})

test('a task of a push is not shown for that of an upload', async () => {
  const { tasks } = await service({ push: BOTH.push })
  expect((await tasks('show', '7', '--upload')).code).toBe(5)
})

test('one task at both addresses is one task', async () => {
  const { tasks } = await service({ push: BOTH.push, upload: BOTH.push })
  expect((await tasks('show', '7')).stdout).toMatch(/11 items/)
})

test('one answer at both addresses is one task, also where facts read it in two ways', async () => {
  const facts = `${PLACED}result:getTask: { words: { kind: { bulk: pushed } } }\n`
  const task = { ...BOTH.push, kind: 'pushed' }
  const { tasks } = await service({ push: task, upload: task, facts })
  expect((await tasks('show', '7')).stdout).toMatch(/^kind +push$/m)
})

test.each(['bulk', 'upload'])(
  'what is of the kind %s at both addresses is one task, however they write it',
  async (kind) => {
    const { tasks } = await service({ push: { ...BOTH.push, kind }, upload: { ...BOTH.upload, kind, rows: [] } })
    const { code, stdout } = await tasks('show', '7')
    expect([code, stdout]).toEqual([0, expect.stringMatching(kind === 'bulk' ? /^kind +push$/m : /^kind +upload$/m)])
  },
)

test('where a task says its kind, and all are at one address, it is asked for once', async () => {
  const { tasks, asked } = await service({ push: { ...BOTH.push, kind: 'bulk' }, facts: '' })
  expect((await tasks('show', '7')).stdout).toMatch(/^kind +push$/m)
  expect(asked).toEqual(['/content/push/bulk/7'])
})

test.each([
  ['bulk', '--upload', 'task 7 is of a push, not of an upload'],
  ['upload', '--push', 'task 7 is of an upload, not of a push'],
])('a task of the kind %s is not found with %s', async (kind, option, message) => {
  const { tasks } = await service({ push: { ...BOTH.push, kind }, facts: '' })
  for (const verb of ['show', 'wait']) {
    const { code, stdout, stderr } = await tasks(verb, '7', option)
    expect([code, stdout, stderr]).toEqual([5, '', expect.stringContaining(message)])
  }
})

test('both options together are refused', async () => {
  const { tasks } = await service(BOTH)
  expect((await tasks('show', '7', '--push', '--upload')).code).toBe(2)
})

test('facts may say that tasks of uploads are where all tasks are', async () => {
  const { tasks, asked } = await service({ push: { ...BOTH.push, kind: 'bulk' }, facts: SHARED })
  expect((await tasks('show', '7')).stdout).toMatch(/11 items/)
  expect(asked).toHaveLength(1)
})
