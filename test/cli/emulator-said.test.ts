/** That a running emulator is used is said by the commands that ask it something. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { runInpk } from './run-inpk.js'

const URL_OF_EMULATOR = 'http://127.0.0.1:4777'

const entry = {
  request: { method: 'GET', url: `${URL_OF_EMULATOR}/api/input/me`, headers: [] },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"org_name":"Acme"}' } },
}

test.each([
  [['me'], true],
  [['learn', 'one.har', '--dry-run'], false],
  [['push', 'a.csv', '--check'], false],
  [['webhooks', 'test', 'http://127.0.0.1:9/hook', '--secret-env', 'SECRET'], false],
])('%j', async (argv, isSaid) => {
  const cwd = scratchFolder()
  writeEmulatorFile(join(cwd, '.inpk'), { started_at: '', base_url: URL_OF_EMULATOR, dashboard_url: URL_OF_EMULATOR })
  writeFile(cwd, 'a.csv', 'text\nGreat\n')
  writeFile(cwd, 'one.har', { log: { version: '1.2', entries: [entry] } })
  const transport = () => Promise.reject(Object.assign(new Error('nobody'), { code: 'ECONNREFUSED' }))
  const env = { INPK_CONFIG_DIR: join(cwd, 'config'), SECRET: 'whsec_1234567890' }
  const { stderr } = await runInpk(argv, { cwd, env, transport })
  expect(stderr.includes(`Using the running emulator at ${URL_OF_EMULATOR}`), stderr).toBe(isSaid)
})
