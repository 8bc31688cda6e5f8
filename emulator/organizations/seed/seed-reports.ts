import type { ControlResultOf } from '../../../src/contract/control/index.js'
import { parsePeriodKey } from '../../../src/contract/periods.js'
import type { SeedReport } from '../../../src/contract/seed.js'
import { invalid } from '../../core/refusal.js'
import { put } from '../../state/change.js'
import { startingWith } from '../../state/ids.js'
import type { Report } from '../../state/state.js'
import { numberOf } from './given-ids.js'
import type { KnownRows } from './known-rows.js'
import { type StagedChanges, stage, stageControl } from './staged-changes.js'

/** Stages subscriptions to the reports of groups, with those they have produced: each as its period ended, oldest first. */
export async function seedReports(
  staged: StagedChanges,
  reports: readonly SeedReport[],
  known: KnownRows,
): Promise<void> {
  for (const [index, entry] of reports.entries()) {
    if (known.reports.has(entry)) continue
    const { id, feedback_group_id, produced = [] } = entry
    const path = `reports[${index}]`
    const body = { feedback_group_id: String(feedback_group_id) }
    const ids = startingWith(staged.ids, 'reportSubscription', numberOf(id))
    const answer = await stageControl(staged, 'createReport', path, { body }, ids)
    const report = staged.state.reports[(answer as ControlResultOf<'createReport'>).id]!
    if (produced.length === 0) continue
    const rows = producedReports(staged, report, produced, path)
    stage(staged, [put('reports', report.id, { ...report, produced: rows })])
  }
}

function producedReports(
  staged: StagedChanges,
  { groupId }: Report,
  produced: NonNullable<SeedReport['produced']>,
  path: string,
): Report['produced'] {
  const { tracking } = staged.state.groups[groupId]!
  const rows: Report['produced'] = []
  for (const [index, { report_id, period_key: periodKey }] of produced.entries()) {
    const at = `${path}.produced[${index}].period_key`
    const period = parsePeriodKey(periodKey)
    if (period?.kind !== tracking) throw invalid({ [at]: [`must be a ${tracking} period, which its group tracks`] })
    if (period.endAt > staged.now()) throw invalid({ [at]: ['must be a period that has ended'] })
    if (period.endAt <= (rows.at(-1)?.producedAt ?? Number.NEGATIVE_INFINITY)) {
      throw invalid({ [at]: ['must be later than the period before it'] })
    }
    rows.push({ reportId: numberOf(report_id) ?? staged.ids.next('report'), periodKey, producedAt: period.endAt })
  }
  return rows.slice(-staged.organization.caps.producedReports)
}
