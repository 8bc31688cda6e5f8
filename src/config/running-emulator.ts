import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withoutBom } from '../base/parse-json.js'
import { lifeHere, ownIdentity } from '../base/process.js'
import { findProjectFile, findUpward } from './project-file.js'

/** The process of an emulator, as `emulator.json` says it. */
export interface EmulatorProcess {
  pid: number
  /**
   * Start time of the process as the system counts it; tells it from a later process of the same pid. Null if the system does not
   * say.
   */
  process_start: string | null
  /** Machine and container where the pid means something; files of version 0.1 do not say. */
  process_place?: string
}

/** What a running emulator says of itself in `emulator.json` of its data directory. */
export interface EmulatorRecord extends EmulatorProcess {
  started_at: string
  base_url: string
  dashboard_url: string
  /** Its keys are not the well-known ones. */
  random_keys?: boolean
  /** Where those keys were laid down at its first start. */
  keys_file?: string
  /** The certificate it shows, PEM; absent if it speaks HTTP. */
  ca_file?: string
  /** The facts file it plays, absolute; absent if it plays none. */
  facts_file?: string
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

/** The emulator that runs on the nearest data directory from `cwd` upward; undefined if none does. */
export function findRunningEmulator(cwd: string): EmulatorRecord | undefined {
  const path = findUpward(cwd, join(DATA_DIRECTORY_NAME, EMULATOR_FILE_NAME))
  const running = path === undefined ? undefined : readEmulatorFile(path)
  return running && isRunning(running) ? running : undefined
}

/** The contents of an `emulator.json`; undefined if there is none, or it makes no sense. */
export function readEmulatorFile(path: string): EmulatorRecord | undefined {
  try {
    const value = JSON.parse(withoutBom(readFileSync(path, 'utf8'))) as Partial<EmulatorRecord>
    const usable =
      Number.isInteger(value.pid) && URL.canParse(String(value.base_url)) && URL.canParse(String(value.dashboard_url))
    return usable ? ({ process_start: null, ...value } as EmulatorRecord) : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the process that wrote the file lives. One of another machine or container that shares the folder does not count: neither
 * its pid nor its address means anything here.
 */
export function isRunning({ pid, process_start: start, process_place: place }: EmulatorProcess): boolean {
  if (place !== undefined && place !== ownIdentity().place) return false
  return lifeHere({ pid, start: start ?? '' }) !== 'dead'
}
