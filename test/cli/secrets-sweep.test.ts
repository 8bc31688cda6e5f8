import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import type { Transport } from '../../src/contract/wire.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { writeStageFiles } from '../transcripts/stage.js'
import { everyCommand } from './every-command.js'
import { errorOf, Reply, runInpk, scripted, stdinOf } from './run-inpk.js'

const COMMANDS = everyCommand()

const KEY = wellKnownKey(7, 'test', 'all')
const OTHER_KEY = wellKnownKey(8, 'live', 'push')
const PASSWORD = 'hunter2-proxy/password'
const WEBHOOK_SECRET = 'whsec_Zm9vYmFyYmF6cXV4'
const SECRETS = [KEY, OTHER_KEY, PASSWORD, WEBHOOK_SECRET]
const FORBIDDEN = SECRETS.flatMap((secret) => [secret, encodeURIComponent(secret), secret.slice(-44)])

/** What a careless service or library may say. */
const BABBLE = `Authorization: Bearer ${KEY} and ${OTHER_KEY} via http://me:${encodeURIComponent(PASSWORD)}@proxy {"secret":"${WEBHOOK_SECRET}"}`

function always(reply: Reply): Transport {
  return scripted(new Proxy({}, { get: () => reply }))
}

const MODES: Record<string, Transport> = {
  'a 401 that repeats everything': always(
    new Reply(401, errorOf('UNAUTHORIZED', BABBLE, { [KEY]: [BABBLE] }), {
      'x-request-id': KEY,
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

/** The quieter ones say less of the same. */
const LOUDNESS = [['--debug'], ['--debug', '--json']]

const folder = scratchFolder()
writeStageFiles(folder)

function surroundings(transport: Transport) {
  writeFile(folder, 'config.json', {
    current: 'a',
    profiles: { a: { base_url: 'http://localhost:1', api_key: OTHER_KEY } },
  })
  return {
    transport,
    stdin: stdinOf(KEY),
    cwd: folder,
    env: {
      INPK_API_KEY: KEY,
      INPK_CONFIG_DIR: folder,
      INPK_EMULATOR_URL: 'http://127.0.0.1:4601',
      HTTPS_PROXY: `http://me:${encodeURIComponent(PASSWORD)}@proxy:3128`,
      WEBHOOK_SECRET,
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

function expectNoSecret(output: string, about: string): void {
  for (const secret of FORBIDDEN) expect(output.includes(secret), `${about} shows ${secret}:\n${output}`).toBe(false)
}

describe('no secret in any output, whatever fails and however loud (D4)', () => {
  test.each(Object.keys(MODES))('%s', async (mode) => {
    for (const command of COMMANDS) {
      for (const loudness of LOUDNESS) {
        const argv = [...command, ...loudness]
        const { stdout, stderr } = await runInpk(argv, surroundings(MODES[mode]!))
        expectNoSecret(stdout + stderr, argv.join(' '))
      }
    }
  })
})

describe('no secret where a key is of no use', () => {
  test.each([
    ['it is malformed', { INPK_API_KEY: `${KEY} ` }, []],
    ['it is for another host', {}, ['--base-url', 'https://ingest.example.com']],
    ['it would go in the clear', {}, ['--base-url', 'http://ingest.example.com']],
    ['the address holds a password', {}, ['--base-url', `https://me:${WEBHOOK_SECRET}@ingest.example.com`]],
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
