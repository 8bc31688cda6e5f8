import { expect, test } from 'vitest'
import { runInpk } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench } from '../commands/with-emulator.js'

test('overrides replace assumed codes and statuses, and the ledger says which', async () => {
  const overrides = { 'error:NOT_FOUND': { code: 'MISSING', status: 410 } }
  const bench = await openBench({ overrides })
  const { code, stderr } = await bench.run(['api', 'GET', 'surveys/list', '-f', 'survey_id=9', '--json'])
  expect(code).toBe(0)
  expect(stderr).toBe('')
  const missing = await bench.run(['tasks', 'show', 'task_9', '--json'])
  expect(JSON.parse(missing.stderr).error).toMatchObject({ code: 'MISSING', status: 410 })
  const ledger = await bench.json<{ id: string; overridden: boolean }[]>(['emulator', 'assumptions'])
  expect(ledger.filter(({ overridden }) => overridden).map(({ id }) => id)).toEqual(['error:NOT_FOUND'])
})

test('a file of overrides is checked, each fault with its line', async () => {
  const cwd = scratchFolder()
  const file = writeFile(cwd, 'truth.yaml', 'error:NOT_FOUND: { status: 410 }\nerror:NO_SUCH: { status: 400 }\n')
  const ran = await runInpk(['emulator', 'start', '--ephemeral', '--port', '0', '--overrides', file], { cwd })
  expect([ran.code, ran.stderr]).toEqual([6, expect.stringContaining(`${file}:2:1: error:NO_SUCH is no assumption`)])
})
