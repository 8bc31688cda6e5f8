import { isObject } from '../../base/is-object.js'
import { listAssumptions } from '../../contract/assumptions/ledger.js'
import { checkFacts } from '../../contract/facts/check-facts.js'
import type { FactFault, Facts } from '../../contract/facts/facts.js'
import type { Provenance } from './evidence/evidence.js'
import { joinFacts } from './findings.js'
import { type Placed, sightingsOf } from './sightings.js'

export type State = 'confirmed' | 'contradicted' | 'ambiguous' | 'not seen'

/** What evidence says about one assumption as a whole. */
export interface Verdict {
  id: string
  state: State
  fact?: Record<string, unknown>
  candidates: readonly string[]
  /** The members, by path from the slot's root, that were found. */
  shown: readonly string[]
  /** Members that stand where we have them, by their paths in a fact about the assumption. */
  asOurs: readonly string[]
  /** Of a member of requests: what it is called where it was seen ignored, so that nothing may rely on it. */
  ignored?: string
  from: readonly Provenance[]
}

/** The facts among verdicts, by the ids of their assumptions. */
export function factsOf(verdicts: readonly Verdict[]): Record<string, Record<string, unknown>> {
  return Object.fromEntries(verdicts.flatMap(({ id, fact }) => (fact ? [[id, fact]] : [])))
}

/**
 * Facts that cannot hold, alone or together, are dropped: some part was misread, and it is unknown which. Of a record inside another
 * one, what is said of that record.
 */
export function withoutFaults(verdicts: readonly Verdict[]): Verdict[] {
  const faults = faultsOf(factsOf(verdicts))
  if (faults.length === 0) return [...verdicts]
  const settled = verdicts.map((verdict): Verdict => {
    const fault = faults.find(({ id }) => id === verdict.id)
    if (!fault) return verdict
    const { fact, ...rest } = verdict
    const candidates = [...verdict.candidates, `${fault.path}: ${fault.message}`]
    const record = /^\w+\.(.+)\.[^.]+$/.exec(fault.path)?.[1]
    const left = fact && record !== undefined ? withoutRecord(fact, record) : undefined
    if (!left) return { ...rest, state: 'ambiguous', candidates }
    return { ...rest, fact: left, candidates, shown: rest.shown.filter((path) => !path.includes(`${record}.`)) }
  })
  return withoutFaults(settled)
}

/** As many as are checked in learning once: a little more evidence mostly shows the same facts again. */
const MOST_CHECKED = 8
const checked = new Map<string, readonly FactFault[]>()

/** What is wrong with learned facts; kept for those that were checked last, by what would be written of them. */
function faultsOf(facts: Facts): readonly FactFault[] {
  const text = JSON.stringify(facts)
  const faults = checked.get(text) ?? checkFacts(facts).faults
  checked.delete(text)
  checked.set(text, faults)
  if (checked.size > MOST_CHECKED) checked.delete(checked.keys().next().value!)
  return faults
}

/** A fact without what it says of a record and its members; undefined if that is nothing, or all. */
function withoutRecord(fact: Record<string, unknown>, record: string): Record<string, unknown> | undefined {
  const isOf = (path: string) => path === record || path.startsWith(`${record}.`) || path.startsWith(`${record}[]`)
  const parts = Object.entries(fact).flatMap(([part, value]): [string, unknown][] => {
    if (!isObject(value)) return [[part, value]]
    const others = Object.entries(value).filter(([path]) => !isOf(path))
    return others.length === 0 ? [] : [[part, Object.fromEntries(others)]]
  })
  const left = Object.fromEntries(parts)
  const isSame = JSON.stringify(left) === JSON.stringify(fact)
  return parts.length === 0 || isSame ? undefined : left
}

/** What findings say of every assumption of the ledger; what showed it takes long to find, and can be left out. */
export function verdictsOf(findings: readonly Placed[], { withSources }: { withSources: boolean }): Verdict[] {
  const byId = new Map<string, Placed[]>()
  for (const finding of findings) byId.set(finding.id, [...(byId.get(finding.id) ?? []), finding])
  return withoutFaults(listAssumptions().map(({ id }) => verdictOf(id, byId.get(id) ?? [], withSources)))
}

function verdictOf(id: string, findings: readonly Placed[], withSources: boolean): Verdict {
  const candidates = findings.flatMap((finding) => (finding.candidates ?? []).map((each) => `${finding.path}: ${each}`))
  const proven = findings.filter(({ fact }) => fact !== undefined)
  const facts = proven.map(({ fact }) => fact!)
  const shown = findings.filter(({ state }) => state !== 'ambiguous').map(({ path }) => path)
  const asOurs = findings.flatMap(({ state, below }) => (state === 'confirmed' && below !== undefined ? [below] : []))
  const refuted = findings.filter(({ ignored }) => ignored !== undefined)
  const showing = [refuted, proven].find((each) => each.length > 0) ?? findings
  const from = withSources ? sightingsOf(showing) : []
  const seen = { candidates, shown, asOurs, from, ...(refuted[0] && { ignored: refuted[0].ignored! }) }
  const isAsOurs = proven.every(({ state }) => state === 'confirmed')
  if (facts.length > 0)
    return { id, state: isAsOurs ? 'confirmed' : 'contradicted', fact: facts.reduce(joinFacts), ...seen }
  if (candidates.length > 0) return { id, state: 'ambiguous', ...seen }
  return { id, state: findings.length > 0 ? 'confirmed' : 'not seen', ...seen }
}
