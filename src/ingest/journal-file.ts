import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, LockedError, LockLostError, takeLock } from '../base/lock.js'
import { makeFolder } from '../base/make-folder.js'
import { openOutput } from '../base/output-file.js'
import { ownIdentity } from '../base/process.js'
import { JournalFolderError, RunLockedError } from './errors.js'
import { naming } from './naming.js'
import type { InputFile, JournalStore, OutputFile, Ports } from './ports.js'
import { readChunks } from './read-chunks.js'

const OWNER_ONLY = 0o600

/** Ports over the disk and the clock of this machine. */
export function diskPorts(): Ports {
  return { openFile: openInputFile, now: () => Date.now() }
}

async function openInputFile(path: string): Promise<InputFile> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  return {
    name: path,
    size,
    // What is written on meanwhile is left for the next time. Files of the system say they are empty, and are not.
    stream: () => readChunks(handle, size > 0 ? size : Number.POSITIVE_INFINITY),
    async readRange(start, length) {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await handle.read(bytes, 0, length, start)
      return bytes.subarray(0, bytesRead)
    },
    async identity() {
      const now = await stat(path)
      return `${now.size}:${now.mtimeMs}`
    },
    close: () => handle.close(),
  }
}

/** A file written from its start as rows come, for rejected ones: its owner's alone where it is new. */
export function openOutputFile(path: string): Promise<OutputFile> {
  return openOutput(path, { as: 'growing', secret: true })
}

/** The same, but rejects with EEXIST where a file is there. */
export async function openFreshFile(path: string): Promise<OutputFile> {
  const handle = await open(path, 'wx', OWNER_ONLY)
  return { write: (text) => naming(path, () => handle.writeFile(text)), close: () => handle.close() }
}

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
        await naming(pathOf(name), async () => {
          await handle.appendFile(text)
          if (sync) await handle.datasync()
        })
      })
      return journal.last
    },
    async write(name, text) {
      await makeJournalFolder(folder)
      await close(name)
      await replaceFile(pathOf(name), text)
      await syncFolder(folder)
    },
    async lock(name) {
      await makeJournalFolder(folder)
      const lock = await takeLock(pathOf(`${name}.lock`)).catch((error) => {
        throw error instanceof LockedError ? runLocked(name, error) : new JournalFolderError(folder, error)
      })
      locks.set(name, lock)
      return async () => {
        for (const open of journals.keys()) if (open.startsWith(name)) await close(open)
        locks.delete(name)
        await lock.release()
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

async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  const handle = await open(temporary, 'wx', OWNER_ONLY)
  try {
    await naming(path, () => handle.writeFile(text))
    await handle.datasync()
    await handle.close()
    await rename(temporary, path)
  } catch (error) {
    await handle.close()
    await rm(temporary, { force: true })
    throw error
  }
}

/** So that a new name survives a power cut; Windows knows no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.datasync().catch(() => undefined)
  await handle?.close()
}
