import { hash } from 'node:crypto'
import type { Mapping } from '../../map/mapping.js'
import type { PushOptions } from '../../options.js'
import type { PushPlan } from '../../plan.js'
import type { PushTarget, TargetField } from '../../target.js'
import { batchLimits } from '../batches.js'

/** Goes up whenever the same file would be cut into other items or batches: an earlier run is then not resumed. */
const PIPELINE_VERSION = 1

/** Names the journal of a run: by file, mapping and target, and by all that shapes its items and batches. */
export function runName(
  { file, mapping, read, options }: PushPlan,
  target: PushTarget,
  fields: readonly TargetField[],
): string {
  const { texts, members, externalId, dates, timeZone, choice = null, skippedRows = null, footer = false } = mapping
  const { groupId, sourceId, instance = null, baseUrl = null } = target
  const { batchItems = null, sync = false, sourceReference = null } = options
  return fingerprint([
    ...[PIPELINE_VERSION, file.size, file.sha256, file.columns, file.sheet ?? null],
    ...[read.format, read.encoding, read.delimiter, read.separatorLine],
    ...[texts.map(({ index }) => index), members.map(({ member, index }) => [member, index])],
    ...[
      externalId,
      dates,
      timeZone,
      choice,
      skippedRows,
      ...(footer ? [footer] : []),
      batchItems,
      sync,
      sourceReference,
    ],
    ...[groupId, sourceId, instance, baseUrl, fields.map(({ id }) => id)],
    ...limitsText(options, mapping, fields.length),
  ])
}

/** Other limits make other batches and items, and so another run; those that are assumed are not said. */
function limitsText(options: PushOptions, { itemLimits }: Mapping, fields: number): unknown[] {
  const most = batchLimits(options, fields).items
  const isUsual = most === batchLimits({ ...options, limits: undefined }, fields).items
  const item = itemLimits && { ...itemLimits, length: itemLimits.length?.('\u{1f600}') }
  return [...(isUsual ? [] : [most]), ...(item ? [item] : [])]
}

/** Names the note that remembers what was last pushed from a path to a source. */
export function noteName({ file }: PushPlan, target: PushTarget): string {
  return `last-${fingerprint([file.path, target.sourceId, target.instance ?? null, target.baseUrl ?? null])}.json`
}

/** A restarted run must not find the idempotency records of the one before: its keys differ by this. */
export function runIdOf(name: string, generation: number): string {
  return generation === 0 ? name.slice(0, 16) : `${name.slice(0, 16)}-${generation + 1}`
}

/** `Idempotency-Key` of a batch: a hash of run, batch and payload (cli.md section 3). */
export function batchKey(runId: string, label: string, attempt: number, payloadHash: string): string {
  return fingerprint([runId, label, attempt, payloadHash])
}

function fingerprint(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40)
}
