import { randomUUID } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { type FileHandle, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RunLockedError } from './errors.js'
import type { InputFile, JournalStore, OutputFile, Ports } from './ports.js'

const OWNER_ONLY = 0o600
/** After this long a takeover that did not end is given up for dead. */
const TAKEOVER_MS = 10_000

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
    stream: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
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

/** Writes a stream (stdin) to a file in `folder` that only its owner can read; resolves to its path. The caller removes it. */
export async function spoolInput(chunks: AsyncIterable<Uint8Array>, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `stdin-${randomUUID()}`)
  const handle = await open(path, 'wx', OWNER_ONLY)
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk)
  } finally {
    await handle.close()
  }
  return path
}

/** A file written from its start, such as rejected rows. */
export async function openOutputFile(path: string): Promise<OutputFile> {
  const handle = await open(path, 'w', OWNER_ONLY)
  return { write: (text) => handle.writeFile(text), close: () => handle.close() }
}

/** Run journals in a folder of their own; made when first written to. */
export function createFileJournal(folder: string): JournalStore {
  const open = new Map<string, Promise<FileHandle>>()
  const pathOf = (name: string) => join(folder, name)
  return {
    async read(name) {
      return readFile(pathOf(name), 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
    async append(name, text, sync) {
      if (!open.has(name)) open.set(name, openForAppend(folder, name))
      const handle = await open.get(name)!
      await handle.appendFile(text)
      if (sync) await handle.datasync()
    },
    async write(name, text) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await open.get(name)?.then((handle) => handle.close())
      open.delete(name)
      await replaceFile(pathOf(name), text)
      await syncFolder(folder)
    },
    async lock(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const release = await takeLock(name, pathOf(`${name}.lock`))
      return async () => {
        await open.get(name)?.then((handle) => handle.close())
        open.delete(name)
        await release()
      }
    },
  }
}

async function openForAppend(folder: string, name: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(join(folder, name), 'a', OWNER_ONLY)
  await syncFolder(folder)
  return handle
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  const handle = await open(temporary, 'wx', OWNER_ONLY)
  await handle.writeFile(text)
  await handle.datasync()
  await handle.close()
  await rename(temporary, path)
}

/** So that a new name survives a power cut; Windows knows no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.datasync().catch(() => undefined)
  await handle?.close()
}

async function takeLock(runId: string, path: string): Promise<() => Promise<void>> {
  const own = `${path}.${randomUUID()}`
  const mark = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid), nonce: own.slice(path.length) })
  const handle = await open(own, 'wx', OWNER_ONLY)
  await handle.writeFile(mark)
  await handle.close()
  try {
    for (;;) {
      if (await linked(own, path)) break
      const holder = await readFile(path, 'utf8').catch(() => undefined)
      if (holder === undefined) continue
      if (isAlive(holder)) throw new RunLockedError(runId, pidOf(holder))
      await removeDeadLock(path, holder)
    }
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(path, { force: true })
}

async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    (error) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

/** Only one process may remove the lock of a given dead owner, else a second one would remove the lock of the first. */
async function removeDeadLock(path: string, holder: string): Promise<void> {
  const token = `${path}.takeover`
  const handle = await open(token, 'wx', OWNER_ONLY).catch(() => undefined)
  if (!handle) {
    const age = await stat(token).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    )
    if (age > TAKEOVER_MS) await rm(token, { force: true })
    return
  }
  await handle.close()
  const unchanged = (await readFile(path, 'utf8').catch(() => undefined)) === holder
  if (unchanged) await rm(path, { force: true })
  await rm(token, { force: true })
}

function pidOf(holder: string): number | undefined {
  try {
    return (JSON.parse(holder) as { pid?: number }).pid
  } catch {
    return undefined
  }
}

function isAlive(holder: string): boolean {
  const pid = pidOf(holder)
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const { startedAt } = JSON.parse(holder) as { startedAt?: string }
  return startedAt === undefined || startOf(pid) === startedAt
}

/** When a process started, where the system tells; a pid alone may have been given to another one since. */
function startOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
