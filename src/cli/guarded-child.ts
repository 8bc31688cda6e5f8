import { type Child, type ChildOptions, startChild } from './child.js'
import { watchdogProgram } from './watchdog-program.js'

/** By this variable what a command started is found again, also where its parent has ended. */
const MARK = 'INPK_EXEC_ID'

/**
 * Starts a child of which nothing stays behind: when it ends, or when this process is killed, whatever it started is ended
 * by a watchdog. `ended` resolves once that is done.
 */
export function startGuardedChild(options: ChildOptions): Child {
  // Every command reaches this file; what few of them need is loaded here.
  const id = process.getBuiltinModule('node:crypto').randomUUID()
  const watchdog = startWatchdog(`${MARK}=${id}`)
  const child = startChild({ ...options, env: { ...options.env, [MARK]: id } })
  if (child.pid !== undefined) watchdog.tell(`${child.pid}\n`)
  return { ...child, ended: child.ended.finally(() => watchdog.sweep()) }
}

function startWatchdog(mark: string) {
  const program = `(${watchdogProgram})(${JSON.stringify(mark)})`
  // It must neither carry the mark nor hear the signals of this terminal.
  const { [MARK]: _outer, ...env } = process.env
  const options = {
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  }
  const watchdog = process.getBuiltinModule('node:child_process').spawn(process.execPath, ['-e', program], options)
  const ended = new Promise<void>((resolve) => {
    watchdog.once('close', () => resolve())
    watchdog.once('error', () => resolve())
  })
  watchdog.stdin.on('error', () => {})
  return {
    tell: (text: string) => void watchdog.stdin.write(text),
    sweep: () => {
      watchdog.stdin.end()
      return ended
    },
  }
}
