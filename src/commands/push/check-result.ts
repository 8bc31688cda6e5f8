import type { Plan } from '../../ingest/plan.js'
import { presented, type Result } from '../../output/outcome.js'
import { count } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { reasonLines, seenIds, seenMembers } from './describe-plan.js'

/** What `--check` found: one object a file; exit code 6 when a row cannot be pushed. */
export function checkResult(plans: readonly Plan[]): Result {
  const reports = plans.map(reportOf)
  const passes = plans.every(({ check }) => check.rejected === 0)
  const data = reports.length === 1 ? reports[0] : reports
  const exitCode = passes ? EXIT.done : EXIT.invalid
  return presented({ data, shown: reports, view: (shown) => shown.flatMap(reportLines), exitCode })
}

/** Without the members that no row has. Their columns come last, so that those before keep their numbers. */
function reportOf({ file, mapping, check }: Plan): Pick<Plan, 'file' | 'mapping' | 'check'> {
  const unseen = new Set(mapping.members.flatMap(({ index, unseen }) => (unseen ? [index] : [])))
  const last = file.columns.findLastIndex((_, index) => !unseen.has(index))
  return {
    file: { ...file, columns: file.columns.slice(0, last + 1) },
    mapping: { ...mapping, members: seenMembers(mapping), externalId: seenIds(mapping) },
    check,
  }
}

function reportLines({ check }: Pick<Plan, 'check'>): string[] {
  if (check.rejected === 0) return [`${count(check.rows, 'row')} can be pushed.`]
  const hidden = check.rejected - check.rejections.length
  return [
    `${count(check.rejected, 'row')} of ${check.rows.toLocaleString('en-US')} can't be pushed:`,
    ...reasonLines(check.rejections),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ]
}
