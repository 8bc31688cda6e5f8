import { writeLog } from './log-file.js'
import type { StorePaths } from './paths.js'
import type { Recovery } from './recover.js'
import { writeSnapshot } from './snapshot-file.js'
import type { StoreOptions } from './types.js'

/**
 * Puts migrated files in the place of an older format's, after a copy of those to `backup.<format>/`.
 * The history stays behind: its changes are of the older format.
 */
export async function replaceOldFormat<State, Change>(
  { files, format }: StoreOptions<State, Change>,
  paths: StorePaths,
  { snapshot, image, state, log }: Recovery<State>,
): Promise<void> {
  const backup = backupFolder(paths, snapshot!.format)
  await files.makeFolder(backup)
  for (const path of [paths.snapshot, paths.journal, paths.log, paths.secrets]) {
    const bytes = await files.findAll(path)
    if (bytes !== undefined) await files.writeAtomically(`${backup}${path.slice(paths.folder.length)}`, bytes)
  }
  image.historyFrom = image.seq
  await writeLog(files, paths.log, format, log)
  await writeSnapshot(files, paths.snapshot, { format, ...image, state })
}

/** Where the files of an older format are kept; an erase removes them. */
export function backupFolder({ folder }: StorePaths, format: number): string {
  return `${folder}/backup.${format}`
}
