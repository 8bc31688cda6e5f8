import { type Period, periodAt } from '../../src/contract/periods.js'
import type { Tracking } from '../../src/contract/records.js'
import { type Change, put, remove } from '../state/change.js'
import type { Job, Report, State } from '../state/state.js'

export type ReportJob = Extract<Job, { kind: 'report' }>

/** The one waiting close of a report subscription. */
export function reportJobId(subscriptionId: number): string {
  return `report:${subscriptionId}`
}

/** The close of a period: due when it ends. */
export function closeOf(subscriptionId: number, period: Period): ReportJob {
  const id = reportJobId(subscriptionId)
  return { id, kind: 'report', dueAt: period.endAt, subscriptionId, periodKey: period.key }
}

/** The facts of a group's reports when its tracking becomes another: their next close is that of the present period, or there is none. */
export function rescheduleReports(state: Readonly<State>, groupId: number, tracking: Tracking, now: number): Change[] {
  const reports = Object.values(state.reports).filter((report) => report.groupId === groupId)
  return reports.map((report) => scheduleReport(report, tracking, now))
}

/** The fact of a report's next close. */
export function scheduleReport({ id }: Report, tracking: Tracking, now: number): Change {
  if (tracking === 'none') return remove('jobs', reportJobId(id))
  return put('jobs', reportJobId(id), closeOf(id, periodAt(tracking, now)))
}

/** Until when a close must wait for passes over items that came before the period's end; undefined if none is to come. */
export function findWaitingPass(
  state: Readonly<State>,
  groupId: number,
  endAt: number,
  now: number,
): number | undefined {
  const waits = Object.values(state.jobs).flatMap((job) => {
    // One that was due before had its turn.
    if (job.kind !== 'analyse' || job.waitingSince >= endAt || job.dueAt < now) return []
    return state.sources[job.sourceId]?.groupId === groupId ? [job.dueAt] : []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}
