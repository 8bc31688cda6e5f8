import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../terminal/failure.js'
import { brokenFile, readJsonFile } from './json-file.js'
import { configDirectory, type SettingsPlace } from './places.js'

/** What this program writes into the file; a higher one is of a later program. */
export const CONFIG_VERSION = 1

const OWNER_ONLY = 0o600
/** A file of another user, or one that a container has been given to read. */
const NOT_OURS_TO_CHANGE = new Set(['EPERM', 'EROFS'])

/** Where the user's settings are. */
export function configPath(place: SettingsPlace): string {
  return join(configDirectory(place), 'config.json')
}

/**
 * The user's settings as they are in their file; undefined if there is none. Refuses a broken file, an empty one and one of a
 * newer version; none of them is ever changed. A file that others may read is made the owner's alone. Not read through conf,
 * which `updateConfig` reads and writes with: each command reads settings, and loading conf takes 29 ms of CPU, bundled, where
 * `node -e 0` takes 53 and this 1.5.
 */
export function readConfigFile(path: string): Record<string, unknown> | undefined {
  const file = readJsonFile(path)
  if (!file) return undefined
  const { version = CONFIG_VERSION } = file
  if (typeof version !== 'number') throw brokenFile(path, ': version must be a number')
  if (version > CONFIG_VERSION) throw newerFile(path, version)
  repairMode(path, OWNER_ONLY)
  return file
}

/** Takes away what others than the owner may do, where the system has such modes and lets us. */
export function repairMode(path: string, mode: number, change = chmodSync): void {
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o777 & ~mode) !== 0) change(path, mode)
  } catch (error) {
    if (!NOT_OURS_TO_CHANGE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function newerFile(path: string, version: number): Failure {
  return new Failure({
    exit: 'usage',
    code: 'CONFIG_NEWER',
    message: `${path} was written by a newer inpk (version ${version} of the file; this one knows ${CONFIG_VERSION})`,
    hint: 'Update inpk, or name another folder with INPK_CONFIG_DIR.',
  })
}
