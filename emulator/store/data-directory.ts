import { constants, copyFile, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreInGit } from '../../src/base/ignore-in-git.js'
import { type Holder, type Lock, LockedError, type LockOptions, SILENT_MS, takeLock } from '../../src/base/lock.js'
import { makeFolder } from '../../src/base/make-folder.js'
import { bootId, isOutsideContainers, lifeHere, ownIdentity } from '../../src/base/process.js'
import { DataDirectoryInUseError } from './errors.js'

/**
 * Takes a data directory (made with mode 0700 if need be, and ignored by git) for this process. A dead owner is followed at once,
 * one on another machine or in another container when it has been silent for ten seconds.
 * @throws DataDirectoryInUseError when a living process has it, or an older version of this program may.
 */
export async function lockDataDirectory(folder: string, options: LockOptions = {}): Promise<Lock> {
  await makeFolder(folder)
  ignoreInGit(folder)
  const lock = await takeLock(join(folder, 'lock'), options).catch((error: unknown) => {
    throw error instanceof LockedError ? inUse(folder, error.holder) : error
  })
  try {
    await passOlderLocks(folder)
    if (lock.followsSilence) await moveToNewFiles(join(folder, 'orgs'))
    return lock
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Takes the data directory, and says so when it takes a while because the last owner can't be seen from here. */
export function lockWithNotices(folder: string, { onNotice }: { onNotice?(text: string): void }): Promise<Lock> {
  return lockDataDirectory(folder, {
    onWatch(holder, { file, isDamaged }) {
      const watching = `watching for up to ${SILENT_MS / 1_000} s whether`
      if (isDamaged) return onNotice?.(`${file} is damaged; ${watching} a process still uses ${folder}`)
      const whose = holder ? `process ${holder.pid} on "${holder.host}"` : 'a process of another user'
      onNotice?.(`${folder} was last in use by ${whose}; ${watching} it still is`)
    },
  })
}

function inUse(folder: string, holder: Holder | undefined): DataDirectoryInUseError {
  if (holder === undefined) {
    const message = `${folder} is in use by a process of another user`
    return new DataDirectoryInUseError(message, folder, undefined, 'Stop it, or choose another data directory.')
  }
  const { pid, host, since, place } = holder
  const isHere = place === ownIdentity().place
  const where = isHere ? '' : ` on "${host}" (another machine or container)`
  const hint = isHere
    ? `Stop it with \`inpk emulator stop --data ${folder}\`, or choose another data directory.`
    : 'Stop it there and start again, or choose another data directory; if it has crashed, start again in 10 s.'
  return new DataDirectoryInUseError(`${folder} is in use by process ${pid}${where} since ${since}`, folder, pid, hint)
}

/** `lock.PID.START`, as version 0.1 wrote it: on Linux, START is the first eight digits of the boot, and clock ticks. */
const OLDER_NAME = /^lock\.(\d+)\.([A-Za-z0-9-]*)$/

/**
 * Removes the locks of an older version whose processes are dead. Those do not renew their locks, so inside a container, from where
 * the processes of other containers can't be seen, only a person can tell.
 */
async function passOlderLocks(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, digits, start] = OLDER_NAME.exec(name) ?? []
    if (digits === undefined || start === undefined) continue
    const pid = Number(digits)
    const life = olderLife(pid, start)
    if (life === 'dead') {
      await rm(join(folder, name), { force: true })
      continue
    }
    const doubt = 'may be in use by an older version of inpk in another container'
    const message = life === 'alive' ? `is in use by process ${pid}` : `${doubt} (process ${pid} there)`
    const way = life === 'alive' ? 'Stop it' : `Stop it there; if it has ended, remove ${join(folder, name)}`
    throw new DataDirectoryInUseError(`${folder} ${message}`, folder, pid, `${way}, or choose another data directory.`)
  }
}

function olderLife(pid: number, start: string) {
  if (process.platform !== 'linux') return lifeHere({ pid, start: '' }) === 'dead' ? 'dead' : 'alive'
  const [boot, ticks = ''] = start.split('-')
  const isThisBoot = boot === bootId().slice(0, 8)
  if (isThisBoot && lifeHere({ pid, start: ticks }) !== 'dead') return 'alive'
  return isOutsideContainers() ? 'dead' : 'unknown'
}

/**
 * Gives every file a new inode. The former owner was silent and may live: a write of its that is still on its way (a stopped
 * process, a network that was gone) reaches the old inode then, and spoils nothing.
 */
async function moveToNewFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (entry.name.endsWith('.tmp')) await rm(path, { force: true })
    else await moveToNewFile(path)
  }
}

async function moveToNewFile(path: string): Promise<void> {
  const copy = `${path}.tmp`
  await copyFile(path, copy, constants.COPYFILE_FICLONE)
  const file = await open(copy, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(copy, path)
}
