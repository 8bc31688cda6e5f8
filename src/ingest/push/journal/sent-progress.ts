import { hash } from 'node:crypto'
import { CAPS } from '../../../contract/caps.js'
import { JournalError } from '../../errors.js'
import type { Plan } from '../../plan.js'
import type { JournalStore } from '../../ports.js'
import type { PushTarget, TargetField } from '../../target.js'

/** A run that took rows of a file, and what the file was then. */
export interface TakenRun {
  /** Names its journal. */
  run: string
  size: number
  sha256: string
}

/**
 * What was taken of a file whose rows carry no ids, so that they are not sent twice when it comes again with more of them. Runs are
 * listed by where they went, the latest first.
 */
export interface TakenNote {
  runs: Record<string, TakenRun[]>
  /** Watched, and not moved yet: whatever stands there is what was taken, or has changed. */
  open: boolean
  /** The file that was moved out of a watched folder; another one at its place is a new file. */
  movedId?: string
}

/** Names the note of what was taken of the file at an absolute path. */
export function takenName(path: string): string {
  return `taken-${fingerprint(path)}.json`
}

/** By what a run has to be alike so that a file goes on where it was: all that says where its rows go. */
export function takenKey({ mapping, options }: Plan, target: PushTarget, fields: readonly TargetField[]): string {
  const { groupId, sourceId, instance = null, baseUrl = null } = target
  const { sample = null, shard = null } = mapping.choice ?? {}
  const { sourceReference = null, sync = false, batchItems = null } = options
  return fingerprint([
    ...[groupId, sourceId, instance, baseUrl, sourceReference, sync, batchItems, sample?.take ?? null, shard],
    ...[mapping.texts.map(({ index }) => index), fields.map(({ id }) => id)],
  ])
}

/** The note of a file; undefined where nothing was ever taken of it. Rejects with `JournalError` where it is damaged. */
export async function readTaken(store: JournalStore, path: string): Promise<TakenNote | undefined> {
  const text = await store.read(takenName(path))
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as TakenNote
  } catch {
    throw new JournalError('the record of what was sent of this file is damaged')
  }
}

/** Whether what stands at the place of a note now is the file it is about: not a new one, after that was moved away. */
export function isSameFile({ movedId }: TakenNote, id: string): boolean {
  return movedId === undefined || movedId === id
}

/** Notes that a run takes the file from now on; on the disk before anything is sent. */
export async function writeTaken(
  store: JournalStore,
  { path, id, watched }: { path: string; id: string; watched: boolean },
  key: string,
  taken: TakenRun,
): Promise<void> {
  // A damaged one is written anew; whoever must know what it said has read it by now.
  const before = await readTaken(store, path).catch(() => undefined)
  const runs = before && isSameFile(before, id) ? before.runs : {}
  const others = (runs[key] ?? []).filter(({ run }) => run !== taken.run)
  const note: TakenNote = { runs: { ...runs, [key]: [taken, ...others].slice(0, CAPS.runsOfFile.most) }, open: watched }
  await store.write(takenName(path), JSON.stringify(note))
}

/** Notes which file is about to be moved away; nothing where nothing was taken of it. */
export async function writeMoved(store: JournalStore, path: string, movedId: string): Promise<void> {
  const note = await readTaken(store, path)
  if (note) await store.write(takenName(path), JSON.stringify({ ...note, open: false, movedId }))
}

/** Forgets what was taken, so that the file is a new one when it comes again. */
export async function forgetTaken(store: JournalStore, path: string): Promise<void> {
  const note = await readTaken(store, path)
  if (note) await store.write(takenName(path), JSON.stringify({ runs: {}, open: false }))
}

function fingerprint(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex').slice(0, 40)
}
