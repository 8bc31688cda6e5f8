import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where something can be left to be done if the process is ended at once (`Environment`). */
export interface LastActs {
  atDeath(act: () => void): () => void
}

/** A folder that only this process needs. */
export interface TemporaryFolder {
  path: string
  remove(): void
}

/** Makes a folder among the temporary ones. It goes when it is removed, or with a process that a second signal ends. */
export function makeTemporaryFolder(name: string, { atDeath }: LastActs): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `${name}-`))
  // What still runs may write into it meanwhile.
  const removeFolder = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  const forget = atDeath(removeFolder)
  return {
    path,
    remove: () => {
      removeFolder()
      forget()
    },
  }
}
