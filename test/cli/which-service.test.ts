import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import type { Transport } from '../../src/contract/wire.js'
import { kindOf } from '../commands/exit-codes/kinds.js'
import { mayWrite } from '../commands/exit-codes/ways.js'
import { ME } from '../commands/sample.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench } from '../commands/with-emulator.js'
import { ROWS } from '../transcripts/rows.js'
import { openStageFor } from '../transcripts/stage.js'
import { commandNames } from './every-command.js'
import { errorOf, Reply, runInpk, scripted, stdinOf, TEST_KEY } from './run-inpk.js'

const HERE = 'http://127.0.0.1:4777'
const FACTS = { started_at: '', base_url: HERE, dashboard_url: 'http://127.0.0.1:4778' }
const GROUP = {
  survey_series_id: '1',
  name: 'Shop',
  created: true,
  tracking: 'none',
  created_at: '2026-01-01T00:00:00Z',
}

/** A folder in which an emulator runs, and a user whose profile in use is this. */
function folderWith(profile?: object) {
  const cwd = scratchFolder()
  writeEmulatorFile(join(cwd, '.inpk'), FACTS)
  if (profile) {
    const config = { version: 1, current: 'default', profiles: { default: profile } }
    writeFile(cwd, 'config.json', JSON.stringify(config))
  }
  return { cwd, env: { INPK_CONFIG_DIR: cwd } }
}

const terminal = (answer: string): Environment['stdin'] => ({ ...stdinOf(`${answer}\n`), isTerminal: true })

/** Every command that asks the service, on a stage whose folder has another emulator running. */
async function besideAnother(name: string) {
  const row = ROWS[name]!
  const stage = await openStageFor(row, row.succeeds)
  writeEmulatorFile(join(stage.cwd, '.inpk'), FACTS)
  let writes = 0
  const transport: Transport = (request) => {
    if (mayWrite(request) && !request.url.includes('/_emulator/')) writes += 1
    return stage.emulator.handle(request)
  }
  try {
    const around = row.around?.(stage)
    const env = { INPK_EMULATOR_URL: '', ...around?.env }
    const { stderr } = await stage.run(row.succeeds, { ...around, env, transport })
    return { writes, stderr }
  } finally {
    await stage.close()
  }
}

const SERVICE = commandNames().filter((name) => kindOf(name) === 'service' && !/^(demo|conformance|login)$/.test(name))
const SWEPT = process.env.INPK_SOAK
  ? SERVICE
  : SERVICE.filter((name) => /create|publish|^push|upload|erase|send|^api|^me$/.test(name))

describe('with an emulator running in this folder and settings that point elsewhere', () => {
  it.each(SWEPT)('%s says where it writes to, if it writes (B17)', async (name) => {
    const { writes, stderr } = await besideAnother(name)
    const said = `This writes to http://127.0.0.1:4600 (default), not to the emulator running in this folder (${HERE}).`
    expect(stderr.includes(said)).toBe(writes > 0)
    expect(stderr).toContain(
      `Using http://127.0.0.1:4600 (default), not the emulator running in this folder (${HERE}).`,
    )
  })

  const profile = { base_url: 'http://127.0.0.1:4999', api_key: TEST_KEY }
  const create = async (stdin: Environment['stdin'], ...more: string[]) => {
    const transport = scripted({ 'POST /survey_series/create': GROUP })
    const ran = await runInpk(['groups', 'create', 'Shop', ...more], { ...folderWith(profile), transport, stdin })
    return { ...ran, sent: transport.asked.length }
  }

  it('asks on a terminal before anything is sent, and does nothing without a yes', async () => {
    const no = await create(terminal('n'))
    expect([no.code, no.sent]).toEqual([1, 0])
    expect(no.stderr).toContain('This writes to http://127.0.0.1:4999 (profile default)')
    expect(no.stderr).toContain(`--base-url ${HERE}`)
    expect(await create(terminal('y'))).toMatchObject({ code: 0, sent: 1 })
  })

  it('asks which service is meant before what cannot be undone, and goes on reading where it stopped', async () => {
    const typed = new PassThrough()
    typed.write('y\ny\n')
    const stdin = { isTerminal: true, [Symbol.asyncIterator]: () => typed[Symbol.asyncIterator]() }
    const transport = scripted({ 'GET /me': ME, 'POST /feedback/erase': { erased: 1, not_found: [] } })
    const around = { ...folderWith(profile), transport, stdin }
    const { code, stderr } = await runInpk(['feedback', 'erase', '--external-id', 'a'], around)
    expect([code, transport.asked.at(-1)?.route]).toEqual([0, 'POST /feedback/erase'])
    expect(stderr).toMatch(/This writes to http:..127.0.0.1:4999[\s\S]*Continue\?[\s\S]*can't be undone/)
  })

  it('only says so with --yes, with --no-input, and where nobody can answer', async () => {
    for (const [stdin, more] of [
      [terminal('n'), ['--yes']],
      [terminal('n'), ['--no-input']],
      [stdinOf(''), []],
      [stdinOf(''), ['--json']],
      [stdinOf(''), ['--output', 'json']],
    ] as const) {
      const { code, sent, stderr } = await create(stdin, ...more)
      expect([code, sent]).toEqual([0, 1])
      expect(stderr).toContain('This writes to http://127.0.0.1:4999')
    }
  })

  it('says nothing where the address was typed', async () => {
    const { code, sent, stderr } = await create(
      terminal('n'),
      ...['--profile', 'default', '--base-url', 'http://127.0.0.1:4999'],
    )
    expect([code, sent]).toEqual([0, 1])
    expect(stderr).not.toContain('This writes to')
  })

  it('says nothing where localhost is another name of the same', async () => {
    const transport = scripted({ 'POST /survey_series/create': GROUP })
    const { cwd, env } = folderWith()
    const around = { cwd, env: { ...env, INPK_API_KEY: TEST_KEY, INPK_BASE_URL: 'http://localhost:4777' }, transport }
    expect((await runInpk(['groups', 'create', 'Shop'], around)).stderr).not.toContain('This writes to')
  })

  it('says where an address without a key comes from, and what else there is', async () => {
    const { cwd, env } = folderWith()
    writeFile(cwd, 'inpk.config.json', { base_url: 'http://127.0.0.1:4999' })
    const { code, stderr } = await runInpk(['me', '--json'], { cwd, env, transport: scripted({}) })
    expect(code).toBe(3)
    expect(JSON.parse(stderr).error.hint).toBe(
      `Set INPK_API_KEY, or log in with \`inpk login\`. The base URL, http://127.0.0.1:4999, comes from ${join(cwd, 'inpk.config.json')}. An emulator runs in this folder at ${HERE}: use it with \`--base-url ${HERE}\`.`,
    )
  })

  it.each([
    ['a key of another kind', 'http://127.0.0.1:4999', 'inpk_test_AAAAAAAAAA_', 2],
    ['no https', 'http://service.example', 'inpk_test_AAAAAAAAAA_', 2],
    ['no answer', 'http://127.0.0.1:4999', 'inpk_test_EMUAAAAAAA_', 9],
    ['a page', 'https://service.example', 'inpk_test_AAAAAAAAAA_', 9],
  ])('%s: the error says that the address comes from INPK_BASE_URL', async (what, url, key, exit) => {
    const page = { status: 302, headers: {}, body: new Uint8Array() }
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const transport: Transport = () => (what === 'a page' ? Promise.resolve(page) : Promise.reject(refused))
    const env = { INPK_BASE_URL: url, INPK_API_KEY: `${key}${'A'.repeat(43)}=`, INPK_CONFIG_DIR: scratchFolder() }
    const { code, stderr } = await runInpk(['me', '--retries', '0'], { env, transport })
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      exit,
      expect.stringContaining(`The base URL, ${url}, comes from INPK_BASE_URL.`),
    ])
  })

  it('names the running emulator where the address of the profile does not answer (B18)', async () => {
    const transport: Transport = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    const around = { ...folderWith(profile), transport }
    const { code, stderr } = await runInpk(['me', '--retries', '0', '--json'], around)
    expect([code, JSON.parse(stderr).error.code]).toEqual([9, 'UNREACHABLE'])
    expect(JSON.parse(stderr).error.hint).toBe(
      `An emulator runs in this folder at ${HERE}: use it with \`--base-url ${HERE}\`. The base URL, ${profile.base_url}, comes from profile default.`,
    )
  })

  it('uses the running emulator where the profile in use has no key, as after logout (B18)', async () => {
    const asked: string[] = []
    const transport: Transport = async ({ url }) => {
      asked.push(url)
      return scripted({ 'GET /me': new Reply(401, errorOf('UNAUTHORIZED', 'no')) })({ method: 'GET', url, headers: {} })
    }
    for (const base_url of ['https://feedback.example.com', 'http://127.0.0.1:4999']) {
      const around = { ...folderWith({ base_url, api_prefix: '/elsewhere' }), transport }
      await runInpk(['me'], around)
      expect(asked.pop()).toBe(`${HERE}/api/input/me`)
    }
    const named = { ...folderWith({ base_url: 'https://feedback.example.com' }), transport }
    const { code } = await runInpk(['me', '--profile', 'default'], named)
    expect([code, asked]).toEqual([3, []])
  })

  it('says of a change of the emulator that other commands use another service', async () => {
    const own = await openBench()
    const { cwd } = folderWith()
    writeEmulatorFile(join(cwd, '.inpk'), { ...FACTS, dashboard_url: own.emulator.dashboardUrl })
    const run = (...words: string[]) => own.run(words, { cwd, env: { INPK_CONFIG_DIR: cwd, INPK_EMULATOR_URL: '' } })
    const said = 'Commands in this folder use http://127.0.0.1:4600 (environment INPK_BASE_URL), not this emulator.'
    expect((await run('emulator', 'orgs', 'create', 'Another')).stderr).toContain(said)
    expect((await run('emulator', 'orgs', 'list')).stderr).not.toContain(said)
  })
})
