import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import {
  chmod,
  constants,
  mkdir,
  type FileHandle as NodeHandle,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { replaceFile } from '../../src/base/replace-file.js'
import { type FileHandle, type FileSum, type Files, sumOf } from './files.js'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
// A file of ours replaced by a link would let us write elsewhere; Windows knows no such flag.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0

/** The disk. Errors are Node's own (ENOSPC, EACCES, ELOOP …). */
export function createRealFiles(): Files {
  return {
    open: openFile,
    findSize,
    findAll,
    findSumSync,
    writeAtomically,
    rename,
    remove,
    removeFolder,
    list,
    makeFolder,
    syncFolder,
  }
}

async function openFile(path: string): Promise<FileHandle> {
  const node = await open(path, constants.O_RDWR | constants.O_CREAT | NO_FOLLOW, FILE_MODE)
  return realHandle(node, (await node.stat()).size)
}

function realHandle(node: NodeHandle, sizeAtOpen: number): FileHandle {
  let size = sizeAtOpen
  return {
    get size() {
      return size
    },
    async append(bytes) {
      await writeFully(node, bytes, size)
      size += bytes.length
    },
    datasync: () => node.datasync(),
    async truncate(to) {
      await node.truncate(to)
      size = to
    },
    async read(offset, length, room = Buffer.allocUnsafe(length)) {
      const { bytesRead } = await node.read(room, 0, length, offset)
      return room.subarray(0, bytesRead)
    },
    readSync(offset, length) {
      const buffer = Buffer.allocUnsafe(length)
      return buffer.subarray(0, readSync(node.fd, buffer, 0, length, offset))
    },
    close: () => node.close(),
  }
}

/** A full disk may take a part of a write before it refuses the rest. */
async function writeFully(node: NodeHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    done += (await node.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  }
}

async function findSize(path: string): Promise<number | undefined> {
  return orMissing(async () => (await stat(path)).size)
}

async function findAll(path: string): Promise<Uint8Array | undefined> {
  return orMissing(async () => {
    const node = await open(path, constants.O_RDONLY | NO_FOLLOW)
    try {
      return await node.readFile()
    } finally {
      await node.close()
    }
  })
}

function findSumSync(path: string): FileSum | undefined {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW)
  } catch (error) {
    return missing(error)
  }
  try {
    return sumOf(readFileSync(fd))
  } finally {
    closeSync(fd)
  }
}

async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`
  await rm(temporary, { force: true })
  await replaceFile(path, bytes, temporary)
  await syncFolder(dirname(path))
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true })
}

async function removeFolder(folder: string): Promise<void> {
  const doomed = `${folder}.removed`
  await rm(doomed, { recursive: true, force: true })
  if ((await findSize(folder)) === undefined) return
  await rename(folder, doomed)
  await syncFolder(dirname(folder))
  await rm(doomed, { recursive: true, force: true })
}

async function list(folder: string): Promise<string[]> {
  return (await orMissing(() => readdir(folder)))?.sort() ?? []
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  if (first === undefined) return narrowMode(folder)
  for (let made = resolve(folder); made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** An older folder may be open to others on the machine. */
async function narrowMode(folder: string): Promise<void> {
  const { mode } = await stat(folder)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(folder, FOLDER_MODE)
}

async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder; its journal keeps the order of names by itself.
  if (process.platform === 'win32') return
  const node = await open(folder, constants.O_RDONLY)
  try {
    await node.sync()
  } finally {
    await node.close()
  }
}

async function orMissing<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work()
  } catch (error) {
    return missing(error)
  }
}

/** Undefined where a file is missing; throws any other error. */
function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
