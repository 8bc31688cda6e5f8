import type { Emulator, EmulatorOptions } from '../../../emulator/index.js'
import type { Environment } from '../../cli/environment.js'
import { explainRefusal, readDocument } from './document-file.js'
import { openEmulator } from './open-emulator.js'
import type { StartFacts } from './start-facts.js'

/** What an emulator is started with besides its options. */
export interface StartFiles {
  seed: string | undefined
  facts: StartFacts | undefined
}

/** Starts an emulator in this process, with its facts and what its seed says. Refuses a faulty seed with its lines. */
export async function openSeeded(
  environment: Environment,
  { seed: path, facts: start }: StartFiles,
  options: EmulatorOptions,
): Promise<Emulator> {
  const seed = path === undefined ? undefined : await readDocument(environment, path, 'seed')
  const documents = {
    ...(seed && { seed: seed.value as NonNullable<EmulatorOptions['seed']> }),
    ...(start && { facts: start.facts }),
  }
  return openEmulator(environment, { ...options, ...documents }).catch((error: unknown) => {
    throw explainRefusal(error, seed)
  })
}
