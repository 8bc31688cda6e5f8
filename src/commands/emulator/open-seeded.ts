import type { Emulator, EmulatorOptions } from '../../../emulator/index.js'
import type { World } from '../../cli/world.js'
import { explainRefusal, readDocument } from './document-file.js'
import { openEmulator } from './open-emulator.js'

/** Starts an emulator in this process, new organisations with the seed in a file. Refuses a faulty one with its lines. */
export async function openSeeded(world: World, path: string | undefined, options: EmulatorOptions): Promise<Emulator> {
  const file = path === undefined ? undefined : await readDocument(world, path)
  const seed = file && { seed: file.value as NonNullable<EmulatorOptions['seed']> }
  return openEmulator(world, { ...options, ...seed }).catch((error: unknown) => {
    throw explainRefusal(error, file)
  })
}
