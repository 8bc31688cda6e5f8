import type { Values } from '../../src/contract/assumed-values.js'
import type { Emitted } from '../../src/contract/events.js'
import type { Environment } from '../../src/contract/scopes.js'
import { Refusal } from '../core/refusal.js'
import { apsOf, currentAccount, withinQuota } from '../rules/credits.js'
import { analysisJob, analysisJobId, type Landing, rowsOf, withLandings } from '../rules/insertion.js'
import { type Change, put, set } from '../state/change.js'
import type { IdSource } from '../state/ids.js'
import type { Source, State } from '../state/state.js'
import type { StoredItem } from '../store/index.js'

/** Where and for whom items land. */
export interface LandingFrame {
  state: Readonly<State>
  now: number
  ids: IdSource
  source: Source
  environment: Environment
  values: Values
  sourceReference: string | null
  /** The credits were set aside before. */
  prepaid?: true
}

export interface Landed {
  changes: Change[]
  items: StoredItem[]
  events: Emitted[]
  inserted: number
  duplicates: number
  aps: number
}

/** The facts of a push to one or several fields of a source: rows, counts, credits, the next pass, the event. */
export function land(landings: readonly Landing[], frame: LandingFrame): Landed {
  const { state, now, ids, source, sourceReference, values } = frame
  const inserted = landings.reduce((sum, each) => sum + each.inserted.length, 0)
  const duplicates = landings.reduce((sum, each) => sum + each.duplicates, 0)
  const nothing = { changes: [], items: [], events: [], inserted, duplicates, aps: 0 }
  if (inserted === 0) return nothing
  const tokens = frame.prepaid ? 0 : chargedTokens(landings, frame.environment)
  const account = currentAccount(state.credits, now)
  const waiting = state.jobs[analysisJobId(source.id)]
  const laterPass = analysisJob(source.id, waiting, now, values['analysis-delay'])
  const items = landings.flatMap((landing) => {
    const firstId = ids.take('item', landing.inserted.length)
    return rowsOf(landing, { sourceId: source.id, firstId, now, sourceReference })
  })
  return {
    ...nothing,
    items,
    aps: apsOf(tokens, values['credit-formula']),
    changes: [
      put('sources', source.id, withLandings(source, landings)),
      ...(tokens > 0 ? [set('credits', { ...account, usedTokens: account.usedTokens + tokens })] : []),
      put('jobs', analysisJobId(source.id), laterPass),
    ],
    events: [{ event: 'content.pushed', data: pushedData(landings, frame, inserted, duplicates) }],
  }
}

/** 402 where a live key's push would go beyond the quota; test keys are never charged (APS-2). */
export function requireCredits(landings: readonly Landing[], { state, now, environment, values }: LandingFrame): void {
  const tokens = chargedTokens(landings, environment)
  const formula = values['credit-formula']
  const { apsLimit } = state.organization
  if (tokens === 0 || withinQuota(currentAccount(state.credits, now), tokens, apsLimit, formula)) return
  const message = `this push needs ${apsOf(tokens, formula)} APS, more than the quota has left this month; nothing was stored`
  throw new Refusal('APS_EXHAUSTED', message)
}

function chargedTokens(landings: readonly Landing[], environment: Environment): number {
  return environment === 'live' ? landings.reduce((sum, each) => sum + each.tokens, 0) : 0
}

function pushedData(
  landings: readonly Landing[],
  { source, sourceReference }: LandingFrame,
  inserted: number,
  duplicates: number,
) {
  return {
    survey_series_id: source.groupId,
    survey_id: source.id,
    question_ids: landings.filter((each) => each.inserted.length > 0).map((each) => each.fieldId),
    inserted,
    duplicates,
    source_reference: sourceReference,
  }
}
