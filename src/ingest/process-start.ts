import { readFileSync } from 'node:fs'

/** When a process started, where the system tells; a pid alone may have been given to another one since. */
export function startOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

/** Whether a process runs, and is the one that started then; `startedAt` undefined: any of this pid. */
export function isAliveProcess(pid: number, startedAt: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startedAt === undefined || startOf(pid) === startedAt
}
