import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startEmulator } from '../../../emulator/index.js'
import type { Environment } from '../../../src/cli/environment.js'
import type { WireRequest } from '../../../src/contract/wire.js'
import { EXIT, exitCodeOfStatus, signalExitCode } from '../../../src/terminal/exit-codes.js'
import { lineFor } from '../../cli/every-command.js'
import { errorOf, runInpk, type Surroundings, stdinOf, TEST_KEY } from '../../cli/run-inpk.js'
import { ROWS } from '../../transcripts/rows.js'
import { openStageFor, writeStageFiles } from '../../transcripts/stage.js'
import { scratchFolder } from '../scratch.js'

/** Runs a command so that it should end with a code, and gives the code it ended with. */
export type Way = () => Promise<number>
export type Ways = Readonly<Record<number, Way>>
type Transport = NonNullable<Environment['transport']>
type Tell = (signal: NodeJS.Signals) => void

const STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 429, 500, 502, 503, 504]
const SIGNALS = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' } as const

let folder = ''
let runs = 0

/** The files the lines speak of, anew for each test file: this module is loaded once for several, and each removes its folders. */
function stageFolder(): string {
  if (existsSync(folder)) return folder
  folder = scratchFolder()
  writeStageFiles(folder)
  return folder
}

/** Runs a line beside the files it may speak of, with all it may need. */
export async function run(argv: readonly string[], { env, ...surroundings }: Surroundings = {}) {
  runs += 1
  const cwd = stageFolder()
  return runInpk(argv, {
    cwd,
    env: {
      INPK_API_KEY: TEST_KEY,
      INPK_CONFIG_DIR: join(cwd, `config-${runs}`),
      INPK_EMULATOR_URL: 'http://127.0.0.1:4601',
      WEBHOOK_SECRET: 'whsec_x',
      ...env,
    },
    stdin: stdinOf(TEST_KEY),
    startEmulator: (options) => startEmulator({ ...options, listen: false }),
    ...surroundings,
  })
}

/** The code of a line. */
export async function codeOf(argv: readonly string[], surroundings?: Surroundings): Promise<number> {
  return (await run(argv, surroundings)).code
}

/** The code of a line that hears a signal, whether it ends by itself or is ended by the signal after its grace. */
export async function codeAfterSignal(
  argv: readonly string[],
  surroundingsOf: (tell: Tell) => Surroundings,
): Promise<number> {
  const { onSignal, tell } = signals()
  return new Promise((resolve, reject) => {
    const dieBy: Environment['dieBy'] = (signal, afterMs = 0) => {
      setTimeout(() => resolve(signalExitCode(signal)), afterMs / 10).unref()
    }
    codeOf(argv, { onSignal, dieBy, ...surroundingsOf(tell) }).then(resolve, reject)
  })
}

/** An answer of any kind. */
export function answering(status: number, body: unknown, type = 'application/json'): Transport {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return async () => ({ status, headers: { 'content-type': type }, body: bytes })
}

/** What every command has: done, a full disk, a wrong option. */
export function commonWays(name: string): Ways {
  return {
    0: async () => (ROWS[name] ? 0 : Number.NaN), // test/transcripts/commands.test.ts runs it
    1: () => codeOnFullDisk(name),
    2: () => codeOf([...name.split(' '), '--no-such-option']),
  }
}

async function codeOnFullDisk(name: string): Promise<number> {
  const row = ROWS[name]!
  const stdout: Environment['stdout'] = {
    isTerminal: false,
    columns: () => undefined,
    write: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
  }
  // What takes a second to come to its result prints its help on the full disk.
  if (name === 'demo') return codeOf([name, '--help'], { stdout })
  const stage = await openStageFor(row, row.succeeds)
  try {
    return (await stage.run(row.succeeds, { ...row.around?.(stage), stdout })).code
  } finally {
    await stage.close()
  }
}

/** What every command has that asks somebody: each status by its code, no connection and a wrong host, each signal. */
export function askingWays(name: string): Ways {
  const ways: Record<number, Way> = {}
  for (const code of new Set(STATUSES.map(exitCodeOfStatus))) ways[code] = () => codeOfStatuses(name, code)
  ways[9] = () => codeUnreached(name)
  for (const [code, signal] of Object.entries(SIGNALS)) {
    ways[Number(code)] = () => asking(name, (tell) => hanging(() => tell(signal)))
  }
  return ways
}

async function codeOfStatuses(name: string, code: number): Promise<number> {
  for (const status of STATUSES.filter((each) => exitCodeOfStatus(each) === code)) {
    let isWrite = false
    const answer = answering(status, errorOf('SOME_CODE', 'no'))
    const ended = await asking(name, () => (request) => {
      isWrite ||= mayWrite(request)
      return answer(request)
    })
    // Something between answered for the service: a write may have been carried out.
    const expected = isWrite && (status === 502 || status === 504) ? EXIT.inDoubt : code
    expect(ended, `${name} and ${status}`).toBe(expected)
  }
  return code
}

/** Whether a request may change something in the service or the emulator. */
export function mayWrite({ method, url }: Pick<WireRequest, 'method' | 'url'>): boolean {
  return method !== 'GET' && /^\/(api|_emulator)\/(?!input\/mcp)/.test(new URL(url).pathname)
}

/** Runs the line of a command where the answer to every write is lost after it was carried out; undefined where it writes nothing. */
export async function losingWrites(name: string): Promise<{ code: number; stderr: string } | undefined> {
  const row = ROWS[name]!
  const stage = await openStageFor(row, row.succeeds)
  let writes = 0
  const transport: Transport = async (request) => {
    const answer = await stage.emulator.handle(request)
    if (!mayWrite(request)) return answer
    writes += 1
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  }
  try {
    const { code, stderr } = await stage.run(row.succeeds, { ...row.around?.(stage), transport })
    return writes > 0 ? { code, stderr } : undefined
  } finally {
    await stage.close()
  }
}

async function codeUnreached(name: string): Promise<number> {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const without = await asking(name, () => () => Promise.reject(refused))
  if (name === 'api') return without // shows whatever comes
  expect(await asking(name, () => answering(200, '<html></html>', 'text/html')), `${name} and a web page`).toBe(9)
  return without
}

/** Never answers; aborts with the request. */
export function hanging(onAsked: () => void): Transport {
  return ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      onAsked()
    })
}

/** Runs the line of a command against a transport; it must ask, so that no command passes by not asking. */
async function asking(name: string, transportFor: (tell: Tell) => Transport): Promise<number> {
  let asked = 0
  const code = await codeAfterSignal(lineFor(name), (tell) => {
    const answer = transportFor(tell)
    const transport: Transport = (request) => {
      asked += 1
      return answer(request)
    }
    return { transport }
  })
  expect(asked, `${name} asked nothing`).toBeGreaterThan(0)
  return code
}

/** Signals of the operating system, to be sent by the test. */
function signals(): { onSignal: Environment['onSignal']; tell: Tell } {
  const listeners = new Set<(signal: NodeJS.Signals) => void>()
  return {
    onSignal(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (signal) => {
      for (const listener of listeners) listener(signal)
    },
  }
}
