import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../src/commands/examples.js'
import { runInpk } from '../cli/run-inpk.js'

describe('examples', () => {
  let cwd: string
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'inpk-examples-'))
  })

  it('writes the example files to a folder of their own, and to any other that is named', async () => {
    const { code, stdout } = await runInpk(['examples'], { cwd })
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Wrote 6 files to inpk-examples:'])
    expect(readdirSync(join(cwd, 'inpk-examples')).sort()).toEqual([...EXAMPLES].sort())
    const here = await runInpk(['examples', '.', '--json'], { cwd })
    expect(JSON.parse(here.stdout)).toEqual({ folder: cwd, files: [...EXAMPLES] })
    expect(readFileSync(join(cwd, 'app-reviews.csv'))).toEqual(readFileSync('fixtures/app-reviews.csv'))
  })

  it('again changes nothing, and a file of one’s own under such a name is never replaced', async () => {
    await runInpk(['examples'], { cwd })
    expect((await runInpk(['examples'], { cwd })).code).toBe(0)
    mkdirSync(join(cwd, 'mine'))
    writeFileSync(join(cwd, 'mine/app-reviews.csv'), 'mine')
    const { code, stderr } = await runInpk(['examples', 'mine'], { cwd })
    expect([code, stderr]).toEqual([7, expect.stringContaining('app-reviews.csv already exists with other contents')])
    expect(readFileSync(join(cwd, 'mine/app-reviews.csv'), 'utf8')).toBe('mine')
  })

  it('says what to do where a file is in the way, or nothing can be written', async () => {
    writeFileSync(join(cwd, 'afile'), '')
    for (const folder of ['afile', 'afile/inside']) {
      const { code, stderr } = await runInpk(['examples', folder], { cwd })
      expect([code, stderr]).toEqual([2, expect.stringMatching(/is a file or inside one.*\n.*another folder.*-2`/)])
    }
    const { code, stderr } = await runInpk(['examples', '/dev/null/x'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('NO_FOLDER')])
  })

  it('includes the schema that the seed file names', () => {
    expect(readFileSync('fixtures/shop.seed.yaml', 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\/seed\.schema\.json\n/,
    )
    expect(EXAMPLES).toContain('seed.schema.json')
  })
})
