/** Every file of settings that the program reads and writes, saved by an editor that puts a byte order mark before it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRandomKeys, randomKeysPath, writeRandomKeys } from '../../src/config/random-keys.js'
import { readEmulatorFile } from '../../src/config/running-emulator.js'
import { runInpk } from '../cli/run-inpk.js'
import { readJson, scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench, stageSource } from '../commands/with-emulator.js'

const BOM = '\ufeff'
const CONFIG = {
  current: 'a',
  profiles: { a: { base_url: 'http://127.0.0.1:1' }, b: { base_url: 'http://127.0.0.1:2' } },
}

describe('a byte order mark', () => {
  test.each(['profiles use b', 'profiles remove b', 'logout', 'profiles list', 'config'])(
    'before config.json keeps nobody from `%s`',
    async (line) => {
      const folder = scratchFolder()
      writeFile(folder, 'config.json', BOM + JSON.stringify(CONFIG))
      const { code, stderr } = await runInpk(line.split(' '), { env: { INPK_CONFIG_DIR: folder } })
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('UNEXPECTED')])
    },
  )

  test('before inpk.config.json keeps nobody from reading it, nor from saving a mapping there', async () => {
    const bench = await openBench()
    await stageSource(bench)
    const cwd = scratchFolder()
    writeFile(cwd, 'inpk.config.json', `${BOM}{"mappings":{"old":{}}}`)
    writeFile(cwd, 'a.csv', 'id,text\n1,one\n')
    const line = ['push', 'a.csv', '--source', 'Tickets', '--save-mapping', 'mine']
    const { code, stderr } = await bench.run(line, { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') } })
    expect(code, stderr).toBe(0)
    expect(Object.keys(readJson(join(cwd, 'inpk.config.json')).mappings!)).toEqual(['old', 'mine'])
  })

  test('before the file of random keys loses none of them', () => {
    const path = randomKeysPath(scratchFolder(), false)
    const keys = { test: { all: 'one' }, live: {} }
    writeRandomKeys(path, { 1: keys } as never)
    writeFile(join(path, '..'), 'random-keys.json', BOM + readFileSync(path, 'utf8'))
    expect(findRandomKeys(path)).toEqual(keys)
  })

  test('before emulator.json leaves the emulator to be found', () => {
    const facts = { pid: 1, base_url: 'http://a:1', dashboard_url: 'http://a:2' }
    const path = writeFile(scratchFolder(), 'emulator.json', BOM + JSON.stringify(facts))
    expect(readEmulatorFile(path)).toMatchObject(facts)
  })
})

test('mappings of another kind than an object draw a warning', async () => {
  const cwd = scratchFolder()
  writeFile(cwd, 'inpk.config.json', '{"mappings":[]}')
  const { stderr } = await runInpk(['config'], { cwd })
  expect(stderr).toContain('mappings must be an object, and has no effect.')
})
