import { type Contract, DEFAULT_CONTRACT } from '../contract/facts/contract.js'
import type { Facts } from '../contract/facts/facts.js'
import { InputError } from '../contract/input-error.js'

/**
 * The contract that a client is built from. Facts as they were written are checked, and what applies them is loaded only then; without
 * any it is the contract by all assumptions. Rejects with `InputError` (`FACTS_INVALID`) where a fact cannot hold.
 */
export async function openContract(facts: Facts | Contract | undefined): Promise<Contract> {
  if (facts === undefined) return DEFAULT_CONTRACT
  if (isContract(facts)) return facts
  const [{ checkFacts }, { contractWith }] = await Promise.all([
    import('../contract/facts/check-facts.js'),
    import('../contract/facts/contract-with.js'),
  ])
  const checked = checkFacts(facts)
  if (checked.faults.length === 0) return contractWith(checked.facts)
  const said = checked.faults.map(({ id, path, message }) => [id, path, message].filter(Boolean).join(': '))
  throw new InputError(
    'FACTS_INVALID',
    `the facts about the service cannot hold: ${said.join('; ')}`,
    '`inpk emulator assumptions` lists what can be said, and how.',
  )
}

function isContract(facts: Facts | Contract): facts is Contract {
  return typeof (facts as Partial<Contract>).rowOf === 'function'
}
