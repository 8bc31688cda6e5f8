import type { ChildProcess, StdioOptions } from 'node:child_process'
import type { Socket } from 'node:net'

/** How a child process ended: by its own code, or by a signal. */
export interface ChildEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Child {
  pid: number | undefined
  kill(signal: NodeJS.Signals): void
  /** Rejects if the command could not be started at all. */
  ended: Promise<ChildEnd>
  /** What it has printed, where that is captured. */
  output?(): { stdout: string; stderr: string }
}

export interface ChildOptions {
  command: readonly [string, ...string[]]
  env: Record<string, string | undefined>
  cwd: string
  /** Lives on when this process ends; its output goes to this file. */
  detachedTo?: number
  /** Its output and its errors go to these files, and it reads nothing. */
  outputTo?: readonly [stdout: number, stderr: number]
  /** Nothing it starts outlives it, nor this process. */
  guarded?: true
  /** Its output is kept instead of shown, and it has no input. */
  captured?: true
}

/** What a captured child left running may hold its pipes open; it is not waited for longer than this. */
const PIPES_MS = 200

/** Starts a child process on the streams of this one, or apart from it. */
export function startChild(options: ChildOptions): Child {
  const {
    command: [file, ...args],
    env,
    cwd,
    detachedTo,
    captured,
  } = options
  const apart = detachedTo !== undefined
  // Few commands start a child, and an import would make each wait for it.
  const child = process.getBuiltinModule('node:child_process').spawn(file, args, {
    env,
    cwd,
    stdio: streamsOf(options),
    detached: apart,
    // On Windows npm and its kin are scripts, which only a shell can start.
    shell: process.platform === 'win32' && !apart,
    windowsHide: apart,
  })
  if (apart) child.unref()
  const kept = captured ? { output: keepOutput(child) } : {}
  return {
    ...kept,
    pid: child.pid,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve({ code, signal }))
      if (!captured) return
      child.once('exit', (code, signal) => {
        setTimeout(() => {
          for (const pipe of [child.stdout, child.stderr]) (pipe as Socket | null)?.unref()
          resolve({ code, signal })
        }, PIPES_MS).unref()
      })
    }),
  }
}

function streamsOf({ detachedTo, outputTo, captured }: ChildOptions): StdioOptions {
  if (detachedTo !== undefined) return ['ignore', detachedTo, detachedTo]
  if (outputTo) return ['ignore', ...outputTo]
  return captured ? ['ignore', 'pipe', 'pipe'] : 'inherit'
}

function keepOutput({ stdout, stderr }: ChildProcess): NonNullable<Child['output']> {
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  stdout?.on('data', (part: Buffer) => parts.stdout.push(part))
  stderr?.on('data', (part: Buffer) => parts.stderr.push(part))
  const textOf = (all: readonly Buffer[]) => Buffer.concat(all).toString('utf8')
  return () => ({ stdout: textOf(parts.stdout), stderr: textOf(parts.stderr) })
}
