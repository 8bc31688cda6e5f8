import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { takeLock } from '../../src/base/lock.js'
import { REAL_LOCK_FILES } from '../../src/base/lock-files.js'

it('a lock whose taking fails half way is not held by the process that failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let lists = 0
  const list = async (path: string) => {
    lists += 1
    if (lists === 2) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    return REAL_LOCK_FILES.list(path)
  }
  const path = join(folder, 'a.lock')
  await expect(takeLock(path, { files: { ...REAL_LOCK_FILES, list } })).rejects.toMatchObject({ code: 'EMFILE' })
  expect(readdirSync(folder)).toEqual([])
  await (await takeLock(path)).release()
})
