import { expect, test } from 'vitest'
import { type Json, otherService } from './other-service.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

/** Two fields, so that a push is a task, before a service that says something else of it. */
async function tasks(change: (task: Json) => Json) {
  const bench = await openBench()
  await bench.json(['groups', 'create', 'Support'])
  const questions = ['--question', 'A?', '--question', 'B?']
  await bench.json(['sources', 'create', 'Two', '--group', 'Support', ...questions, '--publish'])
  const folder = scratchFolder()
  writeFile(folder, 'b.csv', 'a,b\none,two\n')
  const transport = otherService(bench.emulator.handle, {
    answer: (payload, path) => (/\/push\/bulk\/\w+$/.test(path) ? change(payload) : payload),
  })
  const surroundings = { transport, cwd: folder, env: { XDG_STATE_HOME: folder } }
  const push = () => bench.run('push b.csv --source Two --field a=A? --field b=B?'.split(' '), surroundings)
  const wait = (words: string[]) => bench.run(['tasks', 'wait', 'task_1', ...words], surroundings)
  const useFacts = (text: string) => writeFile(folder, 'inpk.facts.yaml', text)
  return { push, wait, useFacts }
}

test('a task that ended with a word of its own: a push takes its result, and `tasks wait` ends', async () => {
  const { push, wait } = await tasks((task) => ({ ...task, status: 'partially_completed' }))
  const pushed = await push()
  expect([pushed.code, pushed.stdout]).toEqual([0, expect.stringContaining('2')])
  const { code, stderr } = await wait([])
  expect([code, stderr]).toEqual([10, expect.stringContaining('ended with the status "partially_completed"')])
})

test('a task whose status is unknown and never changes is not waited for without end', async () => {
  const { push, wait } = await tasks(({ result: _, ...task }) => ({
    ...task,
    status: 'on_hold',
    progress: 50,
    completed_at: null,
  }))
  const pushed = await push()
  expect(pushed.code).not.toBe(0)
  expect(pushed.stderr).toContain('has the status "on_hold", which inpk does not know')
  const { code, stderr } = await wait(['--within', '20s'])
  expect([code, stderr]).toEqual([12, expect.stringContaining('has the status "on_hold"')])
})

test('a task that counts by field alone shows the sum, wherever its fields are', async () => {
  const fields = (task: Json) => task.result?.results
  const inside = await tasks((task) => ({ ...task, ...(task.result && { result: { results: fields(task) } }) }))
  await inside.push()
  const shown = await inside.wait([])
  expect([shown.code, shown.stdout, shown.stderr]).toEqual([
    0,
    expect.stringMatching(/^result +2 items inserted, 0 dup/m),
    '',
  ])
  const beside = await tasks(({ result, ...task }) => ({ ...task, ...(result && { fields: result.results }) }))
  const gone = 'result.inserted: null, result.duplicates: null'
  beside.useFacts(`result:getTask: { names: { result.results: '/fields', ${gone} } }\n`)
  expect(await beside.push()).toMatchObject({ code: 0 })
  expect((await beside.wait([])).stdout).toMatch(/^result +2 items inserted, 0 dup/m)
})
