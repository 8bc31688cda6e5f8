import { expect, test } from 'vitest'
import { runInpk } from '../../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../scratch.js'

test('without an emulator the ledger is printed, with the facts that are in force', async () => {
  const cwd = scratchFolder()
  const run = (...words: string[]) => runInpk(['emulator', 'assumptions', ...words], { cwd })
  const plain = await run('--json')
  expect(plain.code).toBe(0)
  const said = 'No emulator is running: this is what is assumed without facts.'
  expect((await run()).stderr).toContain(said)
  const rows = JSON.parse(plain.stdout) as { id: string; overridden: boolean }[]
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.filter(({ overridden }) => overridden)).toEqual([])
  const path = writeFile(cwd, 'f.yaml', 'error:NOT_FOUND: { code: MISSING }\n')
  const known = await run('--json', '--facts', path)
  expect((await run('--facts', path)).stderr).toContain(`with the facts of ${path}`)
  const changed = (JSON.parse(known.stdout) as typeof rows).filter(({ overridden }) => overridden)
  expect(changed).toMatchObject([{ id: 'error:NOT_FOUND', override: { code: 'MISSING' } }])
})

test('people see how many assumptions there are of each operation, and those of one; programs get all (B8)', async () => {
  const cwd = scratchFolder()
  const { stdout: all } = await runInpk(['emulator', 'assumptions'], { cwd })
  expect(all.trim().split('\n').length).toBeLessThanOrEqual(24)
  expect(all).toMatch(/^pushContent +\d+/m)
  const { stdout: some } = await runInpk(['emulator', 'assumptions', 'pushContent'], { cwd })
  expect(some).toContain('result:pushContent')
  expect(some).not.toContain('getAnalysis')
  const none = await runInpk(['emulator', 'assumptions', 'nowhere'], { cwd })
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no assumption has "nowhere" in its id')])
  const { stdout: json } = await runInpk(['emulator', 'assumptions', '--json'], { cwd })
  expect(JSON.parse(json).length).toBeGreaterThan(168)
})
