import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runInpk, TEST_KEY } from '../cli/run-inpk.js'
import { readJson, scratchFolder, writeFile } from './scratch.js'

const FILE = {
  current: 'work',
  future: { kept: true },
  profiles: {
    work: { base_url: 'https://ingest.example.com', api_key: TEST_KEY.replace('EMU', 'ABC'), colour: 'blue' },
    local: { base_url: 'http://127.0.0.1:4600' },
  },
}

function place(content: unknown = FILE) {
  const folder = scratchFolder()
  const path = writeFile(folder, 'config.json', content)
  return { path, env: { INPK_CONFIG_DIR: folder } }
}

test('`profiles list` shows address and key identifier, never the key', async () => {
  const { env } = place()
  const { code, stdout } = await runInpk(['profiles', 'list'], { env })
  expect(code).toBe(0)
  expect(stdout).toMatch(/\* +work +https:\/\/ingest.example.com +test +ABC/)
  expect(stdout).not.toContain(TEST_KEY.slice(-40))
  expect(JSON.parse((await runInpk(['profiles', 'list', '--json'], { env })).stdout)).toMatchObject([
    { name: 'work', current: true, has_key: true, environment: 'test' },
    { name: 'local', current: false, has_key: false, key_id: null },
  ])
})

test('`profiles show` is about the one in use, or the one named; an unknown name gets the nearest: exit code 5', async () => {
  const { env } = place()
  expect(JSON.parse((await runInpk(['profiles', 'show', '--json'], { env })).stdout).name).toBe('work')
  expect((await runInpk(['profiles', 'show', 'local'], { env })).stdout).toContain('http://127.0.0.1:4600')
  const { code, stderr } = await runInpk(['profiles', 'show', 'wrok'], { env })
  expect(code).toBe(5)
  expect(stderr).toContain('Did you mean `work`?')
})

test('`profiles use` and `profiles remove` change the file and keep what they do not know', async () => {
  const { path, env } = place()
  expect((await runInpk(['profiles', 'use', 'local'], { env })).code).toBe(0)
  expect(readJson(path)).toMatchObject({ current: 'local', future: { kept: true }, profiles: FILE.profiles })
  expect((await runInpk(['profiles', 'remove', 'local'], { env })).stdout).toBe('Removed profile "local".\n')
  const left = readJson(path) as Record<string, unknown>
  expect(left.current).toBeUndefined()
  expect(left.profiles).toEqual({ work: FILE.profiles.work })
  expect((await runInpk(['profiles', 'use', 'local'], { env })).code).toBe(5)
})

test.each([
  ['empty', '', 'is empty'],
  ['blank', '  \n', 'is empty'],
  ['broken', `{"profiles": {"a": {"api_key": ${TEST_KEY}}}}`, 'is not JSON'],
  ['cut off', '{"profiles": {"a"', 'is not JSON'],
  ['an array', '[]', 'must hold a JSON object'],
  ['newer', '{"version": 9, "profiles": {}}', 'written by a newer inpk'],
])(
  'a config file that is %s is named with a way out, and neither changed nor deleted (D11)',
  async (_name, content, message) => {
    for (const argv of [['profiles', 'list'], ['profiles', 'use', 'a'], ['config'], ['logout'], ['me']]) {
      const { path, env } = place(content)
      const { code, stdout, stderr } = await runInpk(argv, { env })
      expect(code, argv.join(' ')).toBe(2)
      expect(stdout).toBe('')
      expect(stderr).toContain(path)
      expect(stderr).toContain(message)
      expect(stderr).toMatch(/Fix the file|Update inpk/)
      expect(stderr).not.toContain(TEST_KEY.slice(10, 30))
      expect(readFileSync(path, 'utf8')).toBe(content)
    }
  },
)

test('a file others may read is made the owner’s alone when it is read (D2)', async () => {
  const { path, env } = place()
  expect(statSync(path).mode & 0o077).not.toBe(0)
  await runInpk(['profiles', 'list'], { env })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
