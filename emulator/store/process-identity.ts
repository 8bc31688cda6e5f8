import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process, told from a later one that got the same number. */
export interface ProcessIdentity {
  pid: number
  /** When it started, in words of the operating system; empty where none can be had. */
  start: string
}

/** What the operating system says of a process that runs; nothing when there is none. */
export async function findProcess(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isRunning(pid)) return undefined
  const start = process.platform === 'linux' ? await linuxStart(pid) : await otherStart(pid)
  return start === undefined ? undefined : { pid, start }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else may not be asked, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Boot and clock ticks since it. A zombie holds nothing any more. */
async function linuxStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field, the program's name in parentheses, may hold spaces and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.slice(0, 8)}-${fields[19]}`
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Windows has no `ps`: there, any process with the number counts as the owner. */
async function otherStart(pid: number): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim().replace(/[^A-Za-z0-9]+/g, '-')
  } catch {
    return ''
  }
}
