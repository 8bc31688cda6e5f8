import { randomUUID } from 'node:crypto'
import { constants, fstat, type Stats, write } from 'node:fs'
import { copyFile, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findDestination } from './destination.js'
import { removeLeftovers } from './leftovers.js'

/** A file that is being written at a path a person named. */
export interface OutputFile {
  /** Resolves when all of it is written; rejects with the error of the system, its `path` the one that was named. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Nothing more comes: a file that is written whole takes its name now. */
  close(): Promise<void>
  /** Gives up: of a file that is written whole nothing stays, and what was there before does. */
  discard(): Promise<void>
}

export interface OutputOptions {
  /** `whole`: under its name at once or not at all. `growing`: what is written is there as it comes, and stays if the process is killed. */
  as: 'whole' | 'growing'
  /** Nobody but its owner may read a file that is new; else what the umask leaves. */
  secret?: boolean
}

const READABLE = 0o666
const OWNER_ONLY = 0o600
const PERMISSIONS = 0o7777
/** A file that is there can often be written to where its folder takes no other one. */
const FOLDER_REFUSES = new Set(['EACCES', 'EPERM', 'EROFS'])
/** A file that is mounted by itself cannot be replaced. */
const NAME_IS_TAKEN = new Set(['EBUSY', 'EXDEV'])
const FULL_PIPE_MS = 5
/** An export may wait long for its service; one that wrote nothing for a day was killed. */
const DEAD_AFTER_MS = 24 * 3_600_000

const writeSome = promisify(write)
const statOf = promisify(fstat)

/**
 * Opens a path that a person named (absolute) for writing, and is the only way to do so. A regular file is replaced at the end of all
 * links, with the mode and, where the system lets us, the owner it had; pipes, devices and descriptors are written through.
 */
export async function openOutput(path: string, options: OutputOptions): Promise<OutputFile> {
  const destination = await findDestination(path)
  if (destination.kind === 'descriptor') {
    const { descriptor } = destination
    await named(path, () => statOf(descriptor))
    return { write: writer(descriptor, path), close: async () => {}, discard: async () => {} }
  }
  if (destination.kind === 'through') return inPlace(await open(destination.path, constants.O_WRONLY), path)
  const mode = options.secret ? OWNER_ONLY : READABLE
  if (options.as === 'growing') return inPlace(await open(destination.path, 'w', mode), path)
  return openWhole({ path, target: destination.path, found: destination.found, mode })
}

/** Writes a whole file, or through what is not a regular one, as `openOutput` says. */
export async function writeOutput(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: Omit<OutputOptions, 'as'> = {},
): Promise<void> {
  const file = await openOutput(path, { ...options, as: 'whole' })
  try {
    for await (const chunk of chunks) await file.write(chunk)
    await file.close()
  } catch (error) {
    await file.discard()
    throw error
  }
}

function inPlace(handle: FileHandle, path: string): OutputFile {
  const close = () => handle.close()
  return { write: writer(handle.fd, path), close, discard: close }
}

/** `path` as it was named, `target` where its links lead, `found` what is there, `mode` of a new file. */
interface Place {
  path: string
  target: string
  found: Stats | undefined
  mode: number
}

async function openWhole({ path, target, found, mode }: Place): Promise<OutputFile> {
  removeLeftovers(dirname(target), (name) => /^\.inpk-[\da-f-]{36}\.part$/.test(name), DEAD_AFTER_MS)
  const unfinished = join(dirname(target), `.inpk-${randomUUID()}.part`)
  const handle = await open(unfinished, 'wx', found ? OWNER_ONLY : mode).catch((error: NodeJS.ErrnoException) => {
    if (!found || !FOLDER_REFUSES.has(error.code ?? '')) throw Object.assign(error, { path })
  })
  if (!handle) return inPlace(await open(target, 'w'), path)
  return {
    write: writer(handle.fd, path),
    close: () =>
      named(path, async () => {
        if (found) await keepOwner(handle, found)
        await handle.sync()
        await handle.close()
        await rename(unfinished, target).catch((error) => moveInto(unfinished, target, error))
      }),
    async discard() {
      await handle.close().catch(() => {})
      await rm(unfinished, { force: true })
    },
  }
}

/** Changing the owner takes bits of the mode away, so the mode comes after it. */
async function keepOwner(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat()
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {})
  await handle.chmod(mode & PERMISSIONS)
}

async function moveInto(unfinished: string, path: string, error: NodeJS.ErrnoException): Promise<void> {
  if (!NAME_IS_TAKEN.has(error.code ?? '')) throw error
  await copyFile(unfinished, path)
  await rm(unfinished, { force: true })
}

/** A pipe that no one empties may say "later" where another process made it so. */
function writer(descriptor: number, path: string): OutputFile['write'] {
  return (chunk) =>
    named(path, async () => {
      let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      while (rest.length > 0) {
        const written = await writeSome(descriptor, rest).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EAGAIN') throw error
        })
        if (written) rest = rest.subarray(written.bytesWritten)
        else await delay(FULL_PIPE_MS)
      }
    })
}

/** An error of an open file does not say which one, and the message needs its path. */
async function named<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}
