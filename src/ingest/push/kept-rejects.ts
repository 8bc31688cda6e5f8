import { constants, copyFile, rename, stat } from 'node:fs/promises'
import { findDestination } from '../../base/destination.js'
import { openOutputFile } from '../disk.js'
import type { JournalStore, RejectsFile } from '../ports.js'
import { fingerprint } from './journal/sent-progress.js'

interface KeptRejects {
  journal: JournalStore
  /** The run whose rows are written. */
  runId: string
  /** The path is one that someone named: what is there stays that file, with its links and rights, and a copy of its content is kept. */
  isNamed: boolean
}

/** A file that a push was still writing, be it that it was killed. */
const UNFINISHED = '"unfinished"'

/**
 * Opens the file for rejected rows at an absolute path. What is there and is not as a push left it, such as rows that someone has corrected
 * and not pushed yet, is kept under another name.
 */
export async function openRejectsFile(path: string, { journal, runId, isNamed }: KeptRejects): Promise<RejectsFile> {
  // A descriptor is written from where it stands, and a pipe has nothing to lose.
  if ((await findDestination(path)).kind !== 'file') return openOutputFile(path)
  const note = noteOf(path)
  const there = await stateOf(path)
  const known = (await journal.read(note))?.split('\n')[0]
  const isForeign = there !== undefined && known !== UNFINISHED && known !== there
  const kind = known === undefined ? 'other_rejects' : 'corrected_rejects'
  const kept = isForeign ? { kept: { kind, path: await setAside(path, isNamed) } as const } : {}
  await journal.write(note, UNFINISHED)
  const file = await openOutputFile(path)
  const close = async () => {
    await file.close()
    const written = await stateOf(path)
    if (written !== undefined) await journal.write(note, `${written}\n${runId}`)
  }
  return { ...file, ...kept, close }
}

/** Returns whether a file holds the rejected rows of a run, corrected or not. */
export async function hasRejectsOf(
  path: string,
  { journal, runId }: Pick<KeptRejects, 'journal' | 'runId'>,
): Promise<boolean> {
  if ((await stateOf(path)) === undefined) return false
  return (await journal.read(noteOf(path)))?.split('\n')[1] === runId
}

/** Returns the name of the note that records the state in which a push left a file, and the run whose rows it holds. */
function noteOf(path: string): string {
  return `wrote-${fingerprint(path)}.json`
}

/** What tells a file from its later versions; undefined where no file is, or one without a word in it. */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() && found.size > 0 ? JSON.stringify(`${found.size}:${found.mtimeMs}`) : undefined
}

async function setAside(path: string, isCopied: boolean): Promise<string> {
  const [, stem = path, ending = ''] = /^(.*?)((?:\.rejects)?\.[^./\\]+)$/s.exec(path) ?? []
  for (let number = 1; ; number += 1) {
    const kept = `${stem}.kept${number === 1 ? '' : `-${number}`}${ending}`
    if ((await stat(kept).catch(() => undefined)) !== undefined) continue
    await (isCopied ? copyFile(path, kept, constants.COPYFILE_EXCL) : rename(path, kept))
    return kept
  }
}
