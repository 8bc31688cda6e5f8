import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the unfinished files that killed processes left in a folder: those that `isUnfinished` knows by their names and nothing
 * was written to for `silentMs`, as none is with a living writer. What can't be removed stays for the next one.
 */
export function removeLeftovers(folder: string, isUnfinished: (name: string) => boolean, silentMs = 60_000): void {
  try {
    for (const name of readdirSync(folder).filter(isUnfinished)) {
      const path = join(folder, name)
      const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(path, { throwIfNoEntry: false }) ?? {}
      // A time of a file has parts of a millisecond: what was just written is not from the future.
      const silence = Math.max(0, Date.now() - mtimeMs)
      if (silence >= silentMs) rmSync(path, { force: true })
    }
  } catch {
    // Tidying up must not keep anybody from writing.
  }
}
