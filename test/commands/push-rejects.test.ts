import { linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInpk } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'

const CSV = 'id,comment\n1,Great service\n2,\n'

function stage() {
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', CSV)
  mkdirSync(join(cwd, 'sub'))
  symlinkSync('a.csv', join(cwd, 'soft.csv'))
  linkSync(join(cwd, 'a.csv'), join(cwd, 'hard.csv'))
  // No service is there: what is refused is refused before anything is asked.
  const push = (...argv: string[]) =>
    runInpk(['push', ...argv, '--source', 'S'], { cwd, env: { INPK_CONFIG_DIR: cwd } })
  return { cwd, push }
}

describe('push --rejects', () => {
  it.each(['a.csv', './sub/../a.csv', 'soft.csv', 'hard.csv'])(
    '%s, which is the input, is refused',
    async (rejects) => {
      const { cwd, push } = stage()
      const { code, stderr } = await push('a.csv', '--rejects', rejects)
      expect(code).toBe(2)
      expect(stderr).toContain('the rejected rows would be written over a.csv')
      expect(readFileSync(join(cwd, 'a.csv'), 'utf8')).toBe(CSV)
    },
  )

  it('is refused for several files and for --watch: each has its own', async () => {
    const { push } = stage()
    for (const argv of [
      ['a.csv', 'soft.csv'],
      ['--watch', 'sub'],
    ]) {
      const { code, stderr } = await push(...argv, '--rejects', 'r.csv')
      expect(code).toBe(2)
      expect(stderr).toContain('each file go to its own FILE.rejects.csv')
    }
  })

  it('left out, still never writes over a file of the same command', async () => {
    const { cwd, push } = stage()
    writeFile(cwd, 'a.csv.rejects.csv', CSV)
    const { code, stderr } = await push('a.csv', 'a.csv.rejects.csv')
    expect(code).toBe(2)
    expect(stderr).toContain('written over a.csv.rejects.csv, which is pushed')
  })
})
