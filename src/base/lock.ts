import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type LockFiles, type OwnLock, REAL_LOCK_FILES } from './lock-files.js'
import { findRivals, type Holder, keyOf, type LockEnvironment, type Rival, startWatch } from './lock-rivals.js'
import { type Life, lifeOf, ownIdentity } from './process.js'

export { type Holder, type LockEnvironment, SILENT_MS } from './lock-rivals.js'

/** How often an owner renews its lock. */
export const RENEW_MS = 1_000
const WATCH_POLL_MS = 50
const TURN_POLL_MS = 5

/** How a lock is taken. */
export interface LockOptions extends Partial<LockEnvironment> {
  /** For how long to wait for a living owner to release it; not at all unless given. */
  patienceMs?: number
  /** Ends the wait for an owner: rejects with its reason. */
  signal?: AbortSignal
  /** Called once when a possible owner can't be seen from here and is watched for up to `SILENT_MS`; `file` is its lock file. */
  onWatch?(holder: Holder | undefined, lock: { file: string; isDamaged: boolean }): void
}

/** A lock that this process has taken. */
export interface Lock {
  /** Its former owner was judged by its silence alone: a write of that one may still be on its way. */
  readonly followsSilence: boolean
  /** Fires when another process has taken the lock, which it does only to an owner that was silent for `SILENT_MS`. */
  readonly lost: AbortSignal
  /** @throws LockLostError if it is not ours any more. What was written before a check that passes, the next owner reads. */
  check(): Promise<void>
  /** Gives it up; a second call does nothing. */
  release(): Promise<void>
}

/** A living process holds the lock; `holder` is missing where its file can't be read. */
export class LockedError extends Error {
  readonly path: string
  readonly holder: Holder | undefined

  constructor(path: string, holder: Holder | undefined) {
    super(`${path} is locked by ${holder ? `process ${holder.pid} on ${holder.host}` : 'another process'}`)
    this.name = 'LockedError'
    this.path = path
    this.holder = holder
  }
}

/** The lock was taken by another process while this one was stopped, or its file was removed. */
export class LockLostError extends Error {
  readonly path: string

  constructor(path: string) {
    super(`lost the lock ${path}: another process took it over, or its file was removed`)
    this.name = 'LockLostError'
    this.path = path
  }
}

const REAL: Omit<LockEnvironment, 'self'> = {
  files: REAL_LOCK_FILES,
  lifeOf,
  monotonic: () => performance.now(),
  now: () => Date.now(),
  sleep: (waitMs) => setTimeout(waitMs),
  every(intervalMs, work) {
    const timer = setInterval(work, intervalMs).unref()
    return () => clearInterval(timer)
  },
}

/**
 * Takes the lock `path` for this process, at once also from an owner that is known to be dead. It is a file `path.N`: of two
 * processes that create the same name one fails, on every file system, and the next owner takes the next number. An owner that
 * can't be seen from here (another machine, another container) is watched: it renews its file, whose change counts, not its age,
 * for clocks differ. Whoever takes over removes the old file before it reads what the lock guards, and an owner looks for its
 * file after each write: so no write is confirmed that the next owner does not see.
 * @throws LockedError while a living process holds it.
 */
export async function takeLock(path: string, options: LockOptions = {}): Promise<Lock> {
  const environment: LockEnvironment = { ...REAL, self: options.self ?? ownIdentity(), ...options }
  const mark = JSON.stringify({
    ...environment.self,
    since: new Date(environment.now()).toISOString(),
    nonce: randomUUID(),
  })
  const watch = startWatch(environment)
  const until = environment.monotonic() + (options.patienceMs ?? 0)
  let isWatching = false
  for (;;) {
    options.signal?.throwIfAborted()
    const rivals = await findRivals(path, environment)
    const standings = watch(rivals)
    const living = rivals.find((rival) => standings.get(rival) === 'alive')
    const watched = rivals.find((rival) => standings.get(rival) === 'watched')
    if (living && environment.monotonic() >= until) throw new LockedError(path, living.holder)
    if (!living && watched && !isWatching) {
      const { holder, file, text } = watched
      options.onWatch?.(holder, { file, isDamaged: !holder && text !== '' })
    }
    isWatching ||= watched !== undefined
    if (living || watched) {
      await environment.sleep(living ? TURN_POLL_MS : WATCH_POLL_MS)
      continue
    }
    const own = await claim(path, mark, rivals, environment)
    const followsSilence = rivals.some((rival) => standings.get(rival) === 'silent')
    if (own) return hold({ ...own, path, mark, followsSilence }, environment)
    await environment.sleep(TURN_POLL_MS * (1 + Math.random()))
  }
}

/** Does `work` while no other process does work under the same lock. */
export async function underLock<T>(path: string, options: LockOptions, work: () => T | Promise<T>): Promise<T> {
  const lock = await takeLock(path, options)
  try {
    await lock.check()
    return await work()
  } finally {
    await lock.release()
  }
}

/** What is known of the owner of a lock without waiting for it; `dead` where no one holds it. */
export async function findLife(path: string, options: LockOptions = {}): Promise<Life> {
  const environment: LockEnvironment = { ...REAL, self: options.self ?? ownIdentity(), ...options }
  const lives = (await findRivals(path, environment)).map(({ life }) => life)
  return lives.find((life) => life === 'alive') ?? lives.find((life) => life === 'unknown') ?? 'dead'
}

/** Creates the next file and removes those of the dead. Gives way, to nothing, where anybody else turns up. */
async function claim(
  path: string,
  mark: string,
  dead: readonly Rival[],
  environment: LockEnvironment,
): Promise<{ file: string; own: OwnLock } | undefined> {
  const { files } = environment
  const file = `${path}.${Math.max(0, ...dead.map(({ number }) => number)) + 1}`
  const own = await files.create(file, mark)
  if (!own) return undefined
  const known = new Set(dead.map((rival) => keyOf(rival) + rival.stamp))
  const giveWay = async () => {
    own.close()
    if (await isOurs(file, mark, files)) await files.remove(file)
  }
  try {
    const others = (await findRivals(path, environment)).filter(({ text }) => text !== mark)
    if (others.every((other) => known.has(keyOf(other) + other.stamp))) {
      for (const other of others) await files.remove(other.file)
      if (await isOurs(file, mark, files)) return { file, own }
    }
  } catch (error) {
    // Left behind, the file would hold the lock for as long as this process lives.
    await giveWay().catch(() => undefined)
    throw error
  }
  await giveWay()
  return undefined
}

async function isOurs(file: string, mark: string, files: LockFiles): Promise<boolean> {
  return (await files.read(file))?.text === mark
}

interface Held {
  path: string
  file: string
  own: OwnLock
  mark: string
  followsSilence: boolean
}

function hold({ path, file, own, mark, followsSilence }: Held, { files, every }: LockEnvironment): Lock {
  const loss = new AbortController()
  let released: Promise<void> | undefined
  const check = async () => {
    if (!released && !loss.signal.aborted && !(await isOurs(file, mark, files)) && !released) loss.abort()
    if (released || loss.signal.aborted) throw new LockLostError(path)
  }
  const renew = async () => {
    if (!released) own.renew()
    await check()
  }
  // A disk that fails now and then fails the writes, too, and those say so.
  const stop = every(RENEW_MS, () => void renew().catch(() => undefined))
  return {
    followsSilence,
    lost: loss.signal,
    check,
    release() {
      released ??= (async () => {
        stop()
        own.close()
        if (await isOurs(file, mark, files)) await files.remove(file)
      })()
      return released
    },
  }
}
