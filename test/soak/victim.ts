import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { atEndOfFile } from '../end-of-file.js'

const TRACER = resolve('test/soak/trace-disk.cjs')

/** A moment a process kills itself at: the nth time it does a certain write. */
export interface KillPoint {
  /** As the trace calls it, such as `append journal.jsonl`. */
  write: string
  nth: number
  when: 'before' | 'half' | 'after'
}

/** A process that is started to be killed. */
export interface Victim {
  process: ChildProcess
  /** Resolves with its exit code or signal; its output is complete by then. */
  gone: Promise<number | string>
  /** Its standard output and error so far. */
  output: { stdout: string; stderr: string }
  /** What it was writing when it ended. */
  moment(): string
}

/** Starts node with these arguments; `trace` is a file of its own. */
export function startVictim(
  argv: readonly string[],
  { trace, killAt, env = {}, cwd }: { trace: string; killAt?: KillPoint; env?: NodeJS.ProcessEnv; cwd?: string },
): Victim {
  writeFileSync(trace, '')
  const child = spawn(process.execPath, ['--require', TRACER, ...argv], {
    ...(cwd === undefined ? {} : { cwd }),
    env: {
      PATH: process.env.PATH,
      ...env,
      INPK_TRACE: trace,
      ...(killAt ? { INPK_KILL_AT: JSON.stringify(killAt) } : {}),
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  // A killed process takes nothing more.
  child.stdin.on('error', () => undefined)
  const gone = new Promise<number | string>((done) => child.on('close', (code, signal) => done(code ?? signal ?? -1)))
  const forget = () => child.kill('SIGKILL')
  atEndOfFile(forget)
  return { process: child, gone, output, moment: () => momentIn(readFileSync(trace, 'utf8')) }
}

/** The trace begins with the write that ended last, then those in flight, a line each up to an empty one. */
function momentIn(trace: string): string {
  if (trace === '') return 'before the program runs'
  const [last, ...inFlight] = trace.slice(0, trace.indexOf('\n\n')).split('\n')
  if (inFlight.length > 0) return inFlight.sort().join(' & ')
  return last === 'none' ? 'before the first write' : `after ${last}`
}
