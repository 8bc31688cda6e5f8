import type { Emulator, EmulatorOptions } from '../../../emulator/index.js'
import type { Environment } from '../../cli/environment.js'
import { explainRefusal, readDocument } from './document-file.js'
import { openEmulator } from './open-emulator.js'
import type { StartFacts } from './start-facts.js'

/** What an emulator is started with besides its options. */
export interface StartFiles {
  /** Its path, or what was read from there: standard input can be read once only. */
  seed: string | SeedFile | undefined
  facts: StartFacts | undefined
}

/** A seed file that was read. */
export type SeedFile = Awaited<ReturnType<typeof readSeed>>

/** Reads a seed file, YAML or JSON, or standard input for `-`. */
export function readSeed(environment: Environment, path: string) {
  return readDocument(environment, path, 'seed')
}

/** Starts an emulator in this process, with its facts and what its seed says. Refuses a faulty seed with its lines. */
export async function openSeeded(
  environment: Environment,
  { seed: given, facts: start }: StartFiles,
  options: EmulatorOptions,
): Promise<Emulator> {
  const seed = typeof given === 'string' ? await readSeed(environment, given) : given
  const documents = {
    ...(seed && { seed: seed.value as NonNullable<EmulatorOptions['seed']> }),
    ...(start && { facts: start.facts }),
  }
  return openEmulator(environment, { ...options, ...documents }).catch((error: unknown) => {
    throw explainRefusal(error, seed)
  })
}
