import { chmodSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { readConfigFile } from '../../src/config/config-file.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'

vi.mock('node:fs', async (load) => ({ ...(await load<typeof import('node:fs')>()), chmodSync: vi.fn() }))

it.each([
  ['EROFS', true],
  ['EPERM', true],
  ['EIO', false],
])('settings that others may read, and whose mode cannot be changed (%s), are read: %s', async (code, isRead) => {
  const path = writeFile(scratchFolder(), 'config.json', '{"current":"a"}')
  await chmod(path, 0o644)
  vi.mocked(chmodSync).mockImplementation(() => {
    throw Object.assign(new Error('no'), { code })
  })
  if (isRead) expect(readConfigFile(path)).toEqual({ current: 'a' })
  else expect(() => readConfigFile(path)).toThrow('no')
})
