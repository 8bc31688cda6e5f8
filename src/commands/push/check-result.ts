import { count, grouped } from '../../base/count.js'
import { isObject } from '../../base/is-object.js'
import type { PushPlan } from '../../ingest/plan.js'
import { findStop } from '../../ingest/require-valid.js'
import { presented, type Result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { reasonLines, seenIds, seenMembers, seenTexts, warningLines } from './describe-plan.js'

/**
 * What `--check` found: one object a file; exit code 6 when a row cannot be pushed, there is none, or `--on-invalid stop` stops. `warns`: with the warnings,
 * where no plan was printed that has them.
 */
export function checkResult(plans: readonly PushPlan[], warns: boolean): Result {
  const reports = plans.map(reportOf)
  const stops = plans.flatMap((plan) => findStop(plan) ?? [])
  const passes = stops.length === 0 && plans.every((plan) => plan.check.rejected === 0 && !hasNoRows(plan))
  const data = inSnakeCase(reports.length === 1 ? reports[0] : reports)
  const exitCode = passes ? EXIT.done : EXIT.invalid
  return presented({
    data,
    shown: reports,
    view: (shown) =>
      shown.flatMap((report, index) => [
        ...reportLines(report),
        ...(warns ? warningLines(report.check.warnings) : []),
        ...stopLines(plans[index]!),
      ]),
    exitCode,
  })
}

/** Without the members that no row has. Their columns come last, so that those before keep their numbers. */
function reportOf({ file, mapping, check }: PushPlan): Pick<PushPlan, 'file' | 'mapping' | 'check'> {
  const columns = [...mapping.texts, ...mapping.members]
  const unseen = new Set(columns.flatMap(({ index, unseen }) => (unseen ? [index] : [])))
  const last = file.columns.findLastIndex((_, index) => !unseen.has(index))
  return {
    file: { ...file, columns: file.columns.slice(0, last + 1) },
    mapping: { ...mapping, texts: seenTexts(mapping), members: seenMembers(mapping), externalId: seenIds(mapping) },
    // An estimate, as it is said to people.
    check: { ...check, minutes: Math.ceil(check.minutes) },
  }
}

/** Where a push of its rows would stop all the same, for `--on-invalid stop`. */
function stopLines(plan: PushPlan): string[] {
  const stop = plan.check.rejected === 0 ? findStop(plan) : undefined
  return stop ? [`With --on-invalid stop nothing is pushed: ${stop.message}`] : []
}

/** Plain data with members named as in all other JSON; keys are names of ours throughout. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(each),
    ]),
  )
}

/** The file itself has none; a part of one (`--shard`) may well be empty. */
export function hasNoRows({ check, mapping }: Pick<PushPlan, 'check' | 'mapping'>): boolean {
  return check.rows === 0 && mapping.choice === undefined
}

function reportLines({ check, mapping }: Pick<PushPlan, 'check' | 'mapping'>): string[] {
  if (hasNoRows({ check, mapping })) return ['The file has no rows, so there is nothing to push.']
  const { repeated } = check
  const stored =
    repeated === 0
      ? ''
      : `, of which ${count(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} an id and will not be stored`
  if (check.rejected === 0) return [`${count(check.rows, 'row')} can be pushed${stored}.`]
  const hidden = check.rejected - check.rejections.length
  return [
    `${count(check.rejected, 'row')} of ${grouped(check.rows)} can't be pushed:`,
    ...reasonLines(check.rejections),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ]
}
