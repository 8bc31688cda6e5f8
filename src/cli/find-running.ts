import { join, resolve } from 'node:path'
import { noEmulator } from '../../cli/control-client.js'
import { text } from '../../cli/options.js'
import type { World } from '../../cli/world.js'
import {
  EMULATOR_FILE_NAME,
  findRunningEmulator,
  isSameProcess,
  type RunningEmulator,
  readEmulatorFile,
} from '../../config/running-emulator.js'

/** The option by which a command finds an emulator that was started with `--data`. */
export const DATA_OPTION = { data: text('--data <folder>', 'the data directory it was started with') }

/** The emulator that runs on a data directory, or on the nearest one; undefined where none does. */
export function findRunning(world: World, data: string | undefined): RunningEmulator | undefined {
  if (data === undefined) return findRunningEmulator(world.cwd)
  const running = readEmulatorFile(join(resolve(world.cwd, data), EMULATOR_FILE_NAME))
  return running && isSameProcess(running) ? running : undefined
}

/** The running emulator. Refuses where there is none. */
export function requireRunning(world: World, data: string | undefined): RunningEmulator {
  const running = findRunning(world, data)
  if (!running) throw noEmulator()
  return running
}
