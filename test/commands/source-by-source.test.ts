import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

/** A service that lists feedback of one source alone, with two sources in two groups; and a command line that knows it. */
async function stage() {
  const facts = { 'query:listFeedback': { required: { survey_id: true } } }
  const bench = await openBench({ facts })
  const { source } = await stageSource(bench, [{ text: 'a', external_id: 'e1' }])
  await bench.json(['groups', 'create', 'Shops'])
  const made = ['--question', 'DEPTH_TEXT: What?', '--publish']
  const { survey_id: other } = await bench.json(['sources', 'create', 'Reviews', '--group', 'Shops', ...made])
  const cwd = scratchFolder()
  writeFile(cwd, 'r.csv', 'id,comment\ne2,b\ne3,c\n')
  await bench.json(['push', 'r.csv', '--source', 'Reviews'], { cwd, env: { XDG_STATE_HOME: cwd } })
  const known = ['--facts', writeFile(cwd, 'f.json', JSON.stringify(facts))]
  const texts = async (...argv: string[]) =>
    (await bench.json<{ text: string }[]>(['feedback', 'list', ...argv, ...known])).map(({ text }) => text)
  return { bench, source, other, known, texts }
}

test('where feedback is listed of one source alone, one source is asked after the other', async () => {
  const { bench, other, known, texts } = await stage()
  const refused = await bench.run(['feedback', 'list'])
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('source')])
  expect((await texts()).sort()).toEqual(['a', 'b', 'c'])
  expect((await texts('--group', 'Shops')).sort()).toEqual(['b', 'c'])
  expect(await texts('--external-id', 'e1')).toEqual(['a'])
  expect(await texts('--limit', '1')).toHaveLength(1)
  expect(await texts('--field', '1')).toEqual(['a'])
  expect((await texts('--source', other)).sort()).toEqual(['b', 'c'])
  const exported = await bench.run(['feedback', 'export', '--output', 'ndjson', ...known])
  expect(exported.stdout.trim().split('\n')).toHaveLength(3)
})

test('an erase in one source looks for its ids in the others where feedback is listed of one source alone', async () => {
  const { bench, source, known } = await stage()
  const erase = ['feedback', 'erase', '--external-id', 'e1', '--source', source, '--yes', ...known]
  expect((await bench.run(erase)).stdout).toContain('Erased 1 item')
})
