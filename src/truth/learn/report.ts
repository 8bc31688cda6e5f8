import type { Confirmed, MergedFacts } from '../../config/merge-facts.js'
import { type EvidenceKind, observableBy } from '../../contract/assumptions/observable.js'
import { routeAssumption } from '../../contract/assumptions/overridable.js'
import { GUESSES } from '../../contract/assumptions/values.js'
import type { Evidence as FactEvidence, Facts } from '../../contract/facts/facts.js'
import { OPERATION_IDS, rowOf } from '../../contract/operations/index.js'
import type { Provenance } from './evidence/evidence.js'
import type { Verdict } from './verdicts.js'

/** What evidence says about an assumption, as it is reported. */
export interface ReportedVerdict {
  id: string
  /** The operation it is about; `everywhere` where it is about none alone. */
  operation: string
  state: ReportedState
  /** The new fact. */
  fact: Record<string, unknown> | null
  /** What may be meant, where that can't be decided. */
  candidates: readonly string[]
  /** What would settle it: kinds of evidence that were not given, and show it. */
  settled_by: readonly EvidenceKind[]
  from: readonly Provenance[]
}

export type ReportedState = 'confirmed' | 'learned' | 'ambiguous' | 'not seen'
export const REPORTED_STATES: readonly ReportedState[] = ['confirmed', 'learned', 'ambiguous', 'not seen']

const STATES = {
  confirmed: 'confirmed',
  ambiguous: 'ambiguous',
  'not seen': 'not seen',
} as const

/**
 * The verdicts with what they are about and what would settle them, in the order of the ledger. `merged`: what happened to the
 * facts in the file; what was there already is confirmed.
 */
export function reportVerdicts(
  verdicts: readonly Verdict[],
  given: ReadonlySet<EvidenceKind>,
  merged: Pick<MergedFacts, 'changes' | 'refused'>,
): ReportedVerdict[] {
  const ofRoutes = new Map(
    OPERATION_IDS.flatMap((id) => rowOf(id).routes.map((route): [string, string] => [routeAssumption(route), id])),
  )
  return verdicts.map(({ id, state, fact, candidates, from }) => {
    const reported = stateOf(id, state, candidates, merged)
    const isOpen = reported === 'ambiguous' || reported === 'not seen' || candidates.length > 0
    return {
      id,
      operation: ofRoutes.get(id) ?? operationOf(id),
      state: reported,
      fact: fact ?? null,
      candidates,
      settled_by: isOpen ? observableBy(id).filter((kind) => !given.has(kind)) : [],
      from,
    }
  })
}

/** What stands in the file against what was seen is open, and so is what may be something else besides. */
function stateOf(
  id: string,
  state: Verdict['state'],
  candidates: readonly string[],
  merged: Pick<MergedFacts, 'changes' | 'refused'>,
): ReportedState {
  if (state === 'contradicted') return learnedState(id, merged)
  const found = merged.changes.find((each) => each.id === id)
  return found?.contradicts.length || (state === 'confirmed' && candidates.length > 0) ? 'ambiguous' : STATES[state]
}

/** What is new, or changes the file, was learned; what it holds already is confirmed, and what cannot be written stays open. */
function learnedState(id: string, { changes, refused }: Pick<MergedFacts, 'changes' | 'refused'>): ReportedState {
  const found = changes.find((each) => each.id === id)
  if (refused.some((each) => each.id === id)) return 'ambiguous'
  if (!found || found.change === 'seen again') return 'confirmed'
  if (found.change !== 'kept' && found.change !== 'manual') return 'learned'
  return found.contradicts.length > 0 ? 'ambiguous' : 'confirmed'
}

const EVERYWHERE = 'everywhere'

function operationOf(id: string): string {
  const [, kind = '', operation = ''] = /^(\w+):(\w+)/.exec(id) ?? []
  if (kind === 'event') return 'webhooks'
  return (OPERATION_IDS as readonly string[]).includes(operation) ? operation : EVERYWHERE
}

/** What was learned as facts of a file, each with its evidence. `dayOf`: the day a source was seen. */
export function learnedFacts(verdicts: readonly Verdict[], dayOf: DayOf): Facts {
  return Object.fromEntries(
    verdicts.flatMap((verdict) =>
      verdict.fact ? [[verdict.id, { ...verdict.fact, evidence: evidenceOf(verdict, dayOf) }] as const] : [],
    ),
  )
}

/** What was seen to be as we assume, or ignored, by assumption. Of a whole one only what has no second form: there may be two statuses. */
export function confirmedFacts(verdicts: readonly Verdict[], dayOf: DayOf): Map<string, Confirmed> {
  return new Map(
    verdicts.flatMap((verdict): [string, Confirmed][] => {
      const { id, state, asOurs: members, ignored } = verdict
      const isWhole = state === 'confirmed' && (/^(route|error|paging):/.test(id) || isOneValue(id))
      const isDescribed = verdict.from.some(({ kind }) => kind === 'description')
      if (!isWhole && members.length === 0 && ignored === undefined) return []
      const evidence = evidenceOf(verdict, dayOf)
      return [[id, { isWhole, members, isDescribed, evidence, ...(ignored !== undefined && { ignored }) }]]
    }),
  )
}

/** Whether an assumption about conduct is one value, so that to confirm it confirms all of it. */
function isOneValue(id: string): boolean {
  const [kind, name = ''] = id.split(':')
  return kind === 'behaviour' && Object.keys(GUESSES[name as keyof typeof GUESSES] ?? {}).length === 1
}

type DayOf = (from: string) => string | undefined

function evidenceOf({ from }: Verdict, dayOf: DayOf): FactEvidence[] {
  return from.map((each): FactEvidence => {
    const { from, kind: what, times, at = dayOf(from) } = each
    return { from, what, ...(times === undefined ? {} : { times }), ...(at === undefined ? {} : { at }) }
  })
}
