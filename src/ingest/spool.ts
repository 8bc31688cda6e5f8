import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findLife, takeLock } from '../base/lock.js'
import { makeFolder } from '../base/make-folder.js'
import type { Life } from '../base/process.js'
import { withPath } from './disk.js'
import { JournalFolderError } from './errors.js'

const OWNER_ONLY = 0o600
const NAME = /^stdin-[\da-f-]{36}$/

/** A file that stdin was written to. */
export interface Spool {
  path: string
  bytes: number
  /** Of the push that reads it. Once that is dead nothing needs the file: its rows come with stdin again. */
  life: Life
}

/** Writes a stream (stdin) to a file in `folder` that only its owner can read, and that is locked until it is removed. */
export async function spoolInput(
  chunks: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = join(folder, `stdin-${randomUUID()}`)
  const lock = await makeFolder(folder)
    .then(() => takeLock(lockOf(path)))
    .catch((error) => {
      throw new JournalFolderError(folder, error)
    })
  const remove = async () => {
    await rm(path, { force: true })
    await lock.release()
  }
  try {
    const handle = await open(path, 'wx', OWNER_ONLY)
    try {
      for await (const chunk of chunks) await withPath(path, () => handle.writeFile(chunk))
    } finally {
      await handle.close()
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { path, remove }
}

function lockOf(path: string): string {
  return `${path}.lock`
}

/** The spooled files of a folder; none if it doesn't exist. */
export async function listSpools(folder: string): Promise<Spool[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(names.map((name) => findSpool(folder, name)))
  return found.filter((spool) => spool !== undefined)
}

async function findSpool(folder: string, name: string): Promise<Spool | undefined> {
  if (!NAME.test(name)) return undefined
  const path = join(folder, name)
  const found = await stat(path).catch(() => undefined)
  return found && { path, bytes: found.size, life: await findLife(lockOf(path)) }
}

/**
 * Removes what killed pushes left; a file that cannot be removed stays for the next one. Those of pushes that can't be seen from
 * here (another container with the same folder) go when their locks were silent for long enough, should this process run so long.
 */
export async function removeDeadSpools(folder: string): Promise<void> {
  for (const { path, life } of await listSpools(folder)) {
    const removing = life === 'alive' ? undefined : removeSpool(path).catch(() => undefined)
    if (life === 'dead') await removing
  }
}

async function removeSpool(path: string): Promise<void> {
  const lock = await takeLock(lockOf(path), { sleep: (waitMs) => setTimeout(waitMs, undefined, { ref: false }) })
  await rm(path, { force: true })
  await lock.release()
}
