import type { Emulator, EmulatorOptions } from '../../../emulator/index.js'
import type { Environment } from '../../cli/environment.js'
import { type DocumentFile, explainRefusal, readDocument } from './document-file.js'
import { openEmulator } from './open-emulator.js'

/** Files an emulator is started with. */
export interface StartFiles {
  seed: string | undefined
  overrides: string | undefined
}

/** Starts an emulator in this process, with what its files say. Refuses a faulty one with its lines. */
export async function openSeeded(
  environment: Environment,
  files: StartFiles,
  options: EmulatorOptions,
): Promise<Emulator> {
  const read = async (kind: keyof StartFiles) => {
    const path = files[kind]
    return path === undefined ? undefined : readDocument(environment, path, kind)
  }
  const [seed, overrides] = [await read('seed'), await read('overrides')]
  const documents = {
    ...(seed && { seed: seed.value as NonNullable<EmulatorOptions['seed']> }),
    ...(overrides && { overrides: overrides.value as NonNullable<EmulatorOptions['overrides']> }),
  }
  return openEmulator(environment, { ...options, ...documents }).catch((error: unknown) => {
    throw explainRefusal(error, faultyOne(error, seed, overrides))
  })
}

/** Paths of overrides begin with ids of assumptions; those of seeds never hold a colon. */
function faultyOne(error: unknown, seed: DocumentFile | undefined, overrides: DocumentFile | undefined) {
  const { details } = error as { details?: object }
  return Object.keys(overrides?.value ?? {}).some((id) => Object.hasOwn(details ?? {}, id)) ? overrides : seed
}
