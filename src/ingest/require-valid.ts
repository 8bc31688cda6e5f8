import { InputFileError, InvalidRowsError } from './errors.js'
import type { Mapping } from './map/mapping.js'
import type { PushPlan } from './plan.js'
import { type Warning, warningText } from './warnings.js'

const UNREAD_HINT = 'correct its values, name another column with --map, or push without them: --on-invalid skip'

/** Throws what `--on-invalid stop` stops a push for, before its first request. */
export function requireValid(plan: PushPlan): void {
  const fault = findStop(plan)
  if (fault) throw fault
}

/**
 * Returns what `--on-invalid stop` stops a push for: a row that can't be pushed, a damaged id, or a column that can't be read. Undefined
 * if nothing does, and for a push that skips them.
 */
export function findStop({ options, check, mapping }: PushPlan): InvalidRowsError | InputFileError | undefined {
  if (options.onInvalid !== 'stop') return undefined
  const rejection = check.rejections[0]
  if (rejection) return new InvalidRowsError(rejection.row, rejection.reason)
  const damaged = check.warnings.find(({ kind }) => kind === 'damaged_ids')
  if (damaged) return new InvalidRowsError(damaged.rows[0]!, 'its id was damaged by a spreadsheet')
  const unread = findUnreadColumn(mapping, check.warnings)
  return unread === undefined ? undefined : new InputFileError(unread, UNREAD_HINT)
}

/** A single value that makes no sense is left out with a warning; this is a column of them, which was meant to be pushed. */
function findUnreadColumn({ members }: Mapping, warnings: readonly Warning[]): string | undefined {
  const left = warnings.find(({ kind }) => kind === 'unread_dates' || kind === 'unread_member')
  if (left) return warningText(left).split('; ')[0]
  const unread = members.find((each) => each.unread)
  const dropped = unread && warnings.find(({ kind }) => kind === `dropped_${unread.member}`)
  return dropped && `most values of "${unread.header}" (${unread.member}) are invalid: ${warningText(dropped)}`
}
