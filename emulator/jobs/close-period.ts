import type { Caps } from '../../src/contract/caps.js'
import { parsePeriodKey, periodAt } from '../../src/contract/periods.js'
import { commitDecision } from '../core/commit.js'
import type { Decision } from '../core/decision.js'
import type { Organization } from '../core/organization.js'
import type { JobContext } from '../core/service.js'
import { timeOf } from '../rules/clock.js'
import { analysisJobId } from '../rules/insertion.js'
import { closeOf, findWaitingPass, type ReportJob, reportJobId } from '../rules/reports.js'
import { put, remove } from '../state/change.js'
import { type IdSource, idSource } from '../state/ids.js'
import type { Report, State } from '../state/state.js'

/**
 * Produces the report of a period that has ended, and says so (EVT-10); the close of the next one is due when that ends.
 * `put off`: a pass over what came before the end is still to come.
 */
export async function closePeriod(
  organization: Organization,
  { id, subscriptionId }: ReportJob,
  service: JobContext,
): Promise<'put off' | undefined> {
  await passesUnderWay(organization, subscriptionId)
  return organization.runExclusive(async () => {
    const { state } = organization.store
    const ids = idSource(state)
    const now = timeOf(state.clock, service.clock.now())
    const job = state.jobs[id]
    // It was deleted or put off while it waited for its turn.
    if (job?.kind !== 'report' || job.dueAt > now) return
    const isSilent = await isEmptyPeriod(job, organization)
    const decision = decide(job, state, { now, ids, caps: organization.caps, isSilent })
    await commitDecision(organization, decision, { operation: 'closePeriod', now, ids })
    await organization.store.durable()
    return decision.answer
  })
}

/** A pass that was due before works on what came before, so it comes first. */
async function passesUnderWay({ store: { state }, running }: Organization, subscriptionId: number): Promise<void> {
  const groupId = state.reports[subscriptionId]?.groupId
  const sources = Object.values(state.sources).filter((source) => source.groupId === groupId)
  await Promise.all(sources.map(({ id }) => running.get(analysisJobId(id))))
}

/** Whether this service makes reports of periods with items only, and this one has none. */
async function isEmptyPeriod(
  { subscriptionId, periodKey }: ReportJob,
  { contract, store: { state, items } }: Organization,
): Promise<boolean> {
  const period = parsePeriodKey(periodKey)
  const report = state.reports[subscriptionId]
  if (contract.values['report-close'].rule === 'every-period' || !period || !report) return false
  const sourceIds = Object.values(state.sources).flatMap(({ id, groupId }) => (groupId === report.groupId ? [id] : []))
  const bounds = { occurredSince: period.startAt, occurredUntil: period.endAt }
  return (await items.select({ afterId: 0, limit: 1, sourceIds, ...bounds })).length === 0
}

/** What closing a period depends on, beside the state. */
interface Frame {
  now: number
  ids: IdSource
  caps: Caps
  /** The period has no report, for it has no items. */
  isSilent: boolean
}

function decide(job: ReportJob, state: State, frame: Frame): Decision<'put off' | undefined> {
  const report = state.reports[job.subscriptionId]
  const period = parsePeriodKey(job.periodKey)
  if (!report || !period) return { answer: undefined, changes: [remove('jobs', job.id)] }
  const waiting = findWaitingPass(state, report.groupId, period.endAt, frame.now)
  // What came before the end belongs to the report: its pass comes first.
  if (waiting !== undefined) {
    return { answer: 'put off', changes: [put('jobs', job.id, { ...job, dueAt: waiting + 1 })] }
  }
  const next = closeOf(report.id, periodAt(period.kind, period.endAt))
  if (frame.isSilent) return { answer: undefined, changes: [put('jobs', reportJobId(report.id), next)] }
  return produce(report, period.key, next, frame)
}

function produce(report: Report, periodKey: string, next: ReportJob, { now, ids, caps }: Frame): Decision<undefined> {
  const reportId = ids.next('report')
  const produced = [...report.produced, { reportId, periodKey, producedAt: now }].slice(-caps.producedReports)
  const data = { report_id: reportId, survey_series_id: report.groupId, period_key: periodKey }
  return {
    answer: undefined,
    summary: `report ${reportId} of group ${report.groupId}: ${periodKey}`,
    changes: [put('reports', report.id, { ...report, produced }), put('jobs', reportJobId(report.id), next)],
    events: [{ event: 'report.ready', data }],
  }
}
