import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alwaysAfter } from '../../../base/always-after.js'
import { removeLeftovers } from '../../../base/leftovers.js'
import { type Lock, LockedError, LockLostError, takeLock } from '../../../base/lock.js'
import { makeFolder } from '../../../base/make-folder.js'
import { ownIdentity } from '../../../base/process.js'
import { replaceFile } from '../../../base/replace-file.js'
import { withPath } from '../../disk.js'
import { JournalFolderError, RunLockedError } from '../../errors.js'
import type { JournalStore } from '../../ports.js'

const OWNER_ONLY = 0o600

/** A journal that is open, and its last write: each waits for the one before, and none follows one that failed. */
interface OpenJournal {
  handle: Promise<FileHandle>
  last: Promise<void>
}

/** Run journals in a folder of their own; made when first written to. */
export function createFileJournal(folder: string): JournalStore {
  const journals = new Map<string, OpenJournal>()
  const locks = new Map<string, Lock>()
  const pathOf = (name: string) => join(folder, name)
  const close = async (name: string) => {
    const journal = journals.get(name)
    journals.delete(name)
    await journal?.last.catch(() => undefined)
    await journal?.handle.then((handle) => handle.close())
  }
  return {
    read: (name) => readFile(pathOf(name), 'utf8').catch(absentAsUndefined),
    append(name, text, sync) {
      const journal = journals.get(name) ?? { handle: openForAppend(folder, name), last: Promise.resolve() }
      journals.set(name, journal)
      journal.last = journal.last.then(async () => {
        await requireLocks(locks)
        const handle = await journal.handle
        await withPath(pathOf(name), async () => {
          await handle.appendFile(text)
          if (sync) await handle.datasync()
        })
      })
      return journal.last
    },
    async write(name, text) {
      await makeJournalFolder(folder)
      await close(name)
      await replaceFile(pathOf(name), text, `${pathOf(name)}.${randomUUID()}`)
      await syncFolder(folder)
    },
    async lock(name, { signal, onWatch } = {}) {
      await makeJournalFolder(folder)
      const lock = await takeLock(pathOf(`${name}.lock`), {
        ...(signal && { signal }),
        onWatch: () => onWatch?.(),
      }).catch((error) => {
        if (signal?.aborted) throw error
        throw error instanceof LockedError ? runLocked(name, error) : new JournalFolderError(folder, error)
      })
      locks.set(name, lock)
      // Those of this run are no one's now; forget-runs.ts takes those of others, whose writers may be at work.
      removeLeftovers(folder, (each) => UNFINISHED.test(each) && each.startsWith(`${name}.`), 0)
      return async () => {
        const open = [...journals.keys()].filter((each) => each.startsWith(name))
        const closing = open.map((each) => () => close(each))
        await alwaysAfter(() => undefined, [...closing, () => locks.delete(name), () => lock.release()])
      }
    },
  }
}

function runLocked(name: string, { holder }: LockedError): RunLockedError {
  const isHere = holder?.place === ownIdentity().place
  return new RunLockedError(name, holder?.pid, isHere ? undefined : holder?.host)
}

/** A batch is sent after its intent is in the journal: so none is sent once another process has taken the run. */
async function requireLocks(locks: ReadonlyMap<string, Lock>): Promise<void> {
  for (const [name, lock] of locks) {
    await lock.check().catch((error) => {
      throw error instanceof LockLostError ? new RunLockedError(name, undefined) : error
    })
  }
}

/** `NAME.UUID`, as `replaceFile` names what it has not finished. */
const UNFINISHED = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

async function makeJournalFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch((error) => {
    throw new JournalFolderError(folder, error)
  })
}

function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function openForAppend(folder: string, name: string): Promise<FileHandle> {
  await makeJournalFolder(folder)
  const handle = await open(join(folder, name), 'a', OWNER_ONLY)
  await syncFolder(folder)
  return handle
}

/** So that a new name survives a power cut; Windows knows no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.datasync().catch(() => undefined)
  await handle?.close()
}
