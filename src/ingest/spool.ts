import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { JournalFolderError } from './errors.js'
import { makeFolder } from './make-folder.js'
import { naming } from './naming.js'
import { isAliveProcess, startOf } from './process-start.js'

const OWNER_ONLY = 0o600
const NAME = /^stdin-(\d+)-(\d+)-[\da-f-]{36}$/

/** A file that stdin was written to. */
export interface Spool {
  path: string
  bytes: number
  /** The push that reads it is running; else its process was killed, and nothing needs the file: its rows come with stdin again. */
  alive: boolean
}

/**
 * Writes a stream (stdin) to a file in `folder` that only its owner can read; resolves to its path. The caller removes it. It is named
 * after this process, so that one left by a process that was killed can be told.
 */
export async function spoolInput(chunks: AsyncIterable<Uint8Array>, folder: string): Promise<string> {
  await makeFolder(folder).catch((error) => {
    throw new JournalFolderError(folder, error)
  })
  const path = join(folder, `stdin-${process.pid}-${startOf(process.pid) ?? 0}-${randomUUID()}`)
  const handle = await open(path, 'wx', OWNER_ONLY)
  let whole = false
  try {
    for await (const chunk of chunks) await naming(path, () => handle.writeFile(chunk))
    whole = true
  } finally {
    await handle.close()
    if (!whole) await rm(path, { force: true })
  }
  return path
}

/** The spooled files of a folder; none where it is not there. */
export async function listSpools(folder: string): Promise<Spool[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(names.map((name) => findSpool(folder, name)))
  return found.filter((spool) => spool !== undefined)
}

async function findSpool(folder: string, name: string): Promise<Spool | undefined> {
  const match = NAME.exec(name)
  const path = join(folder, name)
  const size = match && (await stat(path).catch(() => undefined))
  if (!size) return undefined
  const startedAt = match[2] === '0' ? undefined : match[2]
  return { path, bytes: size.size, alive: isAliveProcess(Number(match[1]), startedAt) }
}

/** Removes what killed pushes left; a file that cannot be removed stays for the next one. */
export async function removeDeadSpools(folder: string): Promise<void> {
  const dead = (await listSpools(folder)).filter(({ alive }) => !alive)
  await Promise.all(dead.map(({ path }) => rm(path, { force: true }).catch(() => undefined)))
}
