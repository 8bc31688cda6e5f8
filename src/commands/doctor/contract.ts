import { count } from '../../base/count.js'
import { isObject, type JsonObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { waysToSettle } from '../../cli/after-learning.js'
import { clientSettings } from '../../cli/client.js'
import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import { createClient } from '../../client/index.js'
import type { FactChange } from '../../config/merge-facts.js'
import type { Fact, Facts } from '../../contract/facts/facts.js'
import type { Verdict } from '../../truth/learn/verdicts.js'
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

/**
 * What `learn` takes from the description must are in the facts already: no more can be proven by it. What it leaves open is
 * named, and is not a fault.
 */
async function withFacts(root: JsonObject, facts: Facts): Promise<Check> {
  const { learn } = await import('../../truth/learn/learn.js')
  const { learnedFacts } = await import('../../truth/learn/report.js')
  const { mergeFacts } = await import('../../config/merge-facts.js')
  const { compareFacts } = await import('../../config/weigh-facts.js')
  const { verdicts, against } = learn({ documents: [{ root, from: DESCRIPTION }], traffic: [] })
  const learned = learnedFacts(verdicts, () => undefined)
  const { changes } = mergeFacts(learned, { text: '', facts })
  const missing = changes.filter((each) => isNews(each, facts[each.id])).map(({ id }) => id)
  const byHand = Object.entries(facts).filter(([, { evidence }]) => evidence === undefined)
  const otherwise = byHand.filter(([id, fact]) => {
    const found = Object.hasOwn(learned, id) ? learned[id] : undefined
    if (found) return compareFacts(fact, found).contradicts.length > 0
    return verdicts.some((verdict) => verdict.id === id && isAsAssumed(verdict, fact))
  })
  const wrong = [...missing, ...otherwise.map(([id]) => id)]
  if (wrong.length > 0 || against.length > 0) return differs(wrong, otherwise.length, against)
  const open = verdicts.filter(({ id, candidates }) => candidates.length > 0 && !Object.hasOwn(facts, id))
  const agreed = `the service describes what this client expects, with ${count(Object.keys(facts).length, 'fact')}`
  if (open.length === 0) return ok('contract', agreed)
  return warning(
    'contract',
    `${agreed}; its description leaves open ${list(open.map(({ id }) => id))}`,
    `This may settle that: ${waysToSettle(facts)}.`,
  )
}

const DESCRIPTION = { from: 'openapi.json', kind: 'description' } as const

/** More beside a fact that a description was weighed for is no news: other evidence spoke against it then. */
function isNews({ change }: FactChange, before: Fact | undefined): boolean {
  if (change === 'added' || change === 'replaced') return true
  return change === 'extended' && !before?.evidence?.some(({ what }) => what === 'description')
}

/** What a fact says about where something is. */
const PLACES = ['name', 'at', 'path', 'prefix', 'method', 'style', 'success', 'code'] as const

/** Whether the description has something where it is without facts, and this fact has it elsewhere. */
function isAsAssumed({ state, shown }: Verdict, fact: Fact): boolean {
  if (state !== 'confirmed') return false
  const names = Object.keys((fact.names ?? {}) as object)
  return PLACES.some((each) => fact[each] !== undefined) || names.some((path) => shown.includes(path))
}

function differs(ids: readonly string[], byHand: number, against: readonly string[]): Check {
  const said = [
    ...(ids.length > 0 ? [`the service differs in ${count(ids.length, 'place')} from the facts: ${list(ids)}`] : []),
    ...(against.length > 0 ? [`it is not as the interface says: ${list(against)}`] : []),
  ]
  const fixes = [
    ...(ids.length > byHand ? ['Run `inpk learn`, which adds what is proven.'] : []),
    ...(byHand > 0 ? ['Correct or remove what was written by hand in the facts file: `inpk learn` leaves it.'] : []),
    ...(against.length > 0 ? ['`inpk openapi --check` lists the differences.'] : []),
  ]
  return failed('contract', said.join('; '), fixes.join(' '))
}

const MOST_NAMED = 5

function list(all: readonly string[]): string {
  const more = all.length - MOST_NAMED
  return `${all.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
