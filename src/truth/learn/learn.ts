import type { JsonObject } from '../../base/is-object.js'
import { listAssumptions } from '../../contract/assumptions/ledger.js'
import { routeAssumption } from '../../contract/assumptions/overridable.js'
import { checkFacts } from '../../contract/facts/check-facts.js'
import { canonicalPath } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { describedOperations } from './describe.js'
import type { Provenance, SeenExchange, WireOperation } from './evidence.js'
import { type Finding, memberFindings, mergeFacts } from './findings.js'
import { eraseFinding } from './learn-erase.js'
import { isPagingPath, learnPaging } from './learn-paging.js'
import { refusalFindings } from './learn-refusals.js'
import { learnSlots, PAGED } from './learn-slots.js'
import { type FoundRoute, findRoutes } from './routes.js'
import { recordAt } from './slots.js'
import type { SlotPair } from './structure.js'
import { mergeOperations, seenOperations } from './traffic.js'
import { byValues, type KnownValues, knownValues } from './values.js'

/** What is known of a service. */
export interface Evidence {
  documents: readonly { root: JsonObject; from: Provenance }[]
  traffic: readonly { exchanges: readonly SeenExchange[]; from: Provenance }[]
}

export type State = 'confirmed' | 'contradicted' | 'ambiguous' | 'not seen'

/** What evidence says about one assumption as a whole. */
export interface Verdict {
  id: string
  state: State
  fact?: Record<string, unknown>
  candidates: readonly string[]
  from: readonly Provenance[]
}

export interface Learned {
  verdicts: Verdict[]
  /** What is not as the interface itself says. */
  against: readonly string[]
}

/** What evidence says about every assumption of the ledger. Nothing that it does not prove becomes a fact. */
export function learn({ documents, traffic }: Evidence): Learned {
  const described = documents.flatMap(({ root, from }) => describedOperations(root, from))
  const seen = traffic.flatMap(({ exchanges, from }) => seenOperations(exchanges, described, from))
  const wires = mergeOperations([...described, ...seen])
  const { found, unclear } = findRoutes(wires)
  const chosen = [...new Map([...found].reverse().map((each) => [each.operation, each])).values()].reverse()
  const known = knownValues(found)
  const findings = [
    ...found.flatMap(routeFinding),
    ...unclear.map(
      ({ operation, candidates }): Placed => ({
        id: routeId(rowOf(operation).routes[0]),
        state: 'ambiguous',
        path: '',
        candidates,
        wire: undefined,
      }),
    ),
    ...chosen.flatMap((each) =>
      [...slotFindings(each, known), ...statusFinding(each), ...pagingFinding(each)].map((finding) => ({
        ...finding,
        wire: each.wire,
      })),
    ),
    ...refusalFindings(found).map((finding) => ({ ...finding, wire: undefined })),
  ]
  const verdicts = listAssumptions().map(({ id }) =>
    verdictOf(
      id,
      findings.filter((finding) => finding.id === id),
    ),
  )
  return {
    verdicts: withoutFaults(verdicts),
    against: [...new Set(findings.flatMap(({ against }) => (against === undefined ? [] : [against])))],
  }
}

/** The facts among verdicts, by the ids of their assumptions. */
export function factsOf(verdicts: readonly Verdict[]): Record<string, Record<string, unknown>> {
  return Object.fromEntries(verdicts.flatMap(({ id, fact }) => (fact ? [[id, fact]] : [])))
}

/** Facts that cannot hold, alone or together, are none: something of them was read wrongly, and nobody knows what. */
function withoutFaults(verdicts: readonly Verdict[]): Verdict[] {
  const { faults } = checkFacts(factsOf(verdicts))
  if (faults.length === 0) return [...verdicts]
  const settled = verdicts.map((verdict): Verdict => {
    const fault = faults.find(({ id }) => id === verdict.id)
    if (!fault) return verdict
    const { fact: _, ...rest } = verdict
    return { ...rest, state: 'ambiguous', candidates: [...verdict.candidates, `${fault.path}: ${fault.message}`] }
  })
  return withoutFaults(settled)
}

type Placed = Finding & { wire: WireOperation | undefined }

function verdictOf(id: string, findings: readonly Placed[]): Verdict {
  const from = [...new Map(findings.flatMap(({ wire }) => wire?.from ?? []).map((each) => [each.from, each])).values()]
  const candidates = findings.flatMap((finding) => (finding.candidates ?? []).map((each) => `${finding.path}: ${each}`))
  const facts = findings.flatMap(({ fact }) => (fact ? [fact] : []))
  if (facts.length > 0) return { id, state: 'contradicted', fact: facts.reduce(mergeFacts), candidates, from }
  if (candidates.length > 0) return { id, state: 'ambiguous', candidates, from }
  return { id, state: findings.length > 0 ? 'confirmed' : 'not seen', candidates, from }
}

function routeId(route: FoundRoute['route']): string {
  return routeAssumption(route)
}

/** Where a route is, if that is not shown: its prefix, or its whole path. */
function routeFinding({ route, wire, prefix }: FoundRoute): Placed[] {
  const id = routeId(route)
  const usual = canonicalPath(route)
  if (wire.path.replace(/\{[^}]*\}/g, '{}') === usual.replace(/\{[^}]*\}/g, '{}'))
    return [{ id, state: 'confirmed', path: '', wire }]
  const fact = prefix === undefined ? { prefix: '', path: withOurParts(wire.path, route.path) } : { prefix }
  return [{ id, state: 'contradicted', path: '', fact, wire }]
}

/** Their path with the parts named as ours are. */
function withOurParts(theirs: string, ours: string): string {
  const names = [...ours.matchAll(/\{\w+\}/g)].map(([name]) => name)
  return theirs.replace(/\{[^}]*\}/g, () => names.shift() ?? '{id}')
}

/** What values say of pairs in an operation. */
export function valueJudge(operation: OperationId, known: KnownValues): SlotPair['byValues'] {
  return (path, ours, theirs) => {
    const lists = path
      .split('[].')
      .slice(0, -1)
      .map((part) => part.split('.').at(-1)!)
    return byValues(known, recordAt(operation, 'result', lists), ours, theirs)
  }
}

function slotFindings(found: FoundRoute, known: KnownValues): Finding[] {
  const slots = learnSlots(found, valueJudge(found.operation, known))
  const members = slots.flatMap((slot) => memberFindings(slot)).filter(({ path, fact }) => !isPagingPath(path) || fact)
  const erase = found.operation === 'eraseFeedback' ? eraseFinding(found.wire.body?.shape) : undefined
  if (!erase) return members
  return [erase, ...members.filter(({ id, path }) => id !== erase.id || !/^(external|customer)_ids?$/.test(path))]
}

function statusFinding({ operation, wire }: FoundRoute): Finding[] {
  const statuses = Object.keys(wire.results)
    .filter((status) => /^2\d\d$/.test(status))
    .map(Number)
  const usual = rowOf(operation).statuses
  if (statuses.length !== 1) return []
  const [status] = statuses
  const id = `status:${operation}`
  if ((usual as readonly number[]).includes(status!)) return [{ id, state: 'confirmed', path: '' }]
  return [{ id, state: 'contradicted', path: '', fact: { success: status } }]
}

function pagingFinding({ operation, wire }: FoundRoute): Finding[] {
  if (!PAGED.includes(operation)) return []
  const paging = learnPaging(wire)
  const id = `paging:${operation}`
  if (paging === undefined) return []
  if (paging === 'unclear') return [{ id, state: 'ambiguous', path: '', candidates: Object.keys(wire.query) }]
  const isOurs =
    paging.style === 'cursor' &&
    paging.at === 'cursor' &&
    paging.limit === 'limit' &&
    paging.next === 'pagination.next_cursor'
  return [isOurs ? { id, state: 'confirmed', path: '' } : { id, state: 'contradicted', path: '', fact: { ...paging } }]
}
