import { join, resolve } from 'node:path'
import {
  EMULATOR_FILE_NAME,
  type EmulatorRecord,
  findRunningEmulator,
  isRunning,
  readEmulatorFile,
} from '../config/running-emulator.js'
import { Failure } from '../terminal/failure.js'
import type { Environment } from './environment.js'
import { text } from './options.js'

/** The option by which a command finds an emulator that was started with `--data`. */
export const DATA_OPTION = { data: text('--data <folder>', 'data folder of the emulator (default: the nearest .inpk)') }

/** The emulator that runs on a data directory, or on the nearest one; undefined if none does. */
export function findRunning(environment: Environment, data: string | undefined): EmulatorRecord | undefined {
  if (data === undefined) return findRunningEmulator(environment.cwd)
  const running = readEmulatorFile(join(resolve(environment.cwd, data), EMULATOR_FILE_NAME))
  return running && isRunning(running) ? running : undefined
}

/** The dashboard host that INPK_EMULATOR_URL names, unless a data directory was given. */
export function findNamedUrl({
  environment,
  data,
}: {
  environment: Environment
  data?: string | undefined
}): string | undefined {
  return data === undefined ? environment.env.INPK_EMULATOR_URL || undefined : undefined
}

/** The running emulator. Refuses if there is none. */
export function requireRunning(environment: Environment, data: string | undefined): EmulatorRecord {
  const running = findRunning(environment, data)
  if (!running) throw noEmulator(data)
  return running
}

/** Where an emulator was looked for: in this folder, or in the data folder that was named. */
export function whereText(data: string | undefined): string {
  return data === undefined ? 'in this folder' : `with --data ${data}`
}

/** The failure when no emulator is running on a data directory, or in this folder. */
export function noEmulator(data?: string): Failure {
  // Not every command takes --data; the variable counts only without it.
  const elsewhere = data === undefined ? ', or set INPK_EMULATOR_URL to the dashboard of one that runs elsewhere' : ''
  return new Failure({
    exit: 'unreachable',
    code: 'NO_EMULATOR',
    message: `no emulator is running ${whereText(data)}`,
    hint: `Start one with \`inpk emulator start\`${elsewhere}.`,
  })
}
