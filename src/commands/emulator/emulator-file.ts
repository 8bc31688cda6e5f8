import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ignoreInGit } from '../../base/ignore-in-git.js'
import { removeLeftovers } from '../../base/leftovers.js'
import { ownIdentity } from '../../base/process.js'
import { replaceFileSync } from '../../base/replace-file-sync.js'
import {
  EMULATOR_FILE_NAME,
  type EmulatorProcess,
  type EmulatorRecord,
  isRunning,
  readEmulatorFile,
} from '../../config/running-emulator.js'

/** Makes a data directory for no one but its owner, if it isn't there. Not `recursive`: below /proc that tries for ever. */
export function makeFolderSync(directory: string): void {
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 })
}

/** Lays down `emulator.json` for others to find this emulator by (0600, at once or not at all). */
export function writeEmulatorFile(
  directory: string,
  facts: Omit<EmulatorRecord, keyof EmulatorProcess>,
): EmulatorRecord {
  const { pid, start, place } = ownIdentity()
  const running: EmulatorRecord = { pid, process_start: start === '' ? null : start, process_place: place, ...facts }
  makeFolderSync(directory)
  ignoreInGit(directory)
  const path = join(directory, EMULATOR_FILE_NAME)
  removeLeftovers(directory, (name) => /^emulator\.json\.[\da-f-]+$/.test(name))
  replaceFileSync(path, `${JSON.stringify(running, null, 2)}\n`, `${path}.${crypto.randomUUID()}`)
  return running
}

/** Takes `emulator.json` away, if it is still the one of this process. */
export function removeEmulatorFile(directory: string): void {
  const path = join(directory, EMULATOR_FILE_NAME)
  const running = readEmulatorFile(path)
  if (running?.pid === process.pid && isRunning(running)) rmSync(path, { force: true })
}

/** Takes a data directory away in which nothing is left but what is made with it. */
export function removeEmptyDirectory(directory: string): void {
  try {
    if (readdirSync(directory).some((name) => name !== '.gitignore')) return
    rmSync(join(directory, '.gitignore'), { force: true })
    rmdirSync(directory)
  } catch {
    // It was never made, or another emulator has just started to use it.
  }
}
