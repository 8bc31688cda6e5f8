import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Screen } from '../../cli/screen.js'
import { wrongUsage } from '../../terminal/failure.js'
import { stateOf } from './moved-files.js'

/** Names that programs give to unfinished files, and files of ours. */
const UNFINISHED = /^[.~]|~$|\.(?:part|partial|tmp|temp|crdownload|download|filepart|lock)$|\.rejects\.csv$/i

/** What only a folder of work has, whose files are no feedback, and must stay where they are. */
const OF_PROJECTS: ReadonlySet<string> = new Set(
  '.git .hg .svn .inpk inpk.config.json inpk.facts.yaml package.json pyproject.toml go.mod Cargo.toml pom.xml Gemfile composer.json'.split(
    ' ',
  ),
)

/** Refuses a folder with files of a project: each would be moved away (exit code 2). */
export function requireNoProject(folder: string, names: readonly string[]): void {
  const sign = names.find((name) => OF_PROJECTS.has(name))
  if (sign === undefined) return
  throw wrongUsage(
    `${folder} holds a project (${sign}), and --watch moves every file away once it is pushed`,
    'Make a folder for feedback alone, such as `mkdir in`, and watch that.',
  )
}

/** Finds the files that may be pushed, sorted by name, each with the state that shows whether it is still being written. */
export async function scanFolder(path: string): Promise<Map<string, string>> {
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name)).map(({ name }) => name)
  const states = new Map<string, string>()
  for (const name of names.sort()) {
    const state = await stateOf(join(path, name))
    if (state && !state.startsWith('0:')) states.set(name, state)
  }
  return states
}

/** Folders that --watch creates itself. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['done', 'failed'])
const MOST_NAMED = 3

/** Makes the function that warns once of links and subfolders in a watched folder: what is in them is not pushed. */
export function createSkippedWarning(folder: string, screen: Screen): (path: string) => Promise<void> {
  let warned = false
  return async (path) => {
    if (warned) return
    const entries = await readdir(path, { withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isSymbolicLink() || (entry.isDirectory() && !OWN_FOLDERS.has(entry.name)))
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('.'))
    if (names.length === 0) return
    warned = true
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
    const which = names.sort().slice(0, MOST_NAMED).join(', ')
    await screen.warn(`${folder} holds links or subfolders (${which}${more}): only files directly in it are pushed.`)
  }
}
