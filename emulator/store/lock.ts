import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { DataDirectoryInUseError } from './errors.js'
import { findProcess, type ProcessIdentity } from './process-identity.js'

/** The right to a data directory. */
export interface DataDirectoryLock {
  /** Gives it up; a second call does nothing. */
  release(): Promise<void>
}

/** How a process is found; tests bring their own. */
export type FindProcess = (pid: number) => Promise<ProcessIdentity | undefined>

const NAME = /^lock\.(\d+)\.([A-Za-z0-9-]*?)(\.claim)?$/
const ATTEMPTS = 40

interface Holder extends ProcessIdentity {
  name: string
  isClaim: boolean
}

/**
 * Takes a data directory (made with mode 0700 if need be, and ignored by git) for this process. A dead owner's lock
 * is taken over at once. Throws DataDirectoryInUseError when a living process has it.
 *
 * The lock is a file named after its owner's pid and start time. A starter first lays down a claim, then looks at all
 * others: of two starters at least the later one sees the other, and whoever sees another gives way. So there are
 * never two owners; starters that met try again after a random pause.
 */
export async function lockDataDirectory(folder: string, find: FindProcess = findProcess): Promise<DataDirectoryLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await ignoreInGit(folder)
  const self = (await find(process.pid)) ?? { pid: process.pid, start: '' }
  const name = `${folder}/lock.${self.pid}.${self.start}`
  let rival = self.pid
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const met = await tryLock(folder, name, find)
    if (met === undefined) return { release: () => rm(name, { force: true }) }
    rival = met.pid
    if (!met.isClaim) break
    await setTimeout(2 + Math.random() * 20)
  }
  throw new DataDirectoryInUseError(folder, rival)
}

/** One round of claim and look. Returns whoever is in the way, or nothing when the lock is ours. */
async function tryLock(folder: string, name: string, find: FindProcess): Promise<Holder | undefined> {
  const claim = `${name}.claim`
  const own = name.slice(folder.length + 1)
  if (!(await createExclusively(claim))) return { ...parseName(`${own}.claim`)!, isClaim: true }
  try {
    const rival = await findRival(folder, `${own}.claim`, find)
    if (rival === undefined) await rename(claim, name)
    return rival
  } finally {
    await rm(claim, { force: true })
  }
}

/** A living holder of the directory, an owner rather than a claimant. Removes what dead ones left. */
async function findRival(folder: string, ownClaim: string, find: FindProcess): Promise<Holder | undefined> {
  const living: Holder[] = []
  for (const name of await readdir(folder)) {
    const holder = name === ownClaim ? undefined : parseName(name)
    if (holder === undefined) continue
    const owner = await find(holder.pid)
    if (owner !== undefined && (owner.start === holder.start || owner.start === '')) living.push(holder)
    else await rm(`${folder}/${name}`, { force: true })
  }
  return living.find((holder) => !holder.isClaim) ?? living[0]
}

function parseName(name: string): Holder | undefined {
  const match = NAME.exec(name)
  return match === null
    ? undefined
    : { name, pid: Number(match[1]), start: match[2] ?? '', isClaim: match[3] !== undefined }
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
