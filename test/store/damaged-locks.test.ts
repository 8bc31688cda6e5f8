import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDirectory } from '../../emulator/store/index.js'
import { SILENT_MS } from '../../src/base/lock.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'

/** Each wait takes no time. */
function fastTime() {
  let nowMs = 0
  const sleep = async (ms: number) => {
    nowMs += ms
  }
  return { monotonic: () => nowMs, sleep }
}

test.each(['{}', '{"pid":null}', 'null', '[]', '"x"', '{"pid":1}', '{"pid":'])(
  'a lock file that says %s is called damaged, watched and taken over',
  async (text) => {
    const folder = scratchFolder()
    writeFile(folder, 'lock.5', text)
    const time = fastTime()
    const watched: unknown[] = []
    const onWatch = (holder: unknown, lock: unknown) => watched.push(holder, lock)
    const lock = await lockDataDirectory(folder, { ...time, onWatch })
    expect(watched).toEqual([undefined, { file: join(folder, 'lock.5'), isDamaged: true }])
    expect(time.monotonic()).toBeGreaterThanOrEqual(SILENT_MS)
    expect((await readdir(folder)).filter((name) => name.startsWith('lock'))).toEqual(['lock.6'])
    await lock.release()
  },
)

test('a folder where a lock file belongs is named, with what to do', async () => {
  const folder = scratchFolder()
  await mkdir(join(folder, 'lock.1'))
  await expect(lockDataDirectory(folder, fastTime())).rejects.toThrow(
    `${join(folder, 'lock.1')} is a folder, but should be a lock file; remove it and start again`,
  )
})
