import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLIENT_RESPONSE_BYTES, createLazyTransport } from '../../src/client/transport.js'
import { runInpk } from '../cli/run-inpk.js'
import type { Choices } from './choices.js'
import { EVERYDAY, type Everyday, type Ran } from './everyday.js'
import { listen } from './socket.js'
import { createWorld, putFile, type World } from './world.js'

/** Done as asked; done otherwise, with exit 0; failed with a message, or in part, with what is missing named; a fault of the program. */
export type Verdict = 'right' | 'wrong' | 'failed' | 'crashed'

export interface Outcome {
  title: string
  verdict: Verdict
  code: number
  /** The first line of stderr, or of stdout where that is empty. */
  said: string
  requests: string[]
}

export interface EverydayOptions {
  /** Only these. */
  commands?: Everyday[]
  env?: Record<string, string>
  /** Files of the working folder, such as what is known of the service. */
  files?: Record<string, string>
  /** Commands that are run first in each folder, such as one that learns. */
  before?: string[][]
  /** The service serves no description of itself. */
  isUndescribed?: boolean
}

/** A command for each operation; the others are for soak. */
export const SHORT =
  /^(groups list of 250|sources create|push by name|push of two|feedback export as CSV|feedback erase by customer|upload|analysis show|invites (template|send$|recipients))/

const PROGRAM = fileURLToPath(new URL('../../bin/inpk.js', import.meta.url))
const LONGEST_MS = 90_000
const SOCKETS = createLazyTransport(CLIENT_RESPONSE_BYTES)
const NONSENSE = /\bundefined\b|\bNaN\b|\[object Object\]/

/** Runs the everyday commands over sockets, in soak through the built program, each against a service and in a folder of its own. */
export async function runEveryday(choices: Partial<Choices>, options: EverydayOptions = {}): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const command of options.commands ?? EVERYDAY) outcomes.push(await runOne(choices, command, options))
  return outcomes
}

async function runOne(choices: Partial<Choices>, command: Everyday, options: EverydayOptions): Promise<Outcome> {
  const world = createWorld(choices, { isUndescribed: options.isUndescribed ?? false })
  command.stage?.(world)
  for (const [name, text] of Object.entries({ ...options.files, ...command.files })) putFile(world, name, text)
  const socket = await listen(world.service)
  const env = { ...environment(world, socket.url), ...options.env, ...command.env }
  try {
    for (const args of options.before ?? []) await run(world, args, env)
    const from = socket.requests.length
    let ran: Ran = { code: 0, stdout: '', stderr: '' }
    for (let time = 0; time < (command.times ?? 1); time += 1) ran = await run(world, command.args(world), env)
    const said = (ran.stderr || ran.stdout).trim().split('\n')[0]!
    return {
      title: command.title,
      verdict: judge(command, world, ran),
      code: ran.code,
      said,
      requests: socket.requests.slice(from),
    }
  } finally {
    await socket.close()
    rmSync(world.folder, { recursive: true, force: true })
  }
}

function environment({ service, folder }: World, url: string): Record<string, string> {
  const { PATH = '' } = process.env
  return {
    PATH,
    HOME: folder,
    INPK_CONFIG_DIR: join(folder, '.config'),
    INPK_BASE_URL: url,
    INPK_API_KEY: service.keyWith('all'),
    CI: '1',
  }
}

function run({ folder }: World, args: string[], env: Record<string, string>): Promise<Ran> {
  if (process.env.INPK_SOAK) return runProgram(folder, args, env)
  return runInpk(args, { cwd: folder, homeDirectory: folder, env, transport: SOCKETS })
}

function runProgram(cwd: string, args: string[], env: Record<string, string>): Promise<Ran> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { cwd, env, timeout: LONGEST_MS, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        done({ code: error ? (typeof error.code === 'number' ? error.code : -1) : 0, stdout, stderr }),
    )
    child.stdin?.end()
  })
}

function judge(command: Everyday, world: World, ran: Ran): Verdict {
  if (/fault of inpk itself/.test(ran.stderr) || ran.code === -1) return 'crashed'
  if (ran.code !== 0) return command.mayRefuse && isUntouched(world) ? 'right' : 'failed'
  if (NONSENSE.test(ran.stdout)) return 'wrong'
  if (isRight(command, world, ran)) return 'right'
  return command.isNamed?.(ran) ? 'failed' : 'wrong'
}

/** Judges read what they expect: anything else is wrong, and no fault of the judge. */
function isRight(command: Everyday, world: World, ran: Ran): boolean {
  try {
    return command.judge(world, ran)
  } catch {
    return false
  }
}

/** Nothing was stored nor erased: the numbers of the newest records are those that were staged. */
function isUntouched({ service }: World): boolean {
  return service.state.items.every(({ id }) => id <= 12_999) && service.state.items.length >= 450
}

/** The outcomes as a table, with the sums at its end. */
export function tableOf(outcomes: Outcome[]): string {
  const rows = outcomes.map(
    ({ title, verdict, code, said }) =>
      `${verdict.padEnd(8)}${String(code).padStart(4)}  ${title.padEnd(56)}  ${verdict === 'right' ? '' : said.slice(0, 110)}`,
  )
  return [...rows, summaryOf(outcomes)].join('\n')
}

/** How many came out in each way. */
export function summaryOf(outcomes: Outcome[]): string {
  const verdicts: Verdict[] = ['right', 'wrong', 'failed', 'crashed']
  return verdicts
    .map((verdict) => `${verdict} ${outcomes.filter((each) => each.verdict === verdict).length}`)
    .join(', ')
}
