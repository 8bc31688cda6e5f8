import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600

/**
 * Does what `replaceFile` does at once, and syncs the folder, too: the file is there after a power cut. A file of its own, for short
 * commands load no promises of files.
 */
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
    // Where a folder can't be synced, nothing more can be done.
  }
}
