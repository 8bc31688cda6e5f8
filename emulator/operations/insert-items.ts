import type { Values } from '../../src/contract/assumptions/values.js'
import type { Emitted } from '../../src/contract/events.js'
import type { KeyEnvironment } from '../../src/contract/scopes.js'
import { Refusal } from '../core/refusal.js'
import { apsOf, currentAccount, withinQuota } from '../rules/credits.js'
import { analysisJob, analysisJobId, type Insertion, itemsToStore, withInsertions } from '../rules/insertion.js'
import { type Change, put, set } from '../state/change.js'
import type { IdSource } from '../state/ids.js'
import type { Source, State } from '../state/state.js'
import type { StoredItem } from '../store/index.js'

/** Where and for whom items are inserted. */
export interface InsertionFrame {
  state: Readonly<State>
  now: number
  ids: IdSource
  source: Source
  environment: KeyEnvironment
  values: Values
  sourceReference: string | null
  /** The credits were set aside before. */
  prepaid?: true
}

export interface InsertResult {
  changes: Change[]
  items: StoredItem[]
  events: Emitted[]
  inserted: number
  duplicates: number
  aps: number
}

/** The facts of a push to one or several fields of a source: rows, counts, credits, the next pass, the event. */
export function insertItems(insertions: readonly Insertion[], frame: InsertionFrame): InsertResult {
  const { state, now, ids, source, sourceReference, values } = frame
  const inserted = insertions.reduce((sum, each) => sum + each.inserted.length, 0)
  const duplicates = insertions.reduce((sum, each) => sum + each.duplicates, 0)
  const nothing = { changes: [], items: [], events: [], inserted, duplicates, aps: 0 }
  if (inserted === 0) return nothing
  const tokens = frame.prepaid ? 0 : chargedTokens(insertions, frame.environment)
  const account = currentAccount(state.credits, now)
  const waiting = state.jobs[analysisJobId(source.id)]
  const laterPass = analysisJob(source.id, waiting, now, values['analysis-delay'])
  const items = insertions.flatMap((insertion) => {
    const firstId = ids.take('item', insertion.inserted.length)
    return itemsToStore(insertion, { sourceId: source.id, firstId, now, sourceReference })
  })
  return {
    ...nothing,
    items,
    aps: apsOf(tokens, values['credit-formula']),
    changes: [
      put('sources', source.id, withInsertions(source, insertions)),
      ...(tokens > 0 ? [set('credits', { ...account, usedTokens: account.usedTokens + tokens })] : []),
      put('jobs', analysisJobId(source.id), laterPass),
    ],
    events: [{ event: 'content.pushed', data: pushedData(insertions, frame, inserted, duplicates) }],
  }
}

/** 402 where a live key's push would go beyond the quota; test keys are never charged (APS-2). */
export function requireCredits(insertions: readonly Insertion[], frame: InsertionFrame): void {
  if (isAffordable(insertions, frame)) return
  const tokens = chargedTokens(insertions, frame.environment)
  const formula = frame.values['credit-formula']
  const message = `this push needs ${apsOf(tokens, formula)} analysis points, more than are left this month; nothing was stored`
  throw new Refusal('APS_EXHAUSTED', message)
}

/** Whether the quota of the month has enough left. */
export function isAffordable(
  insertions: readonly Insertion[],
  { state, now, environment, values }: InsertionFrame,
): boolean {
  const tokens = chargedTokens(insertions, environment)
  const { apsLimit } = state.organization
  return tokens === 0 || withinQuota(currentAccount(state.credits, now), tokens, apsLimit, values['credit-formula'])
}

function chargedTokens(insertions: readonly Insertion[], environment: KeyEnvironment): number {
  return environment === 'live' ? insertions.reduce((sum, each) => sum + each.tokens, 0) : 0
}

function pushedData(
  insertions: readonly Insertion[],
  { source, sourceReference }: InsertionFrame,
  inserted: number,
  duplicates: number,
) {
  return {
    survey_series_id: source.groupId,
    survey_id: source.id,
    question_ids: insertions.filter((each) => each.inserted.length > 0).map((each) => each.fieldId),
    inserted,
    duplicates,
    source_reference: sourceReference,
  }
}
