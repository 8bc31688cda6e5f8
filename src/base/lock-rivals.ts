import { basename, dirname, join } from 'node:path'
import type { LockFiles } from './lock-files.js'
import type { Life, ProcessIdentity } from './process.js'

/** A lock that was watched for this long and not renewed is that of a dead owner, wherever it ran. */
export const SILENT_MS = 10_000
/** A watcher that was stopped itself counts no more than this: meanwhile the owner may have been stopped with it. */
const STEP_AT_MOST_MS = 250

/** Who holds a lock. */
export interface Holder extends ProcessIdentity {
  /** When it took the lock, by its own clock, in ISO 8601. */
  since: string
}

/** Time and processes as a lock sees them; tests bring their own. */
export interface LockEnvironment {
  files: LockFiles
  self: ProcessIdentity
  lifeOf(process: ProcessIdentity): Life
  monotonic(): number
  /** Epoch milliseconds; only ever shown. */
  now(): number
  sleep(waitMs: number): Promise<void>
  /** Does work again and again, without keeping the process alive; gives the end of it. */
  every(intervalMs: number, work: () => void): () => void
}

/** A lock file of someone, as it was just found. */
export interface Rival {
  file: string
  number: number
  text: string
  stamp: string
  holder: Holder | undefined
  life: Life
}

/** Everybody's files of the lock `path`. */
export async function findRivals(path: string, { files, lifeOf }: LockEnvironment): Promise<Rival[]> {
  const start = `${basename(path)}.`
  const rivals: Rival[] = []
  for (const name of await files.list(dirname(path))) {
    const number = name.startsWith(start) ? name.slice(start.length) : ''
    if (!/^\d+$/.test(number)) continue
    const file = join(dirname(path), name)
    const found = await files.read(file)
    const holder = found && readHolder(found.text)
    const life = holder ? lifeOf(holder) : 'unknown'
    if (found) rivals.push({ file, number: Number(number), ...found, holder, life })
  }
  return rivals
}

function readHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder>
    const texts = [value.start, value.place, value.host, value.since]
    return Number.isInteger(value.pid) && texts.every((each) => typeof each === 'string')
      ? (value as Holder)
      : undefined
  } catch {
    return undefined
  }
}

/** What is to be done about a rival: refuse, take over, wait and see, or take over though it can't be seen. */
export type Standing = 'alive' | 'dead' | 'watched' | 'silent'

/** Judges rivals each time it is called; those it can't see by whether they have renewed their files since the call before. */
export function startWatch({ monotonic }: LockEnvironment): (rivals: readonly Rival[]) => Map<Rival, Standing> {
  const seen = new Map<string, { stamp: string; quietMs: number; moved: boolean }>()
  let last = monotonic()
  return (rivals) => {
    const step = Math.min(monotonic() - last, STEP_AT_MOST_MS)
    last = monotonic()
    return new Map(
      rivals.map((rival) => {
        if (rival.life !== 'unknown') return [rival, rival.life]
        const key = keyOf(rival)
        const before = seen.get(key)
        const still = before?.stamp === rival.stamp
        const now = {
          stamp: rival.stamp,
          quietMs: still ? before.quietMs + step : 0,
          moved: before !== undefined && (before.moved || !still),
        }
        seen.set(key, now)
        return [rival, now.quietMs >= SILENT_MS ? 'silent' : now.moved ? 'alive' : 'watched']
      }),
    )
  }
}

/** A name is used again; what a file says is not. */
export function keyOf({ file, text }: Rival): string {
  return `${file}\n${text}`
}
