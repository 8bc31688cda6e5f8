import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench, stageSource } from '../commands/with-emulator.js'
import { writeStageFiles } from '../transcripts/stage.js'
import { everyCommand } from './every-command.js'
import { errorOf, Reply, runInpk, scripted, stdinOf } from './run-inpk.js'

const COMMANDS = everyCommand()

const KEY = wellKnownKey(7, 'test', 'all')
const OTHER_KEY = wellKnownKey(8, 'live', 'push')
const PASSWORD = 'hunter2-proxy/password'
const WEBHOOK_SECRET = 'whsec_Zm9vYmFyYmF6cXV4'
/** Keys of every variable a command reads one from. */
const ENVIRONMENT_KEYS = Object.fromEntries(
  ['LIVE_API_KEY', 'API_KEY_PUSH', 'API_KEY_CREATE', 'API_KEY_SEND', 'API_KEY_MCP_READ', 'API_KEY_ALL'].map(
    (name, index) => [`INPK_${name}`, wellKnownKey(20 + index, index === 0 ? 'live' : 'test', 'all')],
  ),
)
/** What a service, a proxy or an assistant may say beside keys, each by the member it stands in. */
const TOLD = Object.fromEntries(
  ['secret', 'api_key', 'client_secret', 'access_token', 'refresh_token', 'password'].map((name) => [
    name,
    `told-${name}-0123456789abcdef`,
  ]),
)
const COOKIE = 'session=cookie-0123456789abcdef'
const ADDRESS_PASSWORD = 'address-password-0123456789'
const SECOND_PASSWORD = 'second-proxy-password'
const OLD_SECRET = 'whsec_b2xkLXNlY3JldC1vbGQ'
const SECRETS = [
  ...[KEY, OTHER_KEY, PASSWORD, WEBHOOK_SECRET, COOKIE, ADDRESS_PASSWORD, SECOND_PASSWORD, OLD_SECRET],
  ...Object.values(ENVIRONMENT_KEYS),
  ...Object.values(TOLD),
]
const FORBIDDEN = SECRETS.flatMap((secret) => [secret, encodeURIComponent(secret), secret.slice(-44)])

/** What a careless service or library may say. */
const BABBLE = `Authorization: Bearer ${KEY} and ${OTHER_KEY} via http://me:${encodeURIComponent(PASSWORD)}@proxy {"secret":"${WEBHOOK_SECRET}"} ${Object.values(ENVIRONMENT_KEYS).join(' ')} ${JSON.stringify(TOLD)}`

function always(reply: Reply): Transport {
  return scripted(new Proxy({}, { get: () => reply }))
}

const MODES: Record<string, Transport> = {
  'a 401 that repeats everything': always(
    new Reply(401, errorOf('UNAUTHORIZED', BABBLE, { [KEY]: [BABBLE] }), {
      'x-request-id': KEY,
      'set-cookie': COOKIE,
      'x-emulator-hint': BABBLE,
    }),
  ),
  'a 400 whose code is a key': always(new Reply(400, errorOf(KEY, BABBLE, { 'question.content': [BABBLE] }))),
  'a 500 in HTML': always(new Reply(500, `<html>${BABBLE}</html>`, { 'content-type': 'text/html' })),
  'a redirect': always(
    new Reply(302, '', { location: `https://elsewhere.example.com/?key=${encodeURIComponent(KEY)}` }),
  ),
  'a page with 200': always(new Reply(200, `<html>${BABBLE}</html>`, { 'content-type': 'text/html' })),
  'an answer that is none': always(new Reply(200, `{"broken": ${BABBLE}`)),
  'limits that never end': always(new Reply(429, errorOf('RATE_LIMITED', BABBLE), { 'retry-after': '1' })),
  'no connection': async () => {
    throw Object.assign(new Error(`connect failed: ${BABBLE}`), { code: 'ECONNRESET' })
  },
}

/** In turn; the quieter ones say less of the same. */
const LOUDNESS = [['--debug'], ['--debug', '--json']]

const folder = scratchFolder()
writeStageFiles(folder)

const CONFIG = JSON.stringify({
  current: 'a',
  profiles: { a: { base_url: 'http://localhost:1', api_key: OTHER_KEY } },
})

function surroundings(transport: Transport) {
  // Only after what changed it, for to write a file takes longer than most commands.
  const place = join(folder, 'config.json')
  if (!existsSync(place) || readFileSync(place, 'utf8') !== CONFIG) writeFile(folder, 'config.json', CONFIG)
  return {
    transport,
    stdin: stdinOf(KEY),
    cwd: folder,
    env: {
      ...ENVIRONMENT_KEYS,
      INPK_API_KEY: KEY,
      INPK_CONFIG_DIR: folder,
      INPK_EMULATOR_URL: 'http://127.0.0.1:4601',
      HTTPS_PROXY: `http://me:${encodeURIComponent(PASSWORD)}@proxy:3128`,
      HTTP_PROXY: `http://me:${SECOND_PASSWORD}@proxy:3128`,
      WEBHOOK_SECRET,
      OLD_SECRET,
    },
  }
}

const PROXY = process.env.HTTPS_PROXY

beforeAll(() => {
  process.env.HTTPS_PROXY = `http://me:${encodeURIComponent(PASSWORD)}@proxy:3128`
})

afterAll(() => {
  if (PROXY === undefined) delete process.env.HTTPS_PROXY
  else process.env.HTTPS_PROXY = PROXY
})

function expectNoSecret(output: string, about: string, forbidden = FORBIDDEN): void {
  const shown = forbidden.find((secret) => output.includes(secret))
  if (shown !== undefined) expect.fail(`${about} shows ${shown}:\n${output}`)
}

describe('no secret in any output, whatever fails and however loud (D4)', () => {
  test.each(Object.keys(MODES))('%s', async (mode) => {
    for (const [index, command] of COMMANDS.entries()) {
      const argv = [...command, ...LOUDNESS[(index + Object.keys(MODES).indexOf(mode)) % LOUDNESS.length]!]
      const { stdout, stderr } = await runInpk(argv, surroundings(MODES[mode]!))
      expectNoSecret(stdout + stderr, argv.join(' '))
    }
  })
})

describe('no secret in what is written, started, or said when all goes well (D1, D4)', () => {
  /** They are asked for keys and secrets; what is said beside the result still holds none. */
  const SHOWS = /^emulator (env|orgs|keys|subscriptions|import|export|connections)( |$)/

  test('twenty secrets, every command', async () => {
    expect(new Set(SECRETS).size).toBeGreaterThanOrEqual(20)
    const bench = await openBench()
    await stageSource(bench, [{ text: 'Good', external_id: 'e1', customer_id: 'c1' }])
    const started: string[] = []
    for (const command of COMMANDS) {
      const startChild: Environment['startChild'] = ({ command: words }) => {
        started.push(words.join(' '))
        return { pid: 1, kill: () => {}, ended: Promise.resolve({ code: 0, signal: null }) }
      }
      const place = { ...surroundings(bench.emulator.handle), startChild, stdin: stdinOf('') }
      const env = { ...place.env, INPK_API_KEY: bench.emulator.apiKeys.test.all }
      const { stdout, stderr } = await runInpk([...command, '--debug'], { ...place, env })
      const own = [...FORBIDDEN, bench.emulator.apiKeys.test.all.slice(-44)]
      const seen = SHOWS.test(`${command.join(' ')} `) ? stderr : stdout + stderr
      expectNoSecret(seen, command.join(' '), own)
    }
    for (const words of started) expectNoSecret(words, 'the arguments of a child process')
    for (const file of filesUnder(folder)) {
      // The one file that is there to keep a key, for its owner alone.
      if (file !== join(folder, 'config.json')) expectNoSecret(readFileSync(file, 'utf8'), file)
    }
  })
})

function filesUnder(place: string): string[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(place, name)).filter((path) => statSync(path).isFile())
}

describe('no secret where a key is of no use', () => {
  test.each([
    ['it is malformed', { INPK_API_KEY: `${KEY} ` }, []],
    ['it is for another host', {}, ['--base-url', 'https://ingest.example.com']],
    ['it would go in the clear', {}, ['--base-url', 'http://ingest.example.com']],
    ['the address holds a password', {}, ['--base-url', `https://me:${ADDRESS_PASSWORD}@ingest.example.com`]],
    ['the prefix leads elsewhere', {}, ['--api-prefix', '@elsewhere.example.com/']],
    ['the command line is wrong', {}, ['--no-such-option']],
    ['the profile is unknown', {}, ['--profile', 'nobody']],
    ['the key file is a folder', {}, ['--api-key-file', '.']],
  ])('%s', async (_name, env, words) => {
    for (const command of COMMANDS) {
      const place = surroundings(MODES['no connection']!)
      const argv = [...command, ...words, '--debug']
      const { stdout, stderr } = await runInpk(argv, { ...place, env: { ...place.env, ...env } })
      expectNoSecret(stdout + stderr, argv.join(' '))
    }
  })

  test.each([
    ['a config file', 'config.json'],
    ['a project file', 'inpk.config.json'],
  ])('%s is broken around the key', async (_name, file) => {
    for (const broken of [
      `{"api_key": ${KEY}}`,
      `{"api_key": "${KEY}"`,
      `${KEY}`,
      `{"api_key":"${KEY}","profiles":7}`,
    ]) {
      for (const command of COMMANDS) {
        const place = surroundings(MODES['no connection']!)
        writeFile(place.cwd, file, broken)
        const { stdout, stderr } = await runInpk([...command, '--debug'], place)
        rmSync(join(place.cwd, file))
        expectNoSecret(stdout + stderr, `${command.join(' ')} with ${join(file)}`)
      }
    }
  })
})
