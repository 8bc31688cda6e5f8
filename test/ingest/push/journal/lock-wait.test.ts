import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ownIdentity } from '../../../../src/base/process.js'
import { createFileJournal } from '../../../../src/ingest/push/journal/journal-folder.js'
import { scratchFolder } from '../../../commands/scratch.js'

it('a push that waits for one in another container says so once, and a signal ends the wait (class 6)', async () => {
  const folder = scratchFolder()
  const holder = { ...ownIdentity(), place: 'another container', since: new Date().toISOString() }
  writeFileSync(join(folder, 'run.lock.1'), JSON.stringify(holder))
  const stop = new AbortController()
  const reason = new Error('stopped')
  let told = 0
  const onWatch = () => {
    told += 1
    stop.abort(reason)
  }
  await expect(createFileJournal(folder).lock('run', { signal: stop.signal, onWatch })).rejects.toBe(reason)
  expect(told).toBe(1)
})
