import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { DataDirectoryInUseError } from './errors.js'
import { findProcess, type ProcessIdentity } from './process-identity.js'

/** The right to a data directory. */
export interface DataDirectoryLock {
  /** Gives it up; a second call does nothing. */
  release(): Promise<void>
}

/** Who asks for a lock, and how other processes are found; tests bring their own. */
export interface LockOptions {
  pid?: number
  find?: (pid: number) => Promise<ProcessIdentity | undefined>
}

type Find = NonNullable<LockOptions['find']>

const NAME = /^lock\.(\d+)\.([A-Za-z0-9-]*)$/
const OWNER = 'owner'
const ATTEMPTS = 40

interface Rival {
  pid: number
  isOwner: boolean
}

/**
 * Takes a data directory (made with mode 0700 if need be, and ignored by git) for this process. A dead owner's lock
 * is taken over at once. Throws DataDirectoryInUseError when a living process has it.
 *
 * The lock is a file named after its owner's pid and start time, so nobody can remove it by mistake for another's.
 * A starter lays its own down first and looks at all others then: of two starters at least the later one sees the
 * other, and whoever sees another gives way. So there are never two owners; starters that met try again after a
 * random pause. Only who saw nobody writes into the file that he is the owner.
 */
export async function lockDataDirectory(folder: string, options: LockOptions = {}): Promise<DataDirectoryLock> {
  const { pid = process.pid, find = findProcess } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await ignoreInGit(folder)
  const self = (await find(pid)) ?? { pid, start: '' }
  let rival: Rival | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    rival = await tryLock(folder, self, find)
    if (rival === undefined) return lockAt(lockPath(folder, self))
    if (rival.isOwner) break
    await setTimeout(2 + Math.random() * 20)
  }
  throw new DataDirectoryInUseError(folder, rival!.pid)
}

function lockAt(path: string): DataDirectoryLock {
  let released: Promise<void> | undefined
  return {
    release: () => {
      released ??= rm(path, { force: true })
      return released
    },
  }
}

function lockPath(folder: string, { pid, start }: ProcessIdentity): string {
  return `${folder}/lock.${pid}.${start}`
}

/** Lays down a claim and looks around. Returns whoever is in the way, or nothing when the lock is ours. */
async function tryLock(folder: string, self: ProcessIdentity, find: Find): Promise<Rival | undefined> {
  const path = lockPath(folder, self)
  if (!(await createExclusively(path))) return { pid: self.pid, isOwner: await isOwned(path) }
  let rival: Rival | undefined = { pid: self.pid, isOwner: false }
  try {
    rival = await findRival(folder, self, find)
    if (rival === undefined) await writeFile(path, OWNER)
  } finally {
    if (rival !== undefined) await rm(path, { force: true })
  }
  return rival
}

/** A living other holder of the directory, rather an owner than a claimant. Removes what dead ones left. */
async function findRival(folder: string, self: ProcessIdentity, find: Find): Promise<Rival | undefined> {
  const living: Rival[] = []
  for (const name of await readdir(folder)) {
    const [, digits, start] = NAME.exec(name) ?? []
    const pid = Number(digits)
    if (digits === undefined || (pid === self.pid && start === self.start)) continue
    const owner = await find(pid)
    if (owner?.start === start) living.push({ pid, isOwner: await isOwned(`${folder}/${name}`) })
    else await rm(`${folder}/${name}`, { force: true })
  }
  return living.find(({ isOwner }) => isOwner) ?? living[0]
}

/** A file that vanishes while we look belonged to a claimant who gave way. */
async function isOwned(path: string): Promise<boolean> {
  return readFile(path, 'utf8').then(
    (text) => text === OWNER,
    () => false,
  )
}

async function createExclusively(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The data are nobody's source code. */
async function ignoreInGit(folder: string): Promise<void> {
  try {
    await writeFile(`${folder}/.gitignore`, '*\n', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
