import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SILENT_MS } from '../../base/lock.js'
import { makeFolder } from '../../base/make-folder.js'
import { parseJson } from '../../base/parse-json.js'
import { BACKGROUND_LOG } from '../../cli/capped-log.js'
import type { Factory } from '../../cli/factory.js'
import { findHealth } from '../../cli/find-health.js'
import { findRunning, whereText } from '../../cli/find-running.js'
import type { EmulatorRecord } from '../../config/running-emulator.js'
import { type Result, result, withHint } from '../../output/outcome.js'
import { EXIT, type ExitName } from '../../terminal/exit-codes.js'
import { Failure } from '../../terminal/failure.js'
import { findDataOption } from './announce-emulator.js'
import { explainUnwritable } from './open-emulator.js'
import { runningView } from './status-view.js'

const LOG_NAME = 'emulator.log'
/** A starter may watch a lock first whose owner it can't see. */
const READY_WITHIN_MS = 20_000 + SILENT_MS
const POLL_MS = 50
/** An emulator in the background has a log, and a place where it is found, whatever it keeps. */
const IN_FOREGROUND =
  'Name another folder with --data, or start it without --detach: in the background, the emulator keeps its log there.'

const ELSEWHERE = 'Other commands here need its address and keys: `inpk emulator env` prints them.'

/** Where an emulator keeps its data, and what `--data` says. */
export interface DataFolder {
  directory: string
  data: string | undefined
}

/** Starts the same command line again in the background, and returns when that emulator answers. */
export async function startDetached(
  factory: Factory,
  { directory, data, isEphemeral }: DataFolder & { isEphemeral: boolean },
): Promise<Result> {
  const { environment, argv } = factory
  requireNoneRunning(environment, { directory, data })
  await makeFolder(directory).catch((error) => {
    throw explainUnwritable(error, directory, isEphemeral ? IN_FOREGROUND : undefined)
  })
  const logPath = join(directory, LOG_NAME)
  writeFileSync(logPath, '', { mode: 0o600 })
  const log = openSync(logPath, 'a')
  const [file, ...start] = environment.program
  const args = argv.filter((word) => word !== '--detach')
  const child = environment.startChild({
    command: [file, ...start, ...args],
    env: { ...environment.env, [BACKGROUND_LOG]: logPath },
    cwd: environment.cwd,
    detachedTo: log,
  })
  closeSync(log)
  let failed: string | undefined
  let exitCode: number | null = null
  child.ended.then(
    ({ code, signal }) => {
      exitCode = code
      failed = `it exited with ${signal ?? `exit code ${code}`}`
    },
    (error: Error) => {
      failed = error.message
    },
  )
  const running = await ready(factory, directory, child.pid, () => failed).catch((error) => {
    child.kill('SIGTERM')
    throw error
  })
  if (running) {
    const isFound = findDataOption(directory, environment.cwd) === undefined
    return withHint(result(running, runningView), () => (isFound ? undefined : ELSEWHERE))
  }
  child.kill('SIGTERM')
  throw (
    ownFailure(readFileSync(logPath, 'utf8'), exitCode) ??
    new Failure({
      exit: 'failure',
      code: 'EMULATOR_DID_NOT_START',
      message: `the emulator did not start: ${failed ?? 'it does not answer'}${lastLines(logPath)}`,
      hint: `Its log is ${logPath}.`,
    })
  )
}

/** The failure of the program in the background as if it had failed here; undefined if its log holds none. */
function ownFailure(log: string, exitCode: number | null): Failure | undefined {
  const line = log.split('\n').findLast((each) => each.startsWith('{"error":{'))
  const exit = Object.entries(EXIT).find(([, each]) => each === exitCode)?.[0] as ExitName | undefined
  const { error } = (line === undefined ? {} : parseJson(line)) as { error?: OwnError }
  if (error === undefined || exit === undefined) return undefined
  const { code, message, hint } = error
  return new Failure({ exit, code, message, ...(hint === null ? {} : { hint }) })
}

interface OwnError {
  code: string
  message: string
  hint: string | null
}

/** Refuses a second emulator on a data directory, in the background or not. */
export function requireNoneRunning(environment: Factory['environment'], { directory, data }: DataFolder): void {
  const known = findRunning(environment, directory)
  if (!known) return
  const { pid, base_url: url } = known
  throw new Failure({
    exit: 'conflict',
    code: 'ALREADY_RUNNING',
    message: `an emulator is already running ${whereText(data)}, at ${url} (pid ${pid})`,
    // The ports of the first are taken.
    hint: 'Stop it with `inpk emulator stop`, or start another with `--data FOLDER --port 0`.',
  })
}

async function ready(
  factory: Factory,
  directory: string,
  pid: number | undefined,
  failure: () => string | undefined,
): Promise<EmulatorRecord | undefined> {
  const { environment, signal } = factory
  const until = environment.monotonic() + READY_WITHIN_MS
  while (environment.monotonic() < until && failure() === undefined) {
    const running = findRunning(environment, directory)
    if (running?.pid === pid && running && (await findHealth({ ...factory, data: directory }, running.base_url)))
      return running
    await environment.sleep(POLL_MS, signal)
  }
  return undefined
}

function lastLines(path: string): string {
  const text = readFileSync(path, 'utf8').trim()
  return text === '' ? '' : `\n${text.split('\n').slice(-3).join('\n')}`
}
