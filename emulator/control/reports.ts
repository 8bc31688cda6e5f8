import type { ControlResultOf } from '../../src/contract/control/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { ControlHandler } from '../core/control-handler.js'
import { named } from '../core/named.js'
import { invalid, notFound } from '../core/refusal.js'
import { rowOfId } from '../operations/find-rows.js'
import { reportJobId, scheduleReport } from '../rules/reports.js'
import { put, remove } from '../state/change.js'
import type { Report, State } from '../state/state.js'
import { requireFeedbackGroup } from './groups.js'

const listReports: ControlHandler<'listReports'> = {
  decide: (_input, { state }) => ({ answer: { items: Object.values(state.reports).map(reportOnWire) } }),
}

/** From the period of now on, each that ends produces a report (EVT-10). */
const createReport: ControlHandler<'createReport'> = {
  decide({ body }, { state, now, ids }) {
    const group = requireFeedbackGroup(state, body.feedback_group_id)
    if (group.tracking === 'none') {
      const message =
        'must be a group that tracks feedback over time; `inpk emulator tracking set GROUP weekly` makes it one'
      throw invalid({ feedback_group_id: [message] })
    }
    const report: Report = { id: ids.next('reportSubscription'), groupId: group.id, createdAt: now, produced: [] }
    return {
      answer: reportOnWire(report),
      summary: `subscribed to the reports of ${named('group', group)}`,
      changes: [put('reports', report.id, report), scheduleReport(report, group.tracking, now)],
    }
  },
}

const getReport: ControlHandler<'getReport'> = {
  decide: ({ params }, { state }) => ({ answer: reportOnWire(requireReport(state, params.id)) }),
}

const deleteReport: ControlHandler<'deleteReport'> = {
  decide({ params }, { state }) {
    const { id } = requireReport(state, params.id)
    const changes = [remove('reports', id), remove('jobs', reportJobId(id))]
    return { answer: undefined, summary: `ended report subscription ${id}`, changes }
  },
}

function requireReport(state: Readonly<State>, id = ''): Report {
  const report = rowOfId(state.reports, id)
  if (!report) throw notFound('report subscription', id.slice(0, 40))
  return report
}

function reportOnWire({ id, groupId, createdAt, produced }: Report): ControlResultOf<'getReport'> {
  return {
    id: String(id),
    feedback_group_id: String(groupId),
    created_at: formatTime(createdAt),
    produced: produced.map(({ reportId, periodKey, producedAt }) => ({
      report_id: String(reportId),
      period_key: periodKey,
      produced_at: formatTime(producedAt),
    })),
  }
}

export const HANDLERS = { listReports, createReport, getReport, deleteReport }
