import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { RunLockedError } from './errors.js'
import { isAliveProcess, startOf } from './process-start.js'

const OWNER_ONLY = 0o600
/** After this long a takeover that did not end is given up for dead. */
const TAKEOVER_MS = 10_000

/**
 * Takes the lock file `path`, at once also from an owner that is dead; resolves to its release. Refuses with `RunLockedError`
 * while a live process holds it. The file appears whole: it is written beside and linked.
 */
export async function takeLock(runId: string, path: string): Promise<() => Promise<void>> {
  const own = `${path}.${randomUUID()}`
  const mark = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid), nonce: own.slice(path.length) })
  try {
    await writeFile(own, mark, { flag: 'wx', mode: OWNER_ONLY })
    for (;;) {
      if (await linked(own, path)) break
      const holder = await readFile(path, 'utf8').catch(() => undefined)
      if (holder === undefined) continue
      if (isAlive(holder)) throw new RunLockedError(runId, pidOf(holder))
      await removeDeadLock(path, holder)
    }
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(path, { force: true })
}

async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

/** Only one process may remove the lock of a given dead owner, else a second one would remove the lock of the first. */
async function removeDeadLock(path: string, holder: string): Promise<void> {
  const token = `${path}.takeover`
  const handle = await open(token, 'wx', OWNER_ONLY).catch(() => undefined)
  if (!handle) {
    const age = await stat(token).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    )
    if (age > TAKEOVER_MS) await rm(token, { force: true })
    return
  }
  await handle.close()
  const unchanged = (await readFile(path, 'utf8').catch(() => undefined)) === holder
  if (unchanged) await rm(path, { force: true })
  await rm(token, { force: true })
}

function pidOf(holder: string): number | undefined {
  try {
    return (JSON.parse(holder) as { pid?: number }).pid
  } catch {
    return undefined
  }
}

function isAlive(holder: string): boolean {
  const pid = pidOf(holder)
  if (pid === undefined) return false
  const { startedAt } = JSON.parse(holder) as { startedAt?: string }
  return isAliveProcess(pid, startedAt)
}
