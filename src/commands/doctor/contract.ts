import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { clientSettings } from '../../cli/client.js'
import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import { createClient } from '../../client/index.js'
import { count } from '../../output/show.js'
import { contractOf } from '../contract-of.js'
import { type Check, failed, ok, skipped } from './check.js'

/** Whether the service, as it describes itself, has the names and paths that this client uses, facts included. */
export async function checkContract(settings: ResolvedSettings, factory: Factory): Promise<Check> {
  const client = createClient({ ...clientSettings(factory, settings), retries: 0 })
  const path = '/api/v1/openapi.json'
  const asked = client.request({ method: 'GET', path, signal: factory.signal })
  const answer = await asked.catch(() => factory.signal.throwIfAborted())
  const description = answer?.status === 200 ? parseJson(new TextDecoder().decode(answer.body)) : undefined
  if (!isObject(description) || !isObject(description.paths) || Object.keys(description.paths).length === 0) {
    return skipped('contract', 'the service does not describe its operations')
  }
  const { compareWithContract } = await import('../../truth/compatibility/compare-with-contract.js')
  const { breaking, broken_operations } = compareWithContract(description, (await contractOf(settings)).description)
  const known = Object.keys(settings.facts ?? {}).length
  if (breaking === 0) {
    const inForce = known === 0 ? '' : `, with ${count(known, 'fact')}`
    return ok('contract', `the service describes what this client expects${inForce}`)
  }
  return failed(
    'contract',
    `the service differs in ${count(breaking, 'place')} of ${count(broken_operations, 'operation')} from what this client expects`,
    'Run `inpk learn`; `inpk openapi --check` lists the differences.',
  )
}
