import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps git from seeing what is in a folder: the data are no one's source code. A `.gitignore` that is there stays. */
export function ignoreInGit(folder: string): void {
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
