import { expect, test } from 'vitest'
import { type Json, otherService } from './other-service.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

test('the same upload again shows its task as it is now, not as it was when it started (newcomer 1b-3)', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const file = writeFile(scratchFolder(), 'a.csv', 'text,external_id\nGood.,1\n')
  const upload = ['upload', file, '--source', source]
  expect((await bench.run(upload)).stdout).toContain('queued')
  await bench.json(['emulator', 'clock', 'advance', '5m'])
  const { code, stdout, stderr } = await bench.run(upload)
  expect([code, stderr]).toEqual([0, 'The service already has this upload. --again stores the file twice.\n'])
  expect(stdout).toMatch(/status +completed, 100%/)
  expect(stdout).not.toContain('queued')
  expect(await bench.json(upload)).toMatchObject({ status: 'completed' })
})

test('a task some rows of which were rejected is partly done, whichever command waits for it', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const file = writeFile(scratchFolder(), 'a.csv', 'text,rating\nGood.,4\n ,5\n')
  const uploaded = await bench.run(['upload', file, '--source', source, '--wait'])
  expect([uploaded.code, uploaded.stdout]).toEqual([10, expect.stringMatching(/1 row rejected/)])
  expect((await bench.run(['tasks', 'wait', 'task_1'])).code).toBe(10)
})

test('a task that ended with a word of its own is done where it stored every row', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const waited = async (text: string, change: (result: Json) => Json = (result) => result) => {
    const transport = otherService(bench.emulator.handle, {
      answer: (payload) =>
        payload.completed_at ? { ...payload, status: 'Wrapped up', result: change(payload.result as Json) } : payload,
    })
    const file = writeFile(scratchFolder(), 'a.csv', `text\n${text}\n`)
    return (await bench.run(['upload', file, '--source', source, '--wait'], { transport })).code
  }
  expect(await waited('One.')).toBe(0)
  expect(await waited('Two.', (result) => ({ ...result, rows_accepted: 0 }))).toBe(10)
  expect(await waited('Three.', ({ rows_read: _, ...result }) => result)).toBe(10)
})
