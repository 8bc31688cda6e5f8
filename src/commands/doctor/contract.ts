import { count } from '../../base/count.js'
import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { waysToSettle } from '../../cli/after-learning.js'
import { clientSettings } from '../../cli/client.js'
import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import { createClient } from '../../client/index.js'
import type { Facts } from '../../contract/facts/facts.js'
import { type Check, failed, ok, skipped, warning } from './check.js'

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
  const { facts = {} } = settings
  return Object.keys(facts).length === 0 ? withoutFacts(description) : withFacts(description, facts)
}

async function withoutFacts(description: JsonObject): Promise<Check> {
  const { compareWithContract } = await import('../../truth/compatibility/compare-with-contract.js')
  const { breaking, broken_operations } = compareWithContract(description)
  if (breaking === 0) return ok('contract', 'the service describes what this client expects')
  return failed(
    'contract',
    `the service differs in ${count(breaking, 'place')}, in ${count(broken_operations, 'operation')}, that this client depends on`,
    'Run `inpk learn`; `inpk openapi --check` lists the differences.',
  )
}

/** The description beside the facts. What it leaves open is named, and is not a fault. */
async function withFacts(root: JsonObject, facts: Facts): Promise<Check> {
  const { findNews } = await import('../description-news.js')
  const { missing, byHand, against, open } = await findNews(root, facts)
  if (missing.length + byHand.length + against.length > 0) return differs(missing, byHand, against)
  const agreed = `the service describes what this client expects, with ${count(Object.keys(facts).length, 'fact')}`
  if (open.length === 0) return ok('contract', agreed)
  return warning(
    'contract',
    `${agreed}; its description leaves open ${list(open)}`,
    `This may settle that: ${waysToSettle(facts)}.`,
  )
}

function differs(missing: readonly string[], byHand: readonly string[], against: readonly string[]): Check {
  const ids = [...missing, ...byHand]
  const said = [
    ...(ids.length > 0 ? [`the service differs in ${count(ids.length, 'place')} from the facts: ${list(ids)}`] : []),
    ...(against.length > 0 ? [`it is not as the interface says: ${list(against)}`] : []),
  ]
  const fixes = [
    ...(missing.length > 0 ? ['Run `inpk learn`, which adds what is proven.'] : []),
    ...(byHand.length > 0
      ? ['Correct or remove what was written by hand in the facts file: `inpk learn` leaves it.']
      : []),
    ...(against.length > 0 ? ['`inpk openapi --check` lists the differences.'] : []),
  ]
  return failed('contract', said.join('; '), fixes.join(' '))
}

const MOST_NAMED = 5

function list(all: readonly string[]): string {
  const more = all.length - MOST_NAMED
  return `${all.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
