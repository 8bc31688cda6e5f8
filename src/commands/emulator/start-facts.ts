import type { Factory } from '../../cli/factory.js'
import { findFactsHere } from '../../cli/find-facts.js'
import { readBytesOf } from '../../cli/read-file.js'
import { countFacts, factCounts, WITHOUT_FACTS } from '../../config/facts-file.js'
import type { Setting } from '../../config/settings.js'
import type { Facts } from '../../contract/facts/facts.js'
import { wrongUsage } from '../../terminal/failure.js'

/** The facts an emulator plays, and the file they are from; no file where they were ruled out. */
export interface StartFacts {
  file: Setting<string | null>
  facts: Facts
}

/**
 * The facts an emulator of this command line plays, found by the same rule as those of a client; undefined if nothing names any.
 * `overrides` is the older name of `--facts`. Refuses both at once, and a file that can't hold.
 */
export async function readStartFacts(factory: Factory, overrides: string | undefined): Promise<StartFacts | undefined> {
  const file = findStartFile(factory, overrides)
  if (!file) return undefined
  if (file.value === null) return { file, facts: {} }
  const { parseFacts, readFactsFile } = await import('../../config/read-facts.js')
  if (overrides === '-') return { file, facts: parseFacts(await readBytesOf(factory.environment, '-'), 'stdin') }
  return { file, facts: readFactsFile(file.value).facts }
}

function findStartFile(factory: Factory, overrides: string | undefined): Setting<string | null> | undefined {
  const { globals } = factory
  if (overrides !== undefined && globals.facts !== undefined) {
    throw wrongUsage("--facts and --overrides can't be used together", 'They mean the same; use --facts alone.')
  }
  if (overrides === '-') return { value: 'stdin', origin: '--overrides' }
  const file = findFactsHere(factory, overrides ?? globals.facts)
  return file && overrides !== undefined ? { ...file, origin: '--overrides' } : file
}

/** `/p/inpk.facts.yaml: 12 facts (9 learned, 3 manual)`; undefined if there is none. */
export function startFactsText(start: StartFacts | undefined): string | undefined {
  return start?.file.value ? `${start.file.value}: ${factCounts(countFacts(start.facts))}` : undefined
}

/** What `INPK_FACTS` must be for a client to agree with that emulator; undefined if it need not be set. */
export function factsVariable(start: StartFacts | undefined): string | undefined {
  if (!start || start.file.value === 'stdin') return undefined
  return start.file.value ?? WITHOUT_FACTS
}
