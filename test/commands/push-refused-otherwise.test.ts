import { expect, test } from 'vitest'
import { createWarnings } from '../../src/ingest/warnings.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

test('a refusal that is sent with a status of its own rejects its rows, and no others', async () => {
  const refusal = { code: 'NOT_ACCEPTABLE', status: 406 }
  const hidden = { 'behaviour:item-lengths': { customer_id: 5 } }
  const bench = await openBench({ facts: { 'error:VALIDATION_ERROR': refusal, ...hidden } as never })
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const facts = writeFile(folder, 'known.yaml', 'error:VALIDATION_ERROR: { code: NOT_ACCEPTABLE, status: 406 }\n')
  const file = writeFile(folder, 'a.csv', 'text,customer_id\none,C-1\ntwo,much too long\nthree,C-2\n')
  const run = (argv: string[]) =>
    bench.run([...argv, '--facts', facts], { cwd: folder, env: { XDG_STATE_HOME: folder } })
  const { code, stdout } = await run(['push', file, '--source', source, '--json'])
  expect([code, JSON.parse(stdout)]).toMatchObject([10, { inserted: 2, rejected: 1 }])
  expect(await storedTexts(bench)).toEqual(['one', 'three'])
  expect((await run(['groups', 'create', 'x'])).code).toBe(6)
})

test('what a service says of the rows that it refused is told, with their count', async () => {
  const hidden = { 'behaviour:item-lengths': { customer_id: 5 } }
  const bench = await openBench({ facts: hidden as never })
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const file = writeFile(folder, 'a.csv', 'text,customer_id\none,C-1\ntwo,much too long\nthree,far too long\n')
  const run = (...argv: string[]) => bench.run(['push', file, '--source', source, ...argv], { cwd: folder })
  const { stderr } = await run()
  expect(stderr).toMatch(/warning: 2 rows were refused by the service: customer_id .+ \(rows 3, 4\)/)
  const { warnings } = JSON.parse((await run('--restart', '--json')).stdout)
  expect(warnings).toMatchObject([{ kind: 'refused', count: 2, rows: [3, 4] }])
})

test('of many reasons the commonest are told, in whatever order the answers came', () => {
  const reasons = ['a', 'b', 'b', 'c', 'c', 'c', 'd', 'e', 'f', 'g']
  const listOf = (order: readonly number[]) => {
    const warnings = createWarnings()
    for (const at of order) warnings.add('refused', at + 2, { about: reasons[at] })
    return warnings.list()
  }
  const inOrder = reasons.map((_, at) => at)
  expect(listOf(inOrder).map(({ about, rows }) => [about, rows])).toEqual([
    ['c', [5, 6, 7]],
    ['b', [3, 4]],
    ['a', [2]],
    ['d', [8]],
    ['e', [9]],
    ['other reasons', [10, 11]],
  ])
  expect(listOf(inOrder.toReversed())).toEqual(listOf(inOrder))
})

test('with --quiet the summary has the warnings, which --json has in any case (cli.md section 3)', async () => {
  const bench = await openBench()
  const { source } = await stageSource(bench)
  const folder = scratchFolder()
  const file = writeFile(folder, 'a.csv', 'text,rating\none,5\ntwo,often\n')
  const run = (...argv: string[]) => bench.run(['push', file, '--source', source, ...argv], { cwd: folder })
  const { code, stdout, stderr } = await run('--quiet')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^warnings +1 rating is not a number and was left out: "\w+" \(row 3\)$/m)
  expect((await run('--restart')).stdout).not.toContain('warnings')
})
