import { type FileHandle, open, stat } from 'node:fs/promises'
import { openOutput } from '../base/output-file.js'
import type { InputFile, Ports, RejectsFile } from './ports.js'

const OWNER_ONLY = 0o600
const CHUNK_BYTES = 128 * 1024

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
export function openOutputFile(path: string): Promise<RejectsFile> {
  return openOutput(path, { as: 'growing', secret: true })
}

/** The same, but rejects with EEXIST where a file is there. */
export async function openFreshFile(path: string): Promise<RejectsFile> {
  const handle = await open(path, 'wx', OWNER_ONLY)
  return { write: (text) => withPath(path, () => handle.writeFile(text)), close: () => handle.close() }
}

/** Adds the path to what a write rejects with: errors of an open file don't name it, and the message needs it. */
export async function withPath(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}

/**
 * The first bytes of a file, at most this many, through two buffers: one is read into while the other is used, so a chunk holds
 * only until the next one is asked for. A buffer for every chunk would leave the memory of a long push in pieces (threats B20).
 */
export async function* readChunks(handle: FileHandle, mostBytes: number): AsyncGenerator<Uint8Array> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const
  let place = 0
  const readInto = async (buffer: Buffer) => {
    const length = Math.min(CHUNK_BYTES, mostBytes - place)
    if (length === 0) return buffer.subarray(0, 0)
    const { bytesRead } = await handle.read(buffer, 0, length, place)
    place += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  let next = readInto(buffers[0])
  try {
    for (let turn = 1; ; turn += 1) {
      const chunk = await next
      if (chunk.length === 0) return
      next = readInto(buffers[turn % 2]!)
      // It is thrown where it is awaited.
      next.catch(() => undefined)
      yield chunk
    }
  } finally {
    await next.catch(() => undefined)
  }
}

/** What stays a file's own when it is moved, and no other file ever has; undefined if it no longer exists. */
export async function fileId(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && `${found.dev}:${found.ino}:${found.birthtimeMs}`
}
