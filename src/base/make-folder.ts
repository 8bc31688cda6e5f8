import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const OWNER_FOLDER = 0o700

/**
 * Makes a folder that only its owner can enter, with its parents; a folder that exists stays as it is. Rejects if it cannot be
 * made, also where `recursive` of node tries for ever: in a folder that lets no one make one, and reports that it doesn't exist
 * (/proc).
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: OWNER_FOLDER })
  } catch (error) {
    if (await isFolder(path)) return
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    // Another process may have made the parent since: then it only remains to try again.
    if (!(await isFolder(parent))) await makeFolder(parent)
    await mkdir(path, { mode: OWNER_FOLDER }).catch(async (failure) => {
      // Another process may have made it.
      if (!(await isFolder(path))) throw failure
    })
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
