import { VERSION } from '../src/base/version.js'
import { capsWith } from '../src/contract/caps.js'
import { checkFacts } from '../src/contract/facts/check-facts.js'
import type { Contract } from '../src/contract/facts/contract.js'
import { contractWith } from '../src/contract/facts/contract-with.js'
import { parseTime } from '../src/contract/times.js'
import { realClock } from './adapters/process-clock.js'
import { systemRandomness } from './adapters/randomness.js'
import { sendWebhook } from './adapters/send-webhook.js'
import { shareAnalyst } from './adapters/shared-analyst.js'
import { CONTROL_HANDLERS } from './control/index.js'
import { noFaults } from './core/field-map.js'
import type { EmulatorOptions } from './core/options.js'
import { invalid } from './core/refusal.js'
import type { Platform, ServiceSettings } from './core/service.js'

/** The settings and adapters of an emulator. Rejects with a Refusal for facts that fit no assumption. */
export function createPlatform(options: EmulatorOptions): Platform {
  return {
    settings: settingsOf(options),
    version: VERSION,
    clock: options.processClock ?? realClock,
    randomness: systemRandomness,
    outbound: options.outbound ?? sendWebhook,
    analyst: options.analyst ?? shareAnalyst(),
    controlHandlers: CONTROL_HANDLERS,
    onRequest: options.onRequest ?? (() => undefined),
    onOrganization: async (orgId) => options.onOrganization?.(orgId),
    onFault: options.onFault ?? (() => undefined),
    onNotice: options.onNotice ?? (() => undefined),
  }
}

function settingsOf(options: EmulatorOptions): ServiceSettings {
  const sunsetAt = options.sunset === undefined ? undefined : parseTime(options.sunset)
  const { clock = { mode: 'real' } } = options
  const contract = requireContract(options.facts ?? options.overrides)
  const { rows } = contract.values.ledgers
  return {
    envelope: options.envelope ?? 'auto',
    sunsetAt,
    strict: options.strict ?? false,
    contract,
    caps: capsWith({ deliveries: rows, tasks: rows, keptAnswers: rows, ...options.caps }),
    evolution: options.future,
    randomKeys: options.randomKeys ?? false,
    randomSeed: options.randomSeed,
    rateLimits: options.rateLimits ?? options.rateLimitsOfNew ?? false,
    allowPrivateWebhooks: options.allowPrivateWebhooks ?? false,
    dataOption: options.dataOption,
    initialClock: clock.mode === 'frozen' ? clock : { mode: 'real', offsetMs: 0 },
  }
}

/** The contract with these facts in force; 400 with a message at the id of each that cannot hold. */
function requireContract(raw: unknown): Contract {
  const { facts, faults } = checkFacts(raw)
  if (faults.length === 0) return contractWith(facts)
  const fields = noFaults()
  for (const { id, message } of faults) fields[id] = [...(fields[id] ?? []), message]
  throw invalid(fields)
}
