import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

test.each([
  [6, 'push ids.csv --source 1'],
  [2, 'push ids.csv --source 1 --map text=Nope'],
  [2, 'push ids.csv --source 1 --field Nope=1'],
  [2, 'push ids.csv --source 1 --map text=#9'],
  [6, 'invites send 1 ids.csv'],
  [2, 'invites send 1 ids.csv --email-column Nope'],
  [6, 'feedback erase --from ids.csv --yes'],
])('exit code %i where a column is missing: 2 if an option names it, else 6: %s', async (wanted, line) => {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'ids.csv', 'nr,when\n1,2026-01-02\n2,2026-01-03\n')
  const { code, stderr } = await bench.run(line.split(' '), { cwd })
  expect([code, stderr]).toEqual([wanted, expect.stringMatching(/column/)])
})
