import type { Values } from '../../src/contract/assumptions/values.js'
import type { Emitted } from '../../src/contract/events.js'
import { commitDecision } from '../core/commit.js'
import { findRaises, type Raise, readForRaises } from '../core/monitor-counts.js'
import { named } from '../core/named.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import type { Reach } from '../core/source-corpora.js'
import { timeOf } from '../rules/clock.js'
import { analysisJob, analysisJobId } from '../rules/insertion.js'
import { hasCrossed } from '../rules/monitors.js'
import { type Change, put, remove } from '../state/change.js'
import { idSource } from '../state/ids.js'
import type { AnalysisPass, Monitor, Source } from '../state/state.js'

/**
 * A pass over what is new in a source; when `analysis.completed` goes out, its results can be read (EVT-6, EVT-7). Everything
 * long is prepared while other work of the organisation continues, so that the commit only takes the results; where those are
 * outdated by then (by a new monitor or a failed disk; not by an erase), they are prepared again.
 */
export async function analyseSource(organization: Organization, sourceId: number, service: JobContext): Promise<void> {
  const { instance } = organization.store.state.organization
  for (let isOver = false; !isOver; ) {
    const { store } = organization
    const reach = { sourceId, throughItemId: store.state.counters.item ?? 0, rules: store.state.analysisRules }
    try {
      if (store.state.sources[sourceId]) await prepare(organization, reach)
    } catch (error) {
      if (isLeft(organization, instance, service)) return
      // The store was reopened after a failed write: this pass is over.
      if (organization.store === store) throw error
    }
    isOver = await organization.runExclusive(() => commitPass(organization, reach, instance, service))
  }
}

async function prepare(organization: Organization, reach: Reach): Promise<void> {
  const { state, items } = organization.store
  await organization.analysis.prepare(reach, items)
  await readForRaises({ state, items, matches: organization.analysis.matches }, reach)
}

/** Whether the organisation was restored, deleted, or is being closed: then a pass over what it was is void. */
function isLeft(organization: Organization, instance: string, service: JobContext): boolean {
  const isGone = !service.organizations.isOpen(organization)
  return isGone || service.jobs.stopped || organization.store.state.organization.instance !== instance
}

/** Whether the pass is over; false if something it needs is not ready. */
async function commitPass(
  organization: Organization,
  reach: Reach,
  instance: string,
  service: JobContext,
): Promise<boolean> {
  if (isLeft(organization, instance, service)) return true
  const { state, items } = organization.store
  const { sourceId } = reach
  const source = state.sources[sourceId]
  const ids = idSource(state)
  const now = timeOf(state.clock, service.clock.now())
  const frame = { operation: 'analyseSource', now, ids }
  if (!source) {
    await commitDecision(organization, { answer: null, changes: [remove('jobs', analysisJobId(sourceId))] }, frame)
    return true
  }
  const raises = findRaises({ state, items, matches: organization.analysis.matches }, reach)
  if (!organization.analysis.isReady(reach) || !raises) return false
  const { throughItemId, rules } = reach
  const pass: AnalysisPass = { sourceId, analysisId: ids.next('analysis'), throughItemId, analysedAt: now, rules }
  const decision = {
    answer: null,
    summary: `analysed ${named('source', source)}`,
    changes: [put('analyses', sourceId, pass), await nextJob(organization, reach, now)],
    events: [
      completed(source, pass),
      ...raisedFlags(raises, source, organization.contract.values['flag-crossing'].rule),
    ],
  }
  await commitDecision(organization, decision, frame)
  await organization.store.durable()
  return true
}

/** No other pass is to come, unless items came while this one was made: then one is due as after their push (contract section 5). */
async function nextJob(organization: Organization, { sourceId, throughItemId }: Reach, now: number): Promise<Change> {
  const id = analysisJobId(sourceId)
  const { items } = organization.store
  const [first] = await items.select({ afterId: throughItemId, limit: 1, sourceIds: [sourceId] })
  if (!first) return remove('jobs', id)
  const lastPushAt = (await items.findLast(sourceId))?.createdAt ?? now
  const waiting = {
    ...organization.store.state.jobs[id]!,
    kind: 'analyse' as const,
    sourceId,
    waitingSince: first.createdAt,
  }
  return put('jobs', id, analysisJob(sourceId, waiting, lastPushAt, organization.contract.values['analysis-delay']))
}

function completed(source: Source, { analysisId }: AnalysisPass) {
  const data = {
    survey_series_id: source.groupId,
    survey_id: source.id,
    analysis_id: analysisId,
    survey_name: source.title,
  }
  return { event: 'analysis.completed' as const, data }
}

/**
 * The flags of monitors whose count rises to their threshold with a pass that is about to be committed (EVT-8, EVT-9).
 * Before and after are both counted in what there is now, so an erase between two passes lets a monitor cross again,
 * and nothing is remembered that could be wrong after an undo.
 */
function raisedFlags(raises: readonly Raise[], source: Source, rule: Values['flag-crossing']['rule']): Emitted[] {
  return raises
    .filter(({ monitor, before, after }) => hasCrossed(monitor.threshold, before, after, rule))
    .map(({ monitor, after }) => flagOf(monitor, source, after))
}

function flagOf(monitor: Monitor, source: Source, matchCount: number): Emitted {
  const data = {
    monitor_id: monitor.id,
    monitor_name: monitor.name,
    survey_series_id: source.groupId,
    survey_id: source.id,
    match_count: matchCount,
    threshold: monitor.threshold,
  }
  return { event: 'flag.raised', data }
}
