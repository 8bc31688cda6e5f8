import { readdir } from 'node:fs/promises'
import type { Screen } from '../../cli/screen.js'

/** Folders a watch makes itself. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['done', 'failed'])
const MOST_NAMED = 3

/** Tells once of the links and subfolders in a watched folder: what lies there is not pushed. */
export function createPassedOver(folder: string, screen: Screen): (path: string) => Promise<void> {
  let told = false
  return async (path) => {
    if (told) return
    const entries = await readdir(path, { withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isSymbolicLink() || (entry.isDirectory() && !OWN_FOLDERS.has(entry.name)))
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('.'))
    if (names.length === 0) return
    told = true
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
    const which = names.sort().slice(0, MOST_NAMED).join(', ')
    await screen.warn(`${folder} holds links or subfolders (${which}${more}): only files that lie in it are pushed.`)
  }
}
