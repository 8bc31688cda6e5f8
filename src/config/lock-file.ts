import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Failure } from '../cli/failure.js'
import { isSameProcess, processStart } from './running-emulator.js'

/** Time as a lock sees it. */
export interface Patience {
  monotonic(): number
  /** Epoch milliseconds. */
  now(): number
  sleep(waitMs: number): Promise<void>
}

const WAIT_AT_MOST_MS = 20_000
const POLL_MS = 4
/** A lock without an owner in it is one being written; after this long its writer is dead. */
const UNWRITTEN_MS = 5_000

/** Does `work` while no other process does work under the same lock. The lock of a dead process is taken over. */
export async function underLock<T>(path: string, patience: Patience, work: () => T | Promise<T>): Promise<T> {
  const until = patience.monotonic() + WAIT_AT_MOST_MS
  while (!tryLock(path)) {
    if (isAbandoned(path, patience)) takeAway(path, patience)
    else if (patience.monotonic() > until) throw locked(path)
    else await patience.sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function tryLock(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid} ${processStart(process.pid) ?? ''}`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(path: string, { now }: Patience): boolean {
  try {
    const [pid = '', start] = readFileSync(path, 'utf8').split(' ')
    if (pid === '') return now() - statSync(path).mtimeMs > UNWRITTEN_MS
    return !isSameProcess({ pid: Number(pid), process_start: start || null })
  } catch {
    return false
  }
}

/** Only who holds the second lock removes a dead one, so that nobody removes the fresh lock of whoever came before him. */
function takeAway(path: string, patience: Patience): void {
  const right = `${path}.takeover`
  if (!tryLock(right)) {
    if (isAbandoned(right, patience)) rmSync(right, { force: true })
    return
  }
  try {
    if (isAbandoned(path, patience)) rmSync(path, { force: true })
  } finally {
    rmSync(right, { force: true })
  }
}

function locked(path: string): Failure {
  return new Failure({
    exit: 'conflict',
    code: 'CONFIG_LOCKED',
    message: `another inpk is changing the settings (${path})`,
    hint: 'Try again when it is done.',
  })
}
