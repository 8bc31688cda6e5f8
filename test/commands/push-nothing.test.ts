import { describe, expect, it } from 'vitest'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench } from './with-emulator.js'

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
