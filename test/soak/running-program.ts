import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const PROGRAM = resolve('bin/inpk.js')
const MARK = 'INPK_TEST_RUN'
const STILL_SAMPLES = 8
const SAMPLE_MS = 25
const BUSY_TICKS = 60
const GIVES_UP_MS = 60_000
/** Longer than a push lets its batches in flight finish. */
const HANGS_AFTER_MS = 10_000
/** For those it started to go as well: they are told to, and killed a second later. */
const LAST_MOMENT_MS = 2_000

export interface ProgramSetting {
  cwd: string
  env?: Record<string, string>
  /** What stdin holds before it goes silent without an end; closed unless given. */
  stdin?: string
  /** Nobody takes what it prints. */
  unread?: boolean
}

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  /** From the signal to the end. */
  ms: number
}

export interface RunningProgram {
  pid: number
  /** Resolves once none of its threads has done anything for a moment; `busy`: once it has computed for a while. Gives how long that took. */
  waits(busy?: boolean): Promise<number>
  /** Sends a signal and waits for the end; one that does not end is killed after 10 s, and then ended by SIGKILL. */
  end(signal: NodeJS.Signals): Promise<Ended>
  tell(signal: NodeJS.Signals): void
  said(): string
  ended: Promise<Omit<Ended, 'ms'>>
  /** The command lines of what it has started and left running. */
  leftBehind(): Promise<string[]>
}

/** Runs the built program (Linux only: it is watched by /proc). */
export function runProgram(argv: readonly string[], { cwd, env, stdin, unread }: ProgramSetting): RunningProgram {
  const mark = `${MARK}=${process.pid}-${Math.random()}`
  const inherited = { PATH: process.env.PATH, [MARK]: mark.slice(MARK.length + 1) }
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    cwd,
    env: { ...inherited, TMPDIR: cwd, INPK_CONFIG_DIR: join(cwd, 'config'), ...env },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stderr!.on('data', (part) => {
    said.stderr += part
  })
  if (!unread)
    child.stdout!.on('data', (part) => {
      said.stdout += part
    })
  child.stdin?.on('error', () => {})
  child.stdin?.write(stdin ?? '')
  const ended = new Promise<Omit<Ended, 'ms'>>((done) => {
    child.on('exit', (code, signal) => done({ code, signal, ...said }))
  })
  const pid = child.pid!
  return {
    pid,
    ended,
    said: () => said.stdout + said.stderr,
    tell: (signal) => void child.kill(signal),
    async waits(busy = false) {
      const startedAt = performance.now()
      for (let still = 0; still < STILL_SAMPLES; still += 1) {
        await delay(SAMPLE_MS)
        const threads = threadsOf(pid)
        if (threads.length === 0) throw new Error(`it ended: ${JSON.stringify(await ended)}`)
        if (performance.now() - startedAt > GIVES_UP_MS) throw new Error(`it never waits: ${said.stdout}${said.stderr}`)
        const isThere = busy
          ? threads.some(({ ticks }) => ticks > BUSY_TICKS)
          : threads.every(({ state }) => state === 'S')
        if (!isThere) still = -1
      }
      return performance.now() - startedAt
    },
    async end(signal) {
      const startedAt = performance.now()
      child.kill(signal)
      const late = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS)
      const how = await ended
      clearTimeout(late)
      child.stdin?.destroy()
      child.stdout?.destroy()
      return { ...how, ms: performance.now() - startedAt }
    },
    async leftBehind() {
      const until = performance.now() + LAST_MOMENT_MS
      while (processesWith(mark).length > 0 && performance.now() < until) await delay(SAMPLE_MS)
      const left = processesWith(mark)
      for (const { id } of left) process.kill(id, 'SIGKILL')
      return left.map(({ line }) => line)
    },
  }
}

function processesWith(mark: string): { id: number; line: string }[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(mark))
  return ids.map((id) => ({ id: Number(id), line: read(`/proc/${id}/cmdline`).replaceAll('\0', ' ').slice(0, 100) }))
}

function threadsOf(pid: number): { state: string; ticks: number }[] {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((thread) => {
    const stat = read(join(folder, thread, 'stat'))
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === '' || fields[0] === 'Z' ? [] : [{ state: fields[0]!, ticks: Number(fields[11]) }]
  })
}

/** Empty for a process that has ended, or of another user. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
