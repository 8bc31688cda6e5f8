import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorOf, Reply, runInpk, scripted, stdinOf, TEST_KEY } from '../cli/run-inpk.js'
import { ME } from './sample.js'
import { readJson, scratchFolder, writeFile } from './scratch.js'

const SCRIPT = { 'GET /me': ME }

function terminal(text: string) {
  return { ...stdinOf(text), isTerminal: true }
}

test('`login` asks for the key, checks it, stores it 0600 in a 0700 folder and names scope and environment', async () => {
  const folder = join(scratchFolder(), 'new')
  const transport = scripted(SCRIPT)
  const env = { INPK_CONFIG_DIR: folder }
  const { code, stdout, stderr } = await runInpk(['login'], { env, transport, stdin: terminal(`${TEST_KEY}\n`) })
  expect(code).toBe(0)
  expect(stderr).toContain('API key for http://127.0.0.1:4600:')
  expect(stdout).toContain('scope all, test environment')
  expect(stdout + stderr).not.toContain(TEST_KEY)
  expect(transport.asked.map(({ route }) => route)).toEqual(['GET /me'])
  expect(readJson(join(folder, 'config.json'))).toMatchObject({
    version: 1,
    current: 'default',
    profiles: { default: { base_url: 'http://127.0.0.1:4600', api_key: TEST_KEY } },
  })
  expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('`login --api-key-file -` takes the key from stdin; `--json` tells everything but the key', async () => {
  const env = { INPK_CONFIG_DIR: scratchFolder() }
  const argv = ['login', '--profile', 'staging', '--api-key-file', '-', '--json']
  const ran = await runInpk(argv, { env, transport: scripted(SCRIPT), stdin: stdinOf(`${TEST_KEY}\r\n`) })
  expect(ran.code).toBe(0)
  expect(JSON.parse(ran.stdout)).toMatchObject({ profile: 'staging', org_name: 'Acme', key: { permissions: ['all'] } })
  expect(ran.stdout).not.toContain(TEST_KEY)
  const me = await runInpk(['me', '--json'], { env, transport: scripted(SCRIPT) })
  expect(me.code).toBe(0)
})

test('a key the service refuses is not stored: exit code 3', async () => {
  const folder = scratchFolder()
  const file = writeFile(scratchFolder(), 'key', TEST_KEY)
  const transport = scripted({ 'GET /me': new Reply(401, errorOf('UNAUTHORIZED', 'Missing or invalid credentials')) })
  const ran = await runInpk(['login', '--api-key-file', file], { env: { INPK_CONFIG_DIR: folder }, transport })
  expect(ran).toMatchObject({ code: 3, stdout: '' })
  expect(existsSync(join(folder, 'config.json'))).toBe(false)
})

test('a malformed key is refused before anything is sent, and not shown', async () => {
  const file = writeFile(scratchFolder(), 'key', 'inpk_live_short_secret')
  const transport = scripted(SCRIPT)
  const ran = await runInpk(['login', '--api-key-file', file], { env: { INPK_CONFIG_DIR: scratchFolder() }, transport })
  expect(ran.code).toBe(3)
  expect(ran.stderr).toContain('malformed')
  expect(ran.stderr).not.toContain('secret')
  expect(transport.asked).toEqual([])
})

test.each([
  ['no terminal', {}, false, []],
  ['--no-input', {}, true, ['--no-input']],
  ['CI', { CI: '1' }, true, []],
  ['CONTINUOUS_INTEGRATION', { CONTINUOUS_INTEGRATION: 'yes' }, true, []],
])('with %s nobody is asked: exit code 2 and what to do', async (_name, more, isTerminal, words) => {
  const stdin = { ...stdinOf(`${TEST_KEY}\n`), isTerminal }
  const env = { INPK_CONFIG_DIR: scratchFolder(), ...more }
  const { code, stderr } = await runInpk(['login', ...words], { env, stdin })
  expect(code).toBe(2)
  expect(stderr).toContain('--api-key-file')
})

test("a key that is no emulator's is not sent to this machine", async () => {
  const real = TEST_KEY.replace('_EMU', '_ABC')
  const transport = scripted(SCRIPT)
  const stdin = stdinOf(real)
  const env = { INPK_CONFIG_DIR: scratchFolder() }
  const { code, stderr } = await runInpk(['login', '--api-key-file', '-'], { env, transport, stdin })
  expect(code).toBe(2)
  expect(stderr).toContain('REAL_KEY_REFUSED')
  expect(transport.asked).toEqual([])
})

test('`logout` forgets the key and keeps the address; a second one has nothing to do', async () => {
  const folder = scratchFolder()
  const env = { INPK_CONFIG_DIR: folder }
  writeFile(folder, 'config.json', {
    current: 'a',
    profiles: { a: { base_url: 'http://localhost:1', api_key: TEST_KEY } },
  })
  expect((await runInpk(['logout'], { env })).stdout).toContain('Removed the key of profile "a"')
  expect(readJson(join(folder, 'config.json')).profiles).toEqual({ a: { base_url: 'http://localhost:1' } })
  const again = await runInpk(['logout', '--json'], { env })
  expect(again.code).toBe(0)
  expect(JSON.parse(again.stdout)).toEqual({ profile: 'a', removed: false })
})

test('`logout` of a profile nobody knows ends with exit code 5', async () => {
  const { code, stderr } = await runInpk(['logout', '--profile', 'x'], { env: { INPK_CONFIG_DIR: scratchFolder() } })
  expect(code).toBe(5)
  expect(stderr).toContain('no profile named "x"')
})
