import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Network } from '../../src/cli/network.js'
import { describeService } from '../../src/contract/openapi.js'
import { encodePushRecord } from '../../src/ingest/push/journal/records.js'
import type { PushSummary } from '../../src/ingest/push/summary.js'
import { errorOf, Reply, runInpk, type Script, scripted, TEST_KEY } from '../cli/run-inpk.js'
import { createForeignService } from '../foreign/service.js'
import { CHOICE_A } from '../foreign/team-a.js'
import { ME } from './sample.js'
import { scratchFolder } from './scratch.js'
import { openBench } from './with-emulator.js'

const NOW = Date.UTC(2026, 2, 1)
const DATE = { date: new Date(NOW).toUTCString() }
const LIVE_KEY = TEST_KEY.replace('_EMU', '_ABC')
const HEADERS = { ...DATE, deprecation: 'true', sunset: 'Mon, 01 Mar 2027 00:00:00 GMT', 'x-ratelimit-remaining': '59' }
const SCRIPT: Script = {
  'GET /api/v1/openapi.json': new Reply(200, describeService({ serverUrl: 'https://ingest.example.com' }), DATE),
  'GET /me': new Reply(200, ME, HEADERS),
}
const NETWORK: Network = {
  lookup: async () => ['192.0.2.1'],
  connect: async () => ({ protocol: 'TLSv1.3', certificateEndsAt: NOW + 90 * 86_400_000 }),
}

function fails(code: string): () => Promise<never> {
  return async () => {
    throw Object.assign(new Error(code), { code })
  }
}

const silence = () => new Promise<never>(() => {})

async function examine(
  script: Script = {},
  { network = {}, env = {}, timeout = '5s' }: { network?: Partial<Network>; env?: object; timeout?: string } = {},
) {
  const transport = scripted({ ...SCRIPT, ...script })
  const ran = await runInpk(['doctor', '--json', '--timeout', timeout], {
    transport,
    network: { ...NETWORK, ...network },
    env: { INPK_API_KEY: LIVE_KEY, INPK_BASE_URL: 'https://ingest.example.com', INPK_CONFIG_DIR: '/nowhere', ...env },
  })
  const { checks } = ran.stdout === '' ? { checks: [] } : JSON.parse(ran.stdout)
  const find = (id: string) => checks.find((check: { id: string }) => check.id === id)
  return { ...ran, checks, find, transport }
}

test('`doctor` finds all well: exit code 0', async () => {
  const { code, checks, find } = await examine()
  expect(checks.map(({ id, status }: Record<string, string>) => [id, status])).toEqual(
    ['address', 'pushes', 'dns', 'connection', 'host', 'clock', 'version', 'key', 'envelope', 'limits', 'contract'].map(
      (id) => [id, 'ok'],
    ),
  )
  expect(code).toBe(0)
  expect(find('key').message).toContain('scope all, test; from environment INPK_API_KEY')
  expect(find('envelope').message).toContain('unwrapped until 2027-03-01')
})

test.each<[string, string, Script, Parameters<typeof examine>[1], string]>([
  ['no such name', 'dns', {}, { network: { lookup: fails('ENOTFOUND') } }, 'spelling'],
  ['a name server that does not answer', 'dns', {}, { network: { lookup: silence }, timeout: '20ms' }, 'spelling'],
  ['a port that does not answer', 'connection', {}, { network: { connect: silence }, timeout: '20ms' }, 'firewall'],
  ['nothing listens', 'connection', {}, { network: { connect: fails('ECONNREFUSED') } }, 'firewall'],
  [
    'nothing listens here',
    'connection',
    {},
    { network: { connect: fails('ECONNREFUSED') }, env: { INPK_BASE_URL: 'http://127.0.0.1:4600' } },
    'emulator start',
  ],
  [
    'a private authority',
    'connection',
    {},
    { network: { connect: fails('SELF_SIGNED_CERT_IN_CHAIN') } },
    'NODE_EXTRA_CA_CERTS',
  ],
  [
    'a web page',
    'host',
    { 'GET /api/v1/openapi.json': new Reply(200, '<html></html>', { 'content-type': 'text/html' }) },
    {},
    'ingestion host',
  ],
  ['a redirect', 'host', { 'GET /api/v1/openapi.json': new Reply(302, '') }, {}, 'ingestion host'],
  ['a sick service', 'host', { 'GET /api/v1/openapi.json': new Reply(503, '') }, {}, 'later'],
  [
    'another major version',
    'version',
    { 'GET /api/v1/openapi.json': { info: { version: '2.0.0' } } },
    {},
    'Update inpk',
  ],
  ['no key', 'key', {}, { env: { INPK_API_KEY: '' } }, 'inpk login'],
  ['a malformed key', 'key', {}, { env: { INPK_API_KEY: 'inpk_live_x_y' } }, 'Keys look like'],
  ['a refused key', 'key', { 'GET /me': new Reply(401, errorOf('UNAUTHORIZED', 'no')) }, {}, 'revoked or rotated'],
  ["an emulator's key abroad", 'key', {}, { env: { INPK_API_KEY: TEST_KEY } }, 'Use a key of the service'],
  [
    'a key of the other environment',
    'key',
    { 'GET /me': { ...ME, key: { ...ME.key, environment: 'live' } } },
    {},
    'new key',
  ],
])('%s: the check %s fails with what to do, exit code 11', async (_name, id, script, surroundings, fix) => {
  const { code, find, stdout, stderr } = await examine(script, surroundings)
  expect(code).toBe(11)
  expect(find(id)).toMatchObject({ status: 'failed', fix: expect.stringContaining(fix) })
  expect(stdout + stderr).not.toContain(LIVE_KEY.slice(-44))
})

test.each<[string, string, Script, Partial<Network>]>([
  [
    'a clock 5 minutes off',
    'clock',
    {
      'GET /api/v1/openapi.json': new Reply(
        200,
        { info: { version: '1.3.0' } },
        { date: new Date(NOW - 300_000).toUTCString() },
      ),
    },
    {},
  ],
  ['no description', 'version', { 'GET /api/v1/openapi.json': new Reply(404, errorOf('NOT_FOUND', 'no')) }, {}],
  ['no envelope news', 'envelope', { 'GET /me': new Reply(200, ME, { 'x-ratelimit-remaining': '1' }) }, {}],
  ['an empty window', 'limits', { 'GET /me': new Reply(200, ME, { ...HEADERS, 'x-ratelimit-remaining': '0' }) }, {}],
  ['a certificate about to end', 'connection', {}, { connect: async () => ({ certificateEndsAt: NOW + 86_400_000 }) }],
])('%s is a warning only: exit code 0', async (_name, id, script, network) => {
  const { code, find } = await examine(script, { network })
  expect(find(id)).toMatchObject({ status: 'warning' })
  expect(code).toBe(0)
})

test('what depends on a failed check is skipped, and no key is sent', async () => {
  const { checks, transport } = await examine({}, { network: { connect: fails('ECONNREFUSED') } })
  expect(checks.at(-1)).toMatchObject({ id: 'key', status: 'skipped' })
  expect(transport.asked).toEqual([])
})

test('a certificate that the host check alone does not trust is explained in the words of the command line', async () => {
  const untrusted = () => {
    throw Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  }
  const { find } = await examine(
    { 'GET /api/v1/openapi.json': untrusted },
    { env: { INPK_BASE_URL: 'https://127.0.0.1:4711' } },
  )
  expect(find('host')).toMatchObject({
    status: 'failed',
    fix: 'For an emulator started with --https, set NODE_EXTRA_CA_CERTS as `inpk emulator env` prints it in its folder.',
  })
})

test('only pushes that are not finished are resumable', async () => {
  const folder = scratchFolder()
  const runs = join(folder, 'state', 'runs')
  mkdirSync(runs, { recursive: true })
  const end = encodePushRecord({ type: 'end', summary: {} as PushSummary })
  writeFileSync(join(runs, `${'a'.repeat(40)}.jsonl`), '')
  writeFileSync(join(runs, `${'b'.repeat(40)}.jsonl`), end)
  const { find } = await examine({}, { env: { INPK_CONFIG_DIR: folder } })
  expect(find('pushes')).toMatchObject({ message: expect.stringMatching(/^1 resumable push in /) })
})

test('what a killed push left of its stdin is a warning, with its size', async () => {
  const folder = scratchFolder()
  mkdirSync(join(folder, 'state', 'spool'), { recursive: true })
  writeFileSync(join(folder, 'state', 'spool', `stdin-${randomUUID()}`), Buffer.alloc(2_500_000))
  const { code, find } = await examine({}, { env: { INPK_CONFIG_DIR: folder } })
  expect(find('pushes')).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('1 file of stdin (2.5 MB) left by pushes that were killed'),
    fix: expect.stringContaining('next push'),
  })
  expect(code).toBe(0)
})

test('through a proxy, name and connection are not ours to see, and its password is not shown', async () => {
  const { find, stdout } = await examine(
    {},
    { network: { lookup: fails('X') }, env: { HTTPS_PROXY: 'http://me:hunter2@proxy:3128' } },
  )
  expect(find('dns')).toMatchObject({ status: 'skipped', message: expect.stringContaining('http://…@proxy:3128') })
  expect(stdout).not.toContain('hunter2')
})

test('wrapped payloads are read as well', async () => {
  const { find } = await examine({ 'GET /me': new Reply(200, { data: ME }, HEADERS) })
  expect(find('envelope')).toMatchObject({ status: 'ok', message: 'responses are wrapped in `data`' })
})

test('for a person: a line a check', async () => {
  const bench = await openBench()
  const { code, stdout } = await bench.run(['doctor'], { network: NETWORK })
  expect(stdout).toMatch(/^ok {7}address {5}http:\/\/127.0.0.1/)
  expect(stdout).toMatch(/ok {7}version {5}service 1\.3\.0/)
  expect(code).toBe(0)
})

test('on a narrow terminal, messages stand below the names of their checks', async () => {
  const bench = await openBench()
  const ran = await bench.run(['doctor'], { network: NETWORK, isTerminal: true, columns: 40 })
  const stdout = stripVTControlCharacters(ran.stdout)
  expect(stdout).toMatch(/^(\S+ +\w+\n( {2}\S.*\n)+)+$/)
  expect(stdout.split('\n').filter((line) => line.length > 40 && line.includes(' ', 2))).toEqual([])
})

test('a base URL that is none: exit code 2; `doctor --help` shows examples', async () => {
  expect((await runInpk(['doctor', '--base-url', 'nonsense'])).code).toBe(2)
  expect((await runInpk(['doctor', '--help'])).stdout).toContain('inpk doctor --base-url')
})

test('after `learn`, `doctor` says that the description agrees, and names what it leaves open', async () => {
  const description = createForeignService(CHOICE_A).describe()
  const cwd = scratchFolder()
  const transport = scripted({ ...SCRIPT, 'GET /api/v1/openapi.json': new Reply(200, description, DATE) })
  const env = { INPK_API_KEY: LIVE_KEY, INPK_BASE_URL: 'https://ingest.example.com', INPK_CONFIG_DIR: '/nowhere' }
  const contract = async () => {
    const ran = await runInpk(['doctor', '--json'], { transport, network: NETWORK, env, cwd })
    const { checks } = JSON.parse(ran.stdout)
    return { code: ran.code, ...checks.find(({ id }: { id: string }) => id === 'contract') }
  }
  expect(await contract()).toMatchObject({ code: 11, message: expect.stringMatching(/differs in \d+ places, in/) })
  expect((await runInpk(['learn', '--quiet'], { transport, env, cwd })).code).toBe(10)
  const after = await contract()
  expect(after).toMatchObject({
    code: 0,
    message: expect.stringContaining('the service describes what this client expects'),
  })
  expect(after.message).toContain('leaves open')
  const file = join(cwd, 'inpk.facts.yaml')
  const text = readFileSync(file, 'utf8')
  const id = 'result:listSources.survey_series[].survey_series_id'
  const entry = text.split(/\n(?=\S)/).find((each) => each.startsWith(`${id}:`))!
  writeFileSync(file, text.replace(entry, `${id}: { name: nonsense }\n`))
  expect(await contract()).toMatchObject({
    code: 11,
    message: expect.stringContaining(id),
    fix: expect.stringContaining('by hand'),
  })
})
