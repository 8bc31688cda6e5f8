import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { takeLock } from '../../../base/lock.js'
import { CAPS, roomFor } from '../../../contract/caps.js'
import { decodeRecords } from './records.js'
import type { SentProgress } from './sent-progress.js'

const JOURNAL = /^[\da-f]{40}\.jsonl$/
const NOTE = /^(last|taken|wrote)-[\da-f]{40}\.json$/
/** A file that was about to take the place of another when its writer was killed. */
const HALF_WRITTEN = /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const DAY_MS = 24 * 60 * 60_000

/** How many of each are kept. */
export interface Kept {
  records: number
  notes: number
}

const USUAL: Kept = { records: CAPS.pushRecords.most, notes: CAPS.pushNotes.most }

/**
 * Removes the oldest records of finished pushes, and the oldest notes on files, beyond those that are kept. What is not finished, or
 * watched, stays however old it is: the next push must know of it. What another push holds stays for now.
 */
export async function forgetRuns(folder: string, now: number, kept: Kept = USUAL): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await forgetOldest(folder, names, { which: JOURNAL, most: kept.records, lockOf: withoutEnding, mayGo: isFinished })
  await forgetOldest(folder, names, { which: NOTE, most: kept.notes, lockOf: (name) => name, mayGo: isClosed })
  for (const name of names.filter((each) => HALF_WRITTEN.test(each))) {
    const at = (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? now
    if (now - at > DAY_MS) await rm(join(folder, name), { force: true })
  }
}

interface Retention {
  which: RegExp
  most: number
  /** What a push locks while it uses the file. */
  lockOf(name: string): string
  mayGo(text: string): boolean
}

async function forgetOldest(
  folder: string,
  names: readonly string[],
  { which, most, lockOf, mayGo }: Retention,
): Promise<void> {
  const found = names.filter((name) => which.test(name))
  if (found.length < roomFor(most)) return
  const isLocked = (name: string) => names.some((each) => each.startsWith(`${lockOf(name)}.lock.`))
  let excess = found.length - most
  for (const name of await oldestFirst(folder, found)) {
    if (excess === 0) return
    if (isLocked(name)) continue
    const lock = await takeLock(join(folder, `${lockOf(name)}.lock`)).catch(() => undefined)
    if (!lock) continue
    try {
      if (!mayGo(await readFile(join(folder, name), 'utf8'))) continue
      await rm(join(folder, name), { force: true })
      excess -= 1
    } finally {
      await lock.release()
    }
  }
}

async function oldestFirst(folder: string, names: readonly string[]): Promise<string[]> {
  const times = await Promise.all(names.map((name) => stat(join(folder, name)).then(({ mtimeMs }) => mtimeMs)))
  const order = names.map((name, at) => ({ name, at: times[at]! })).sort((a, b) => a.at - b.at)
  return order.map(({ name }) => name)
}

function withoutEnding(name: string): string {
  return name.slice(0, name.indexOf('.'))
}

/** How many pushes the journals of a folder could resume: those that are not finished. */
export async function countResumable(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => JOURNAL.test(name))
  let resumable = 0
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    if (text !== undefined && !isFinished(text)) resumable += 1
  }
  return resumable
}

/** Whether a journal ends with the end of its run, so that nothing of it is left to be sent. */
function isFinished(text: string): boolean {
  try {
    return decodeRecords(text.slice(text.lastIndexOf('\n', text.length - 2) + 1))[0]?.type === 'end'
  } catch {
    return false
  }
}

function isClosed(text: string): boolean {
  try {
    return (JSON.parse(text) as Partial<SentProgress>).open !== true
  } catch {
    return false
  }
}
