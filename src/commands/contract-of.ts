import type { ResolvedSettings } from '../cli/factory.js'
import { type Contract, DEFAULT_CONTRACT } from '../contract/facts/contract.js'

/** The contract in force for these settings. */
export async function contractOf({ facts }: Pick<ResolvedSettings, 'facts'>): Promise<Contract> {
  if (!facts) return DEFAULT_CONTRACT
  return (await import('../contract/facts/contract-with.js')).contractWith(facts)
}
