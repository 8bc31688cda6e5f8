import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeOutput } from '../../src/base/output-file.js'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import { updateConfig } from '../../src/config/config-store.js'
import { randomKeysPath, writeRandomKeys } from '../../src/config/random-keys.js'
import { createFileJournal } from '../../src/ingest/push/journal/journal-folder.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const DAYS_2_MS = 2 * 86_400_000

/** Every place that writes a file under another name first: what it leaves when it is killed then, and what is written there next. */
const WRITERS: [string, string, (folder: string) => unknown][] = [
  ['a file that was asked for', `.inpk-${UUID}.part`, (folder) => writeOutput(join(folder, 'a.csv'), ['text'])],
  ['emulator.json', 'emulator.json.999', (folder) => writeEmulatorFile(folder, FACTS)],
  ['random keys', 'random-keys.json.999', (folder) => writeRandomKeys(randomKeysPath(folder, false), {})],
  ['config.json', 'config.json.tmp-1234567890abcdef', (folder) => updateConfig(placeAt(folder), (file) => file)],
]

const FACTS = { started_at: '', base_url: 'http://a:1', dashboard_url: 'http://a:2' }

function placeAt(folder: string) {
  return {
    env: { INPK_CONFIG_DIR: folder },
    homeDirectory: '/nowhere',
    platform: 'linux' as const,
    now: Date.now,
    monotonic: () => performance.now(),
    sleep: async () => {},
  }
}

test.each(WRITERS)('what a killed process left of %s goes at the next write in its folder', async (_, name, write) => {
  const folder = scratchFolder()
  const left = writeFile(folder, name, 'half')
  await write(folder)
  expect(existsSync(left), 'its writer may live').toBe(true)
  const then = (Date.now() - DAYS_2_MS) / 1_000
  utimesSync(left, then, then)
  const mine = writeFile(folder, `notes.${OTHER}.txt`, 'mine')
  utimesSync(mine, then, then)
  await write(folder)
  expect([existsSync(left), existsSync(mine)]).toEqual([false, true])
})

test('what a killed push left of its journal goes as soon as its run is locked again', async () => {
  const folder = scratchFolder()
  const left = writeFile(folder, `run.jsonl.${UUID}`, 'half')
  // Times of files are finer than those of a process, so what was just written may look later than now.
  const ahead = (Date.now() + 1_000) / 1_000
  utimesSync(left, ahead, ahead)
  await (await createFileJournal(folder).lock('run'))()
  expect(existsSync(left)).toBe(false)
})
