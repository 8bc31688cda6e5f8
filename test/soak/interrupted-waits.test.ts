/**
 * Every wait of the program that is not one for an answer (test/cli/waits-sweep.test.ts has those): SIGINT and SIGTERM end each within a
 * second, with the exit code of the signal, and nothing is left behind. Some in `npm test`, all with INPK_SOAK.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { EXIT, signalExitCode } from '../../src/terminal/exit-codes.js'
import { PATH_OPTIONS } from '../cli/path-options.js'
import { runInpk } from '../cli/run-inpk.js'
import { scratchFolder } from '../commands/scratch.js'
import { inSoak, onLinux } from '../skip.js'
import { wordsOf } from '../transcripts/row.js'
import { DELIVERY, SCENE, writeStageFiles } from '../transcripts/stage.js'
import { openTerminal, withTerminal } from '../ui/open-terminal.js'
import {
  DEAD_RESOLVER,
  onSilent,
  onSlowNames,
  overTls,
  READING,
  SLOW_RESOLVER,
  throughProxy,
  WAITS,
  type Wait,
} from './lines-that-wait.js'
import { type Ended, type ProgramSetting, runProgram } from './running-program.js'

const WITHIN_MS = 1_000

/** Of each kind of mechanism one. */
const SAMPLE = /^(emulator start --ephemeral .*--seed pipe|push - --source Tickets$)/

let emulator: Awaited<ReturnType<typeof startEmulator>>
let silentUrl = ''
const sockets = new Set<Socket>()
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
})

beforeAll(async () => {
  emulator = await startEmulator({ port: 0, dashboardPort: 0, rateLimits: false })
  for (const line of SCENE.slice(0, 2)) {
    const { code } = await runInpk(wordsOf(line), { transport: emulator.handle, env: settings() })
    expect(code).toBe(0)
  }
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  silentUrl = `http://127.0.0.1:${(silent.address() as { port: number }).port}`
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  await emulator.close()
})

function settings(): Record<string, string> {
  return {
    INPK_API_KEY: emulator.apiKeys.test.all,
    INPK_BASE_URL: emulator.baseUrl,
    INPK_EMULATOR_URL: emulator.dashboardUrl,
    S: 'whsec_x',
  }
}

/** A new folder with all that lines speak of. */
function folderFor({ prepare }: Wait): string {
  const folder = scratchFolder()
  writeStageFiles(folder)
  writeFileSync(join(folder, 'key.txt'), emulator.apiKeys.test.all)
  writeFileSync(join(folder, 'odd.csv'), 'text,id\n,1\nfine,2\n')
  writeFileSync(join(folder, 'delivery.json'), DELIVERY)
  writeFileSync(join(folder, 'dead-resolver.cjs'), DEAD_RESOLVER)
  writeFileSync(join(folder, 'slow-resolver.cjs'), SLOW_RESOLVER)
  execFileSync('mkfifo', [join(folder, 'no-answer')])
  prepare?.(folder)
  return folder
}

async function interrupt(wait: Wait, signal: NodeJS.Signals) {
  const cwd = folderFor(wait)
  const before = new Set(filesIn(cwd))
  const { busy, twice, leaves } = wait
  const program = runProgram(wordsOf(wait.line), settingFor(wait, cwd))
  const slowMs = await program.waits(busy).catch((error: Error) => {
    throw new Error(`inpk ${wait.line}: ${error.message}`)
  })
  if (twice) {
    program.tell(signal)
    await program.waits()
  }
  const ended = await program.end(signal)
  const left = { processes: await program.leftBehind(), files: filesIn(cwd).filter((file) => !before.has(file)) }
  return { ended, slowMs, left: { ...left, files: left.files.filter((file) => !leaves?.test(file)) } }
}

function settingFor({ env, stdin, unread }: Wait, cwd: string): ProgramSetting {
  return {
    cwd,
    env: { ...settings(), ...env?.(silentUrl) },
    ...(stdin === undefined ? {} : { stdin }),
    ...(unread ? { unread } : {}),
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

/** What a shell makes of it. */
function codeOf({ code, signal }: Pick<Ended, 'code' | 'signal'>): number {
  return code ?? signalExitCode(signal!)
}

const SIGNALS = process.env.INPK_SOAK ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT'] as const)
const CHOSEN = Object.entries(WAITS).flatMap(([kind, waits]) =>
  waits
    .filter(({ line }) => process.env.INPK_SOAK || SAMPLE.test(line))
    .flatMap((wait) => SIGNALS.map((signal) => ({ kind, line: wait.line, signal, wait }))),
)

describe('a signal ends every wait within a second, and leaves nothing behind (class 6)', onLinux, () => {
  test.each(CHOSEN)('$kind: inpk $line, $signal', async ({ wait, signal }) => {
    const { ended, slowMs, left } = await interrupt(wait, signal)
    const about = `${ended.ms} ms\n${ended.stdout}\n${ended.stderr}`
    expect([codeOf(ended), left], about).toEqual([signalExitCode(signal), { processes: [], files: [] }])
    // A machine that took long to start it takes long to end it; one that is busy with other tests tells nothing.
    if (process.env.INPK_SOAK) expect(ended.ms, about).toBeLessThan((wait.withinMs ?? WITHIN_MS) + slowMs / 2)
  })
})

test('every option that reads a file is among them', () => {
  const reading = Object.entries(PATH_OPTIONS).filter(([, kind]) => kind === 'reads')
  const lines = READING.join('\n')
  const missing = reading.filter(([name]) => {
    const words = name.split(' ')
    const option = words.pop()!
    return !lines.split('\n').some((line) => line.startsWith(words.join(' ')) && line.includes(`${option} FILE`))
  })
  expect(missing).toEqual([])
})

describe('--timeout ends what no answer ends (class 6)', inSoak, () => {
  const LINES: readonly (readonly [string, Wait['env'], number])[] = [
    ['me --force', onSlowNames, EXIT.unreachable],
    ['doctor --force', onSlowNames, EXIT.checkFailed],
    ['groups create Later --force', onSlowNames, EXIT.inDoubt],
    ['me --force', throughProxy, EXIT.unreachable],
    ['doctor', overTls, EXIT.checkFailed],
    ['push reviews.csv --source 1', onSilent, EXIT.unreachable],
    ['emulator orgs list', onSilent, EXIT.unreachable],
    [
      'webhooks trigger content.pushed --to https://elsewhere.example.com/ --secret-env S',
      onSlowNames,
      EXIT.unreachable,
    ],
  ]
  test.each(LINES)('inpk %s', async (line, env, code) => {
    const wait = { line: `${line} --timeout 1s --retries 0`, ...(env ? { env } : {}) }
    const program = runProgram(wordsOf(wait.line), settingFor(wait, folderFor(wait)))
    const slowMs = await program.waits()
    const startedAt = performance.now()
    const ended = await program.ended
    expect(ended, ended.stderr).toMatchObject({ code, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(WITHIN_MS + slowMs)
  })
})

test('Ctrl-C ends a question that nobody answers, and the terminal is as before', {
  ...inSoak,
  ...withTerminal,
}, async () => {
  const terminal = openTerminal(['feedback', 'erase', '--customer-id', 'c1'], settings())
  await terminal.until(/\[y\/N\]/)
  terminal.type('\x03')
  const ended = await terminal.end()
  expect(ended.exitCode).toBe(130)
  expect(ended.settings).toMatch(/(^|\s)icanon\b/)
})
