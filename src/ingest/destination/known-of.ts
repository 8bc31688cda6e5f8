import type { Client } from '../../client/client-types.js'
import { isUnitOpen } from '../../client/time-unit.js'
import { type PushLimits, pushLimits } from '../../contract/facts/limits-in-force.js'
import { type ItemLosses, itemLosses } from '../../contract/facts/losses.js'

/** What a plan must know of the service beyond the assumptions: its limits, and what it can't carry; nothing without facts. */
export async function knownOf(client: Client): Promise<{ limits?: PushLimits; lossesOf?: ItemLosses | undefined }> {
  const contract = await client.contract()
  if (Object.keys(contract.facts).length === 0) return {}
  return { limits: pushLimits(contract), lossesOf: itemLosses(contract, await isUnitOpen(client)) }
}
