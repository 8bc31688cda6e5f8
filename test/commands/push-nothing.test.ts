import { describe, expect, it } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource } from './with-emulator.js'

describe('`push --check` of a file with no rows', () => {
  it.each([
    ['a.csv', 'id,text\n'],
    ['a.csv', 'id,text'],
    ['a.json', '[]'],
    ['a.txt', '\n\n'],
  ])('ends with 6 and says so: %s %j', async (name, content) => {
    const bench = await openBench()
    const file = writeFile(scratchFolder(), name, content)
    const { code, stdout, stderr } = await bench.run(['push', file, '--check'])
    expect(code, stderr).toBe(6)
    expect(stdout + stderr).toMatch(/has no rows, so there is nothing to push|no column/)
  })

  it('a part of a file may be empty', async () => {
    const bench = await openBench()
    const file = writeFile(scratchFolder(), 'a.csv', 'id,text\n1,hello\n')
    expect((await bench.run(['push', file, '--check', '--shard', '2/2'])).code).toBe(0)
  })
})

describe("`push --check` of a file with rows that can't be read", () => {
  it.each([
    ['a.ndjson', '{"id":"1","text":"it bro'],
    ['a.json', '[[1,2]]'],
  ])('shows no columns it never saw: %s %j', async (name, content) => {
    const bench = await openBench()
    await stageSource(bench)
    const file = writeFile(scratchFolder(), name, content)
    const { code, stderr } = await bench.run(['push', file, '--source', 'Tickets', '--check'])
    expect([code, stderr]).toEqual([6, expect.stringContaining('no row can be read, so no columns are known')])
    expect(stderr).not.toMatch(/←|ids from/)
    const shown = await bench.run(['push', file, '--check', '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ file: { columns: [] }, mapping: { texts: [], members: [] } })
  })

  it('shows the columns of those that can', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const file = writeFile(scratchFolder(), 'a.ndjson', '{"id":"1","text":"it bro\n{"id":"2","text":"Fine"}\n')
    const { stderr } = await bench.run(['push', file, '--source', 'Tickets', '--check'])
    expect(stderr).toMatch(/text ← text.*\n.*external_id ← id.*\n.*ids from the id column/)
  })
})
