import type { JsonObject } from '../base/is-object.js'
import type { FactChange } from '../config/merge-facts.js'
import { routeAssumption } from '../contract/assumptions/overridable.js'
import type { Fact, Facts } from '../contract/facts/facts.js'
import { isApart } from '../contract/facts/routes.js'
import { familyOf, OPERATION_IDS, rowOf } from '../contract/operations/index.js'
import type { Verdict } from '../truth/learn/verdicts.js'

/** What a description says that the facts in force don't, by assumption. */
export interface News {
  /** What `learn` would add or change. */
  missing: readonly string[]
  /** What was written by hand and is described otherwise. */
  byHand: readonly string[]
  /** What is not as the interface itself says, with the rule. */
  against: readonly string[]
  /** What the description leaves open. */
  open: readonly string[]
}

/** What `learn` takes from a description must be in the facts already: no more can be proven by it. */
export async function findNews(root: JsonObject, facts: Facts): Promise<News> {
  const [{ learn }, { learnedFacts }, { mergeFacts }, { compareFacts }] = await Promise.all([
    import('../truth/learn/learn.js'),
    import('../truth/learn/report.js'),
    import('../config/merge-facts.js'),
    import('../config/weigh-facts.js'),
  ])
  const { verdicts, against } = learn({ documents: [{ root, from: DESCRIPTION }], traffic: [] })
  const learned = learnedFacts(verdicts, () => undefined)
  const { changes } = mergeFacts(learned, { text: '', facts })
  const isNoneApart = kindsAtOneAddress([facts, { ...facts, ...learned }])
  const written = Object.entries(facts).filter(([, { evidence }]) => evidence === undefined)
  const otherwise = written.filter(([id, fact]) => {
    const found = Object.hasOwn(learned, id) ? learned[id] : undefined
    if (found) return compareFacts(fact, found).contradicts.length > 0
    return verdicts.some((verdict) => verdict.id === id && isAsAssumed(verdict, fact))
  })
  const open = verdicts.filter(({ id, candidates }) => candidates.length > 0 && !Object.hasOwn(facts, id))
  return {
    missing: changes.filter((each) => isNews(each, facts[each.id]) && !isNoneApart(each.id)).map(({ id }) => id),
    byHand: otherwise.map(([id]) => id),
    against,
    open: open.map(({ id }) => id),
  }
}

/** Whether an assumption is about an operation on a kind of records that is at the address of all of them, by each of these facts. */
function kindsAtOneAddress(each: readonly Facts[]): (id: string) => boolean {
  const kinds = OPERATION_IDS.filter((id) => familyOf(id) !== id && each.every((facts) => !isApart(id, facts)))
  return (assumption) =>
    kinds.some((id) => rowOf(id).routes.map(routeAssumption).includes(assumption) || operationIn(assumption) === id)
}

/** The operation that an assumption about members or statuses is of: `result:getTask.kind` is of `getTask`. */
export function operationIn(assumption: string): string | undefined {
  return /^[a-z]+:(\w+)/.exec(assumption)?.[1]
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
