import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import type { Globals } from '../../src/cli/global-options.js'
import { canDraw } from '../../src/cli/screen.js'
import { readJsonFile } from '../../src/config/json-file.js'
import { ME } from '../client/scripted-service.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { skipWhere } from '../skip.js'
import { commandNames, lineFor } from './every-command.js'
import { errorOf, Reply, runInpk, scripted, stdinOf, TEST_KEY } from './run-inpk.js'

const SERVICE = { 'GET /me': ME }

describe('settings at their edges', () => {
  test('a home that is not there, or that nobody may enter, holds no settings (E2)', async () => {
    const folder = scratchFolder()
    for (const homeDirectory of ['/nonexistent', '/dev/null', join(folder, 'none')]) {
      const env = { INPK_API_KEY: TEST_KEY }
      const { code, stderr } = await runInpk(['me'], { transport: scripted(SERVICE), homeDirectory, env })
      expect([homeDirectory, code], stderr).toEqual([homeDirectory, 0])
    }
    expect(existsSync(join(folder, 'none'))).toBe(false)
    if (process.getuid?.() === 0) return
    const locked = join(folder, 'locked')
    mkdirSync(locked)
    writeFile(locked, 'config.json', '{}')
    chmodSync(locked, 0)
    expect(readJsonFile(join(locked, 'config.json'))).toBeUndefined()
    chmodSync(locked, 0o700)
  })

  test('a folder that can’t be made is said to be one (C18)', async () => {
    const folder = scratchFolder()
    writeFile(folder, 'file', '')
    const env = { INPK_CONFIG_DIR: join(folder, 'file', 'config'), INPK_API_KEY: TEST_KEY }
    const { code, stderr } = await runInpk(['login', '--api-key-file', '-'], {
      transport: scripted(SERVICE),
      stdin: stdinOf(TEST_KEY),
      env,
    })
    expect([code, stderr]).toEqual([1, expect.stringContaining('(ENOTDIR)')])
  })

  test('a named pipe in the place of a file of settings is refused, not waited for', () => {
    const path = join(scratchFolder(), 'inpk.config.json')
    execFileSync('mkfifo', [path])
    expect(() => readJsonFile(path)).toThrow('is not a file')
  })

  test.each([[], ['--json']])(
    'a key that belongs elsewhere is spoken of in the error itself (C17) %j',
    async (...words) => {
      const folder = scratchFolder()
      const profiles = { p: { base_url: 'https://a.example.com', api_key: TEST_KEY } }
      writeFile(folder, 'config.json', { current: 'p', profiles })
      const env = { INPK_CONFIG_DIR: folder, INPK_BASE_URL: 'https://b.example.com' }
      const { code, stderr } = await runInpk(['me', ...words], { env })
      expect([code, stderr]).toEqual([
        3,
        expect.stringContaining('no API key may be used: the key of profile p belongs to'),
      ])
    },
  )

  test('a member of the project file that means no ids given', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'inpk.config.json', { base_ulr: 'http://127.0.0.1:1', api_prefix: '/api/input' })
    const { code, stderr } = await runInpk(['me'], { cwd, transport: scripted(SERVICE) })
    expect([code, stderr]).toEqual([0, expect.stringContaining('base_ulr is not known, and has no effect.')])
  })
})

describe('in CI nothing that is written for people is a command to the runner of GitHub Actions or Azure Pipelines', () => {
  const NASTY = 'no\n::add-mask::x\r\n  ::error::y\n\n::z ##[error]w ##vso[task.complete]v'
  const ON_RUNNER = { INPK_API_KEY: TEST_KEY, INPK_CONFIG_DIR: '/nowhere', CI: 'true' }
  const commands = (text: string) => text.split('\n').filter((line) => /^\s*::|##(vso)?\[/.test(line))

  test.each([
    ['of an error', ['me'], new Reply(400, errorOf('X', NASTY, { [NASTY]: [NASTY] }))],
    ['of a view', ['me'], { ...ME, org_name: NASTY }],
    ['of a view whose lines are wrapped', ['me'], { ...ME, org_name: `${'so '.repeat(20)}::error::y `.repeat(9) }],
  ])('no line %s', async (_, argv, answer) => {
    for (const env of [ON_RUNNER, { ...ON_RUNNER, CI: '', TF_BUILD: 'True' }]) {
      const { stdout, stderr } = await runInpk(argv, {
        env: { ...env, COLUMNS: '60' },
        transport: scripted({ 'GET /me': answer }),
      })
      expect(stdout + stderr).toMatch(/\\u003a:(error|add-mask)::/)
      expect(commands(stdout + stderr)).toEqual([])
    }
  })

  test('no row of a table, however its first column reads', async () => {
    const events = { items: [{ id: '::error::x', what: '##[group]', why: '' }] }
    const transport = scripted({ 'GET /_emulator/assumptions': events })
    const env = { ...ON_RUNNER, INPK_EMULATOR_URL: 'http://127.0.0.1:4601' }
    const { stdout } = await runInpk(['emulator', 'assumptions', '--limit', '9'], { env, transport })
    expect(stdout).toContain('\\u003a:error::x')
    expect(commands(stdout)).toEqual([])
  })

  test.each([['--json'], ['--output', 'ndjson'], ['--output', 'csv'], ['--jq', '.org_name']])(
    'but what is for programs is the same as elsewhere: %s',
    async (...words) => {
      const transport = scripted({ 'GET /me': { ...ME, org_name: NASTY } })
      const { stdout } = await runInpk(['me', ...words], { env: ON_RUNNER, transport })
      expect(stdout).toContain('##[error]w')
      expect(stdout).toBe((await runInpk(['me', ...words], { transport })).stdout)
    },
  )

  test('and elsewhere people see the text as it is', async () => {
    const transport = scripted({ 'GET /me': { ...ME, org_name: NASTY } })
    expect((await runInpk(['me'], { transport })).stdout).toContain('::z ##[error]w')
  })
})

test('on a terminal that says it is 0 × 0, which would be cleared for each picture, none is drawn', () => {
  const environment = { env: {} } as Environment
  const stream = (columns: number) => ({ isTerminal: true, columns: () => columns, write: async () => {} })
  const globals = { noColor: false } as Globals
  expect([canDraw(environment, globals, stream(0)), canDraw(environment, globals, stream(80))]).toEqual([false, true])
})

/** Each starts the program: all of them only in the long run. */
const STARTED = process.env.INPK_SOAK ? commandNames() : ['me', 'push', 'emulator start']

describe(
  'in a working folder that was deleted there is a clear error (C15)',
  skipWhere(!existsSync('dist/program/main.cjs'), 'not built'),
  () => {
    test.each(STARTED)('%s', (name) => {
      const folder = scratchFolder()
      const gone = join(folder, 'gone')
      mkdirSync(gone)
      const program = join(process.cwd(), 'bin', 'inpk.js')
      const script = `cd ${gone} && rmdir ${gone} && exec ${process.execPath} ${program} "$@"`
      const env = { PATH: process.env.PATH, INPK_CONFIG_DIR: folder, INPK_BASE_URL: 'http://127.0.0.1:9' }
      const soon = name === 'emulator wait' ? ['--within', '1s'] : []
      const argv = ['-c', script, 'sh', ...lineFor(name), ...soon, '--no-input', '--retries', '0']
      const { stderr, status } = spawnSync('sh', argv, { env, encoding: 'utf8', timeout: 30_000 })
      expect(stderr).not.toMatch(/uv_cwd|\n {4}at |fault of inpk/)
      // 5: there is no such profile; 12: no emulator came.
      expect([0, 1, 2, 3, 5, 9, 12]).toContain(status)
      rmSync(gone, { recursive: true, force: true })
    })
  },
)
