import { EXIT } from '../../cli/exit-codes.js'
import type { Plan } from '../../ingest/plan.js'
import { presented, type Result } from '../../output/outcome.js'
import { count } from '../../output/show.js'

/** What `--check` found: one object a file; exit code 6 when a row cannot be pushed. */
export function checkResult(plans: readonly Plan[]): Result {
  const reports = plans.map(({ file, mapping, check }) => ({ file, mapping, check }))
  const passes = plans.every(({ check }) => check.rejected === 0)
  const data = reports.length === 1 ? reports[0] : reports
  const exitCode = passes ? EXIT.done : EXIT.invalid
  return presented({ data, shown: reports, view: (shown) => shown.flatMap(reportLines), exitCode })
}

function reportLines({ check }: Pick<Plan, 'check'>): string[] {
  if (check.rejected === 0) return [`${count(check.rows, 'row')} can be pushed.`]
  const hidden = check.rejected - check.rejections.length
  return [
    `${count(check.rejected, 'row')} of ${check.rows.toLocaleString('en-US')} cannot be pushed:`,
    ...check.rejections.map(({ row, reason }) => `  row ${row}: ${reason}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ]
}
