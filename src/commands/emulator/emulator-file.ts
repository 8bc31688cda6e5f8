import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  EMULATOR_FILE_NAME,
  processStart,
  type RunningEmulator,
  readEmulatorFile,
} from '../../config/running-emulator.js'

/** Lays down `emulator.json` for others to find this emulator by (0600, at once or not at all). */
export function writeEmulatorFile(
  directory: string,
  facts: Omit<RunningEmulator, 'pid' | 'process_start'>,
): RunningEmulator {
  const running: RunningEmulator = { pid: process.pid, process_start: processStart(process.pid), ...facts }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  ignoreInGit(directory)
  const path = join(directory, EMULATOR_FILE_NAME)
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 })
  renameSync(temporary, path)
  return running
}

/** Takes `emulator.json` away, if it is still the one of this process. */
export function removeEmulatorFile(directory: string): void {
  const path = join(directory, EMULATOR_FILE_NAME)
  if (readEmulatorFile(path)?.pid === process.pid) rmSync(path, { force: true })
}

function ignoreInGit(directory: string): void {
  try {
    writeFileSync(join(directory, '.gitignore'), '*\n', { flag: 'wx' })
  } catch {
    // There is one already.
  }
}
