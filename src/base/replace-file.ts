import { type FileHandle, open, rename, rm } from 'node:fs/promises'

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
