import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { skipWhere } from '../skip.js'

const PROGRAM = fileURLToPath(new URL('../../bin/inpk.js', import.meta.url))
const WITHIN_MS = 20_000

/** Why no pseudo-terminal can be opened here; undefined where one can. */
function whyNoTerminal(): string | undefined {
  if (process.platform === 'win32') return 'the shell that asks for the state of the terminal is a POSIX one'
  try {
    spawn('/bin/sh', ['-c', ':'], { cols: 80, rows: 24 }).kill()
    return undefined
  } catch (error) {
    return `no pseudo-terminal can be opened: ${(error as Error).message}`
  }
}

const why = whyNoTerminal()
/** Options of tests that need a terminal. */
export const withTerminal = skipWhere(why !== undefined, why ?? '')

export interface Terminal {
  /** Everything written so far. */
  text(): string
  type(keys: string): void
  resize(columns: number, rows: number): void
  /** Takes the terminal away, as closing its window does. */
  hangUp(): void
  /** Waits until something was written. */
  until(what: RegExp): Promise<string>
  /** Waits until the program and the shell around it have ended; gives the exit code and what the terminal is like then. */
  end(): Promise<{ exitCode: number; settings: string; shown: string }>
}

/** What would say for a terminal how it draws. */
const OF_OUTSIDE = ['CI', 'CONTINUOUS_INTEGRATION', 'NO_COLOR', 'FORCE_COLOR']

/**
 * Runs a command line in a terminal of its own, inside a shell that outlives it, asks for the terminal's settings and stays until all was
 * read: what a shell writes last is lost where it ends at once.
 */
export function openTerminal(
  argv: readonly string[],
  env: Record<string, string>,
  columns = 80,
  cwd = process.cwd(),
): Terminal {
  const script = 'trap : INT; "$@"; echo "[code $?]"; stty -a; echo "[over]"; read -r _'
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_OUTSIDE.includes(name)))
  const pty = spawn('/bin/sh', ['-c', script, 'sh', execPath, PROGRAM, ...argv], {
    cols: columns,
    rows: 24,
    cwd,
    env: { ...inherited, TERM: 'xterm-256color', ...env },
  })
  let written = ''
  let ended = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  pty.onData((data) => {
    written += data
    tell()
  })
  pty.onExit(() => {
    ended = true
    tell()
  })
  const until = (what: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        listeners.delete(look)
      }
      const fail = () => {
        stop()
        pty.kill()
        reject(new Error(`the terminal never showed ${what}, only ${JSON.stringify(written)}`))
      }
      const look = () => {
        if (what.test(written)) {
          stop()
          resolve(written)
        } else if (ended) fail()
      }
      const timer = setTimeout(fail, WITHIN_MS)
      listeners.add(look)
      look()
    })
  return {
    text: () => written,
    type: (keys) => pty.write(keys),
    resize: (width, rows) => pty.resize(width, rows),
    hangUp: () => pty.kill('SIGHUP'),
    until,
    async end() {
      const all = await until(/\[over\]/)
      pty.kill()
      const [shown = '', settings = ''] = all.split(/\[code \d+\]/)
      return { exitCode: Number(/\[code (\d+)\]/.exec(all)?.[1]), settings, shown }
    },
  }
}
