import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600

/**
 * Puts bytes in the place of a file, or of none (mode 0600): whole or not at all, also where the power fails. Written to `temporary` in
 * the same folder first. The new name outlives a power cut only once the folder is synced, too.
 */
export async function replaceFile(path: string, bytes: Uint8Array | string, temporary: string): Promise<void> {
  const handle = await open(temporary, 'wx', OWNER_ONLY)
  try {
    await writeAndSync(handle, bytes, path)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeAndSync(handle: FileHandle, bytes: Uint8Array | string, path: string): Promise<void> {
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    // An error of an open file does not say which one.
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  } finally {
    await handle.close()
  }
}

/** Does the same at once, and syncs the folder, too: the file is there after a power cut. */
export function replaceFileSync(path: string, bytes: Uint8Array | string, temporary: string): void {
  const file = openSync(temporary, 'wx', OWNER_ONLY)
  try {
    try {
      writeFileSync(file, bytes)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** Windows knows no such thing. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // Where a folder can't be synced, there is no more to be had.
  }
}
