/**
 * The whole program of the process that ends what a guarded command leaves running: its text is run, so it refers to nothing outside.
 * It waits until its stdin closes: by its parent when the command has ended, by the system when the parent was killed. Then
 * it ends every process that carries `mark` in its environment, wherever that has moved to, and ends itself.
 * Where environments cannot be read (Windows), it ends the tree below the process whose number came on stdin.
 */
export function watchdogProgram(mark: string): void {
  const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const GRACE_MS = 1_000
  const GIVE_UP_MS = 10_000
  const POLL_MS = 50
  let rootPid = ''

  const marked = (): number[] => {
    if (process.platform === 'linux') {
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && isMarked(name))
        .map(Number)
    }
    const { stdout } = spawnSync('ps', ['eww', '-axo', 'pid=,command='], { encoding: 'utf8' })
    return stdout
      .split('\n')
      .filter((line) => line.includes(mark))
      .map((line) => Number.parseInt(line, 10))
  }
  const isMarked = (pid: string): boolean => {
    try {
      // A process that has ended and waits to be noticed has nothing left here.
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
    } catch {
      return false
    }
  }
  const signalAll = (signal: NodeJS.Signals): number => {
    const pids = marked().filter((pid) => pid !== process.pid)
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // It ended by itself meanwhile.
      }
    }
    return pids.length
  }
  const sweep = (startedAt: number): void => {
    const passed = Date.now() - startedAt
    const left = signalAll(passed < GRACE_MS ? 'SIGTERM' : 'SIGKILL')
    if (left > 0 && passed < GIVE_UP_MS) setTimeout(sweep, POLL_MS, startedAt)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.stdin.on('data', (text) => {
    rootPid += text
  })
  process.stdin.on('end', () => {
    if (process.platform !== 'win32') sweep(Date.now())
    else if (rootPid !== '') spawnSync('taskkill', ['/T', '/F', '/PID', rootPid.trim()])
  })
}
