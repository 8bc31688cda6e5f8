import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProjectFile, findUpward } from './project-file.js'

/** What a running emulator says of itself in `emulator.json` of its data directory. */
export interface RunningEmulator {
  pid: number
  /** Start time of the process as the system counts it; tells it from a later process of the same pid. Null where the system does not say. */
  process_start: string | null
  started_at: string
  base_url: string
  dashboard_url: string
  /** Its keys are not the well-known ones. */
  random_keys?: boolean
  /** Where those keys were laid down at its first start. */
  keys_file?: string
}

/** The organisation an emulator has from the start. */
export const DEFAULT_ORGANIZATION = 1

export const EMULATOR_FILE_NAME = 'emulator.json'
export const DATA_DIRECTORY_NAME = '.inpk'

/** The data directory for a working folder: `.inpk/` beside the project file, else in the folder itself (cli.md section 5). */
export function dataDirectoryFor(cwd: string): string {
  const project = findProjectFile(cwd)
  return join(project ? dirname(project.path) : cwd, DATA_DIRECTORY_NAME)
}

/** The emulator that runs on the nearest data directory from `cwd` upward; undefined where none does. */
export function findRunningEmulator(cwd: string): RunningEmulator | undefined {
  const path = findUpward(cwd, join(DATA_DIRECTORY_NAME, EMULATOR_FILE_NAME))
  const running = path === undefined ? undefined : readEmulatorFile(path)
  return running && isSameProcess(running) ? running : undefined
}

/** The contents of an `emulator.json`; undefined where there is none, or it makes no sense. */
export function readEmulatorFile(path: string): RunningEmulator | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<RunningEmulator>
    const usable =
      Number.isInteger(value.pid) && URL.canParse(String(value.base_url)) && URL.canParse(String(value.dashboard_url))
    return usable ? ({ process_start: null, ...value } as RunningEmulator) : undefined
  } catch {
    return undefined
  }
}

/** Whether the process that wrote the file still lives: its pid answers, and with the same start time where the system tells. */
export function isSameProcess({ pid, process_start: start }: Pick<RunningEmulator, 'pid' | 'process_start'>): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = processStart(pid)
  return start === null || now === null || start === now
}

/** A zombie: it has ended, and where nobody collects it (a container without an init) its pid answers for ever. */
const ENDED = 'ended'

/** When a process began, in the system's own ticks; null where the system does not say (only Linux does, without a child process). */
export function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; the 22nd field counts from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? ENDED : (fields[19] ?? null)
  } catch {
    return null
  }
}
