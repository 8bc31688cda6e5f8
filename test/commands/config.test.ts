import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_RETRIES, DEFAULT_TIMEOUT_MS } from '../../src/client/session.js'
import { runInpk, TEST_KEY } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'

const PROFILES = { current: 'work', profiles: { work: { base_url: 'https://ingest.example.com', api_key: TEST_KEY } } }

function environment(project?: unknown) {
  const folder = scratchFolder()
  const cwd = join(folder, 'project', 'deep')
  mkdirSync(cwd, { recursive: true })
  if (project) writeFile(join(folder, 'project'), 'inpk.config.json', project)
  writeFile(folder, 'config.json', PROFILES)
  return { cwd, env: { INPK_CONFIG_DIR: folder } }
}

async function configOf(argv: string[], surroundings: Parameters<typeof runInpk>[1]) {
  const { code, stdout, stderr } = await runInpk(['config', '--json', ...argv], surroundings)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

test('`config` shows each value and where it came from, and never the key', async () => {
  const { stdout } = await runInpk(['config'], environment())
  expect(stdout).toMatch(/base_url +https:\/\/ingest.example.com +profile work/)
  expect(stdout).toMatch(/api_key +inpk_test_EMU.{7}_… +profile work/)
  expect(stdout).not.toContain(TEST_KEY.slice(-44))
})

test('a flag outranks the environment, the environment the project file, that the profile, that the default', async () => {
  const project = { base_url: 'http://127.0.0.1:4700', api_prefix: '/from/project' }
  const { cwd, env } = environment(project)
  const inEnv = { ...env, INPK_BASE_URL: 'http://localhost:4800', INPK_API_PREFIX: '/from/env' }
  const flags = ['--base-url', 'http://localhost:4900', '--api-prefix', '/from/flag']
  expect((await configOf(flags, { cwd, env: inEnv })).base_url).toEqual({
    value: 'http://localhost:4900',
    origin: '--base-url',
  })
  expect((await configOf([], { cwd, env: inEnv })).api_prefix).toEqual({
    value: '/from/env',
    origin: 'environment INPK_API_PREFIX',
  })
  const fromProject = await configOf([], { cwd, env })
  expect(fromProject.base_url.value).toBe('http://127.0.0.1:4700')
  expect(fromProject.base_url.origin).toContain('inpk.config.json')
  expect((await configOf([], { ...environment() })).base_url.origin).toBe('profile work')
  const bare = await configOf([], { cwd: scratchFolder(), env: { INPK_CONFIG_DIR: scratchFolder() } })
  expect(bare.base_url).toEqual({ value: 'http://127.0.0.1:4600', origin: 'default' })
  expect(bare.api_key).toEqual({ value: null, origin: 'not set' })
})

test("a project file's address that is neither loopback nor the profile's origin is not followed, and said so", async () => {
  const { stdout, stderr } = await runInpk(['config'], environment({ base_url: 'https://evil.example.com' }))
  expect(stdout).toMatch(/base_url +https:\/\/ingest.example.com +profile work/)
  expect(stderr).toContain('https://evil.example.com is ignored')
})

test('the key of a profile does not go to the loopback address of a project file, nor a key of the environment to a foreign one', async () => {
  const local = await configOf([], environment({ base_url: 'http://127.0.0.1:4700' }))
  expect(local.api_key.value).toBeNull()
  const { cwd, env } = environment({ base_url: 'https://ingest.example.com' })
  const own = await configOf([], { cwd, env: { ...env, INPK_API_KEY: TEST_KEY } })
  expect(own.base_url.origin).toBe('profile work')
  const foreign = environment({ base_url: 'https://evil.example.com' })
  const kept = await configOf([], { cwd: foreign.cwd, env: { ...foreign.env, INPK_API_KEY: TEST_KEY } })
  expect(kept.base_url.value).toBe('https://ingest.example.com')
})

test('a project file that holds a key is refused: exit code 2, the key not shown', async () => {
  const { code, stderr } = await runInpk(['config'], environment({ api_key: TEST_KEY }))
  expect(code).toBe(2)
  expect(stderr).toContain("which isn't allowed in a project file")
  expect(stderr).not.toContain(TEST_KEY)
})

test('a password in an address is not shown', async () => {
  const { stdout } = await runInpk(['config', '--base-url', 'https://me:hunter2@example.com'], environment())
  expect(stdout).toContain('https://…@example.com')
  expect(stdout).not.toContain('hunter2')
})

test('`config` refuses a profile nobody knows: exit code 2', async () => {
  const { code, stderr } = await runInpk(['config', '--profile', 'nope'], environment())
  expect(code).toBe(2)
  expect(stderr).toContain('Profiles: work.')
})

test('a setting that no one gave shows its default', async () => {
  const bare = await configOf([], { cwd: scratchFolder(), env: { INPK_CONFIG_DIR: scratchFolder() } })
  expect(bare.timeout_ms).toEqual({ value: DEFAULT_TIMEOUT_MS, origin: 'default' })
  expect(bare.retries).toEqual({ value: DEFAULT_RETRIES, origin: 'default' })
  const unset = Object.values<{ value: unknown; origin: string }>(bare).filter(({ origin }) => origin === 'default')
  expect(unset.filter(({ value }) => value === null)).toEqual([])
})
