import { homedir } from 'node:os'
import { lazy } from '../base/lazy.js'
import type { Transport } from '../contract/wire.js'
import { type InputStream, inputStream, isTerminal, type OutputStream, outputStream } from '../terminal/streams.js'
import { BACKGROUND_LOG, cappedLog, isOpenOn } from './capped-log.js'
import { type Child, type ChildOptions, startChild } from './child.js'
import { startGuardedChild } from './guarded-child.js'
import type { Network } from './network.js'

type StartEmulator = typeof import('../../emulator/index.js').startEmulator

/** Everything a command touches outside itself; tests bring their own. */
export interface Environment {
  env: Record<string, string | undefined>
  cwd: string
  homeDirectory: string
  platform: NodeJS.Platform
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds that never go backward. */
  monotonic(): number
  /** Waits in real milliseconds; rejects when the signal aborts. */
  sleep(waitMs: number, signal?: AbortSignal): Promise<void>
  /** Calls `listener` at SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void
  /**
   * Ends the process by a signal, as if no one had listened for it; after this many milliseconds, if it has not ended by itself
   * then.
   */
  dieBy(signal: NodeJS.Signals, afterMs?: number): void
  /** Has something done before `dieBy` ends the process, where nothing else gets a turn; until the returned function is called. */
  atDeath(act: () => void): () => void
  /** The command line that runs this program again. */
  program: readonly [string, ...string[]]
  startChild(options: ChildOptions): Child
  /** Signals another process. */
  signalProcess(pid: number, signal: NodeJS.Signals): void
  /** How requests leave; the client's own where absent. */
  transport?: Transport
  /** What is under HTTP; that of this machine where absent. */
  network?: Network
  /** The emulator's door; loaded when used where absent. */
  startEmulator?: StartEmulator
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Whether no person sees the output or can answer: `CI` or `CONTINUOUS_INTEGRATION` is set, by the rule of Ink, which draws nothing then. */
export function isInCi(env: Environment['env']): boolean {
  const isSet = (value: string | undefined) => value !== undefined && value !== '0' && value !== 'false'
  return isSet(env.CI) || isSet(env.CONTINUOUS_INTEGRATION)
}

/** The environment of the running process. */
export function processEnvironment(): Environment {
  const stdin = lazy(() => inputStream(isTerminal(0), () => process.stdin))
  return {
    env: process.env,
    // Asked for when it is needed: a folder that was deleted has none, and not every command needs one.
    get cwd() {
      return process.cwd()
    },
    homeDirectory: findHome(),
    platform: process.platform,
    // Few commands ask about it, and of /dev/null only node:tty can say what it is.
    get stdin() {
      return stdin()
    },
    stdout: outputStream(isTerminal(1), () => process.stdout),
    stderr: openStderr(),
    now: () => Date.now(),
    monotonic,
    sleep: async (waitMs, signal) => {
      await process.getBuiltinModule('node:timers/promises').setTimeout(waitMs, undefined, signal ? { signal } : {})
    },
    onSignal,
    dieBy,
    atDeath,
    program: [process.execPath, process.argv[1]!],
    startChild: (options) => (options.guarded ? startGuardedChild(options) : startChild(options)),
    signalProcess: (pid, signal) => void process.kill(pid, signal),
  }
}

/** stderr; an emulator in the background runs for weeks, so its log has a limit. */
function openStderr(): OutputStream {
  const stream = outputStream(isTerminal(2), () => process.stderr)
  const path = process.env[BACKGROUND_LOG]
  return path !== undefined && isOpenOn(2, path) ? cappedLog(stream, path) : stream
}

/** Nothing can be kept there: what needs a folder of the user's says so before it starts, all else works. */
const NO_HOME = '/dev/null'

/** The user's home; containers may run as a user who is in no list, without HOME. */
function findHome(): string {
  try {
    return homedir() || NO_HOME
  } catch {
    return NO_HOME
  }
}

/** The clock of performance is part of a module that loads slowly. */
function monotonic(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

function onSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener)
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener)
  }
}

const lastActs = new Set<() => void>()

function atDeath(act: () => void): () => void {
  lastActs.add(act)
  return () => void lastActs.delete(act)
}

function dieBy(signal: NodeJS.Signals, afterMs = 0): void {
  if (afterMs > 0) return void setTimeout(dieBy, afterMs, signal).unref()
  for (const act of lastActs) {
    try {
      act()
    } catch {
      // Whoever asks a second time wants an end, not an error.
    }
  }
  for (const name of SIGNALS) process.removeAllListeners(name)
  process.kill(process.pid, signal)
}
