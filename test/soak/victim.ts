import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { atEndOfFile } from '../end-of-file.js'

const TRACER = resolve('test/soak/trace-disk.cjs')

/** A moment a process kills itself at: the nth time it does a certain write. */
export interface KillPoint {
  /** As the trace calls it, such as `append journal.jsonl`. */
  write: string
  nth: number
  when: 'before' | 'half' | 'after'
}

/** What a victim says of one of its folders: a line of JSON with the folder's `index`. */
// biome-ignore lint/suspicious/noExplicitAny: each program tells something else.
export type VictimLine = Record<string, any>

/** A process that is started to be killed; what it does in several folders dies at one stroke. */
export interface Victim {
  process: ChildProcess
  /** Resolves with its exit code or signal; its output is complete by then. */
  gone: Promise<number | string>
  /** The line of JSON it says of the folder with this index; nothing where it is gone before. */
  lineOf(index: number): Promise<VictimLine | undefined>
  /** Its standard error so far. */
  errors(): string
  /** What it was writing in this folder when it ended. */
  moment(folder: string): string
}

/** Starts node with these arguments; `trace` is a file of its own, `folders` are those whose moments are asked for. */
export function startVictim(
  argv: readonly string[],
  { trace, folders, killAt }: { trace: string; folders: readonly string[]; killAt?: KillPoint | undefined },
): Victim {
  writeFileSync(trace, '')
  const child = spawn(process.execPath, ['--require', TRACER, ...argv], {
    env: {
      PATH: process.env.PATH,
      INPK_TRACE: trace,
      INPK_TRACE_FOLDERS: JSON.stringify(folders),
      ...(killAt ? { INPK_KILL_AT: JSON.stringify(killAt) } : {}),
    },
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const reported = new Map<number, VictimLine>()
  const lines = createInterface(child.stdout).on('line', (line) => {
    const said = JSON.parse(line)
    reported.set(said.index, said)
    lines.emit(`of ${said.index}`)
  })
  lines.setMaxListeners(0)
  // A killed process takes nothing more.
  child.stdin.on('error', () => undefined)
  const gone = new Promise<number | string>((done) => child.on('close', (code, signal) => done(code ?? signal ?? -1)))
  const forget = () => child.kill('SIGKILL')
  atEndOfFile(forget)
  return {
    process: child,
    gone,
    errors: () => errors,
    async lineOf(index) {
      if (!reported.has(index)) await Promise.race([gone, once(lines, `of ${index}`)])
      return reported.get(index)
    },
    moment: (folder) => momentIn(readFileSync(trace, 'utf8'), folder),
  }
}

/** The trace's first line says it of each folder. */
function momentIn(trace: string, folder: string): string {
  if (trace === '') return 'before the program runs'
  const { last, inFlight } = JSON.parse(trace.slice(0, trace.indexOf('\n')))[folder]
  if (inFlight.length > 0) return inFlight.sort().join(' & ')
  return last === 'none' ? 'before the first write' : `after ${last}`
}
