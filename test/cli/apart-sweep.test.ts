import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import type { Environment } from '../../src/cli/environment.js'
import { createControlClient } from '../../src/client/control.js'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench } from '../commands/with-emulator.js'
import { runInpk } from './run-inpk.js'

// The commands that go on until they are told to stop, or that start processes; the sweeps over every command leave them out.

const KEY = wellKnownKey(7, 'test', 'all')
const PASSWORD = 'hunter2-proxy-password'
const WEBHOOK_SECRET = 'whsec_Zm9vYmFyYmF6cXV4'
const ENV = {
  NO_COLOR: '1',
  INPK_API_KEY: KEY,
  INPK_CONFIG_DIR: '/nowhere',
  HTTPS_PROXY: `http://me:${PASSWORD}@proxy:3128`,
  WEBHOOK_SECRET,
}
const BABBLE = `Bearer ${KEY} via http://me:${PASSWORD}@proxy`
const HOSTILE = `\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b31m\r\u202eend`
const RAW = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

function expectQuiet(text: string, about: string, secrets: readonly string[] = []): void {
  for (const secret of [KEY, KEY.slice(-44), PASSWORD, WEBHOOK_SECRET, ...secrets])
    expect(text.includes(secret), `${about} shows ${secret}: ${text}`).toBe(false)
}

function expectInert(text: string, about: string): void {
  const at = text.search(RAW)
  expect(at, `${about}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))}`).toBe(-1)
}

/** An environment whose emulators have no sockets and can be told to stop. */
function lively(more: Partial<Environment> = {}) {
  const opened: Emulator[] = []
  let interrupt: (signal: NodeJS.Signals) => void = () => {}
  const environment: Partial<Environment> = {
    env: ENV,
    cwd: scratchFolder(),
    startEmulator: async (options) => {
      opened.push(await startEmulator({ ...options, listen: false }))
      return opened.at(-1)!
    },
    transport: (request) => opened[0]!.handle(request),
    onSignal(listener) {
      interrupt = listener
      return () => {}
    },
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    ...more,
  }
  return { environment, opened, stop: () => interrupt('SIGINT') }
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** What a careless program asks: keys of others, names that are no names, and what it may. Gives the secrets there were. */
async function misbehave(emulator: Emulator): Promise<string[]> {
  const { all } = emulator.apiKeys.test
  const ask = (path: string, authorization: string, body?: unknown) =>
    emulator.handle({
      method: body === undefined ? 'GET' : 'POST',
      url: `${emulator.baseUrl}/api/input/${path}`,
      headers: { authorization, 'user-agent': HOSTILE, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    })
  const control = createControlClient({ dashboardUrl: emulator.dashboardUrl, transport: emulator.handle })
  const { secret } = await control.createSubscription({
    body: { url: 'https://example.com/hook', events: ['series.created'] },
  })
  await ask(`${encodeURIComponent(HOSTILE)}?key=${encodeURIComponent(KEY)}`, `Bearer ${KEY}`)
  await ask('survey_series/create', `Bearer ${all}`, { name: `Group ${HOSTILE}`, [HOSTILE]: KEY })
  await ask('survey_series/create', `Bearer ${all}`, { name: 'Support' })
  await ask('content/push', `Bearer ${all}`, { survey_series_id: HOSTILE })
  return [secret, all.slice(-44)]
}

describe('no secret and no control character from what runs on, or starts processes (D4, D9)', () => {
  test.each([[['--debug']], [['--json']]])('emulator start %j', async (words) => {
    const { environment, opened, stop } = lively()
    const running = runInpk(['emulator', 'start', '--ephemeral', ...words], environment)
    await until(() => opened.length === 1)
    const [secret] = await misbehave(opened[0]!)
    stop()
    const { stdout, stderr } = await running
    expectQuiet(stdout + stderr, 'start', [secret!])
    expectInert(stdout + stderr, 'start')
  })

  test('emulator exec with its report, and the bundle of a run that failed', async () => {
    let secrets: string[] = []
    const { environment, opened } = lively({
      startChild: () => ({
        pid: 1,
        kill: () => {},
        ended: (async () => {
          secrets = await misbehave(opened[0]!)
          return { code: 3, signal: null }
        })(),
      }),
    })
    const { code, stdout, stderr } = await runInpk(['emulator', 'exec', '--report', '--', 'a-test'], environment)
    expect(code).toBe(3)
    expectQuiet(stdout + stderr, 'exec', secrets)
    expectInert(stdout + stderr, 'exec')
    const [bundle] = readdirSync(environment.cwd!).filter((name) => name.startsWith('inpk-exec-'))
    const files = readdirSync(join(environment.cwd!, bundle!))
    expect(files).toEqual(expect.arrayContaining(['requests.json', 'state.json']))
    for (const file of files) expectQuiet(readFileSync(join(environment.cwd!, bundle!, file), 'utf8'), file, secrets)
  })

  test.each(['demo', 'emulator start', 'emulator exec -- a-test'])('%s where the emulator fails', async (line) => {
    const { environment } = lively({ startEmulator: () => Promise.reject(new Error(`${BABBLE} ${HOSTILE}`)) })
    const [before, after] = line.split(' -- ')
    const argv = [...before!.split(' '), '--debug', ...(after ? ['--', after] : [])]
    const { code, stdout, stderr } = await runInpk(argv, environment)
    expect(code).not.toBe(0)
    expectQuiet(stdout + stderr, line)
    expectInert(stdout + stderr, line)
  })

  test('emulator stop and wait, whatever the note of the running emulator holds', async () => {
    for (const note of [
      `${BABBLE} ${HOSTILE}`,
      { pid: 1, base_url: `http://127.0.0.1/${HOSTILE}`, dashboard_url: `http://127.0.0.1/${KEY}`, api_key: KEY },
    ]) {
      const transport = () => Promise.reject(new Error(`${BABBLE} ${HOSTILE}`))
      const environment = { env: ENV, cwd: scratchFolder(), transport }
      mkdirSync(join(environment.cwd, '.inpk'))
      writeFile(join(environment.cwd, '.inpk'), 'emulator.json', note)
      for (const line of ['emulator stop', 'emulator wait --within 1s', 'emulator status']) {
        const { stdout, stderr } = await runInpk([...line.split(' '), '--debug'], environment)
        expectQuiet(stdout + stderr, line)
        expectInert(stdout + stderr, line)
      }
    }
  })

  test.each([[[]], [['--json']], [['--debug', '--save', 'kept']]])('webhooks listen %j', async (words) => {
    const bench = await openBench()
    const sleep: Environment['sleep'] = (_ms, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const cwd = scratchFolder()
    const env = { ...ENV, INPK_API_KEY: bench.emulator.apiKeys.test.all }
    const listening = bench.run(['webhooks', 'listen', '--limit', '1', ...words], { sleep, cwd, env })
    await until(async () => (await bench.json(['emulator', 'subscriptions', 'list'])).length === 1)
    await bench.json(['webhooks', 'trigger', 'series.created', '--set', `data.name=${HOSTILE}`])
    await bench.emulator.idle()
    const { code, stdout, stderr } = await listening
    expect(code).toBe(0)
    expectQuiet(stdout + stderr, 'listen', [bench.emulator.apiKeys.test.all.slice(-44)])
    expectInert(stdout + stderr, 'listen')
  })

  test('webhooks listen where the emulator fails', async () => {
    const transport = () => Promise.reject(new Error(`${BABBLE} ${HOSTILE}`))
    const argv = ['webhooks', 'listen', '--debug']
    const { code, stdout, stderr } = await runInpk(argv, { env: ENV, cwd: scratchFolder(), transport })
    expect(code).not.toBe(0)
    expectQuiet(stdout + stderr, 'listen')
    expectInert(stdout + stderr, 'listen')
  })
})
