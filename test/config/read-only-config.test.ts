import { chmodSync } from 'node:fs'
import { expect, it } from 'vitest'
import { repairMode } from '../../src/config/config-file.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'

it.each([
  ['EROFS', null],
  ['EPERM', null],
  ['EIO', 'no'],
])('settings whose mode cannot be changed (%s) end a command with %s', (code, ended) => {
  const path = writeFile(scratchFolder(), 'config.json', '{}')
  chmodSync(path, 0o644)
  let asked = 0
  const refuse = () => {
    asked += 1
    throw Object.assign(new Error('no'), { code })
  }
  let said: string | null = null
  try {
    repairMode(path, 0o600, refuse)
  } catch (error) {
    said = (error as Error).message
  }
  expect([asked, said]).toEqual([1, ended])
})
