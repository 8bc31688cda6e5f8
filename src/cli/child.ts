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
}

/** Starts a child process on the streams of this one, or apart from it. */
export function startChild({ command: [file, ...args], env, cwd, detachedTo, outputTo }: ChildOptions): Child {
  const apart = detachedTo !== undefined
  // Few commands start a child, and an import would make each wait for it.
  const child = process.getBuiltinModule('node:child_process').spawn(file, args, {
    env,
    cwd,
    stdio: apart ? ['ignore', detachedTo, detachedTo] : outputTo ? ['ignore', ...outputTo] : 'inherit',
    detached: apart,
    // On Windows npm and its kin are scripts, which only a shell can start.
    shell: process.platform === 'win32' && !apart,
    windowsHide: apart,
  })
  if (apart) child.unref()
  return {
    pid: child.pid,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve({ code, signal }))
    }),
  }
}
