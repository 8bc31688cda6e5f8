import { isObject } from '../../base/is-object.js'
import { findMember, optional } from '../../client/checked-payload.js'
import { ServiceError } from '../../client/errors.js'
import type { BulkResult, FieldResult } from '../../contract/operations/content.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { UnclearAnswerError } from '../errors.js'
import type { BatchOutcome } from './journal/records.js'
import type { BatchPayload, FieldItems } from './payload.js'
import type { PushRun } from './push-run.js'
import { areKnown, refusedBeside } from './refused-beside.js'

type TargetFields = Pick<PushRun, 'fields'>
type Target = Pick<PushRun, 'fields' | 'target'>

/** An outcome in which nothing was stored and nothing refused yet. */
function emptyOutcome({ fields }: TargetFields): BatchOutcome {
  const zeros = () => new Array<number>(fields.length).fill(0)
  return { inserted: zeros(), duplicates: zeros(), aps: 0, faults: [], again: [] }
}

/** The outcome a person vouches for with `--assume-sent`: all of it is there. */
export function assumedOutcome({ groups }: BatchPayload, run: TargetFields): BatchOutcome {
  const outcome = emptyOutcome(run)
  for (const { field, indexes } of groups) outcome.inserted[field] = indexes.length
  return outcome
}

/** The outcome of a single push that was answered. Refuses an answer that does not say of every item whether it was stored, known or rejected (threats A15). */
export function contentOutcome(
  result: ResultOf<'pushContent'>,
  { groups, content }: BatchPayload,
  run: Target,
): BatchOutcome {
  const outcome = emptyOutcome(run)
  requireOwnTarget(result, run)
  requireSame('field', optional(result).question_id, run.fields[groups[0]!.field]!.id)
  for (const group of groups) addCounts(outcome, group, result, content!.question.content)
  outcome.aps = numberOr0(optional(result).aps_deducted)
  return outcome
}

/** The outcome of a bulk push: a field is stored, but for items that were rejected, or refused with the items at fault named; its other items then go again. */
export function bulkOutcome(result: BulkResult, payload: BatchPayload, run: Target): BatchOutcome {
  const outcome = emptyOutcome(run)
  requireOwnTarget(result, run)
  if (!isReadable(findMember(result, 'results')) && addWhole(outcome, payload, result)) return outcome
  for (const [position, group] of payload.groups.entries()) {
    const { id } = run.fields[group.field]!
    const part = result.results?.find(({ question_id }) => String(question_id) === id)
    if (!part) throw new UnclearAnswerError(`the service does not report a result for field ${id}`)
    if (isRejected(part)) addRejection(outcome, group, part)
    else addCounts(outcome, group, part, payload.bulk?.questions[position]?.content ?? [])
  }
  outcome.aps = numberOr0(optional(result).aps_deducted)
  return outcome
}

/** Whether a field was refused: by its status, or, where it has none that can be read, by an error beside which nothing was stored. */
function isRejected(part: FieldResult): boolean {
  const { status, error, inserted = 0, duplicates = 0 } = optional(part)
  if (status !== undefined && status !== null) return status === 'rejected'
  if (error === undefined || error === null) return false
  if (inserted === 0 && duplicates === 0) return true
  throw new UnclearAnswerError(`the service reports an error and ${inserted} new items for one field`)
}

/** Whether every field says which one it is and what happened to its items. */
function isReadable(results: unknown): boolean {
  if (!Array.isArray(results)) return false
  return results.every((_, index) => {
    const part = findMember(results, String(index))
    const has = (name: string) => isObject(part) && (findMember(part, name) ?? undefined) !== undefined
    return has('question_id') && (has('status') || has('error') || (has('inserted') && has('duplicates')))
  })
}

/**
 * Adds the sums of an answer that does not go into its fields: where they account for every item, and all are new or none is, each field
 * is known. Whether that was so.
 */
function addWhole(outcome: BatchOutcome, { groups }: BatchPayload, result: BulkResult): boolean {
  const { inserted, duplicates, aps_deducted: aps } = optional(result)
  const items = groups.reduce((sum, { indexes }) => sum + indexes.length, 0)
  const isKnown = groups.length === 1 || inserted === 0 || duplicates === 0
  if (!isKnown || typeof inserted !== 'number' || typeof duplicates !== 'number') return false
  if (inserted + duplicates !== items) return false
  for (const { field, indexes } of groups) {
    outcome.inserted[field]! += groups.length === 1 ? inserted : inserted === 0 ? 0 : indexes.length
    outcome.duplicates[field]! += groups.length === 1 ? duplicates : duplicates === 0 ? 0 : indexes.length
  }
  outcome.aps = numberOr0(aps)
  return true
}

/**
 * The outcome of a request that was refused for items it names: those are rejected, all others go again. Undefined if it names
 * none. A bulk push none of whose fields was accepted says so field by field (BLK-20).
 */
export function refusalOutcome(details: unknown, payload: BatchPayload, run: Target): BatchOutcome | undefined {
  const results = (details as { results?: FieldResult[] } | null | undefined)?.results
  if (Array.isArray(results)) return bulkOutcome({ results } as BulkResult, payload, run)
  const { groups } = payload
  const named = namedItems(details)
  const outcome = emptyOutcome(run)
  for (const [position, group] of groups.entries()) {
    addFaults(
      outcome,
      group,
      named.filter((item) => item.group === position),
    )
    outcome.again.push(group.field)
  }
  return outcome.faults.length > 0 ? outcome : undefined
}

/** Refuses an answer about another source or group than the items were sent to: no one knows if they are. */
function requireOwnTarget(result: ResultOf<'pushContent'> | BulkResult, { target }: Target): void {
  const { survey_id: source, survey_series_id: group } = optional(result)
  requireSame('source', source, target.sourceId)
  requireSame('group', group, target.groupId)
}

/** An answer need not name where the items are. */
function requireSame(kind: string, named: unknown, sent: string): void {
  if (named === undefined || named === null || String(named) === sent) return
  throw new UnclearAnswerError(
    `the service answered for ${kind} ${String(named)}, but the items were sent to ${kind} ${sent}`,
  )
}

function addRejection(outcome: BatchOutcome, group: FieldItems, { error }: FieldResult): void {
  const before = outcome.faults.length
  addFaults(outcome, group, namedItems(error?.details))
  if (outcome.faults.length > before) outcome.again.push(group.field)
  else for (const index of group.indexes) outcome.faults.push([index, error?.message ?? 'rejected by the service'])
}

function addFaults(outcome: BatchOutcome, group: FieldItems, named: readonly NamedItem[]): void {
  const known = new Set(outcome.faults.map(([index]) => index))
  for (const { item, reason } of named) {
    const index = group.indexes[item]
    if (index === undefined || known.has(index)) continue
    known.add(index)
    outcome.faults.push([index, reason])
  }
}

type Items = Parameters<typeof refusedBeside>[1]

function addCounts(
  outcome: BatchOutcome,
  { field, indexes }: FieldItems,
  counts: { inserted: number; duplicates: number },
  items: Items,
): void {
  const { inserted, duplicates } = counts
  const missing = indexes.length - (inserted + duplicates)
  const areCounts = [inserted, duplicates].every((each) => Number.isInteger(each) && each >= 0)
  if (areCounts && missing >= 0) {
    outcome.inserted[field]! += inserted
    outcome.duplicates[field]! += duplicates
    if (missing === 0 || addRefused(outcome, { field, indexes }, counts, items)) return
  }
  throw new UnclearAnswerError(
    `the service reports ${Number(inserted) + Number(duplicates)} of ${indexes.length} items`,
    outcome,
  )
}

/**
 * Adds what was refused beside what was stored, as far as the answer says so; whether it does. Where it does not say which, all may go
 * again that are known by their identifiers.
 */
function addRefused(
  outcome: BatchOutcome,
  { field, indexes }: FieldItems,
  counts: { inserted: number; duplicates: number },
  items: Items,
): boolean {
  const missing = indexes.length - counts.inserted - counts.duplicates
  const refused = items.length === indexes.length ? refusedBeside(counts, items, missing) : undefined
  if (!refused) return false
  if (refused.named) outcome.faults.push(...refused.named.map(([at, why]): [number, string] => [indexes[at]!, why]))
  else if (areKnown(items)) outcome.unnamed = [...(outcome.unnamed ?? []), [field, missing, refused.reason]]
  else return false
  return true
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

/** What a refusal says, whether of a request or of a task: the status and the envelope of the answer. */
export type ServiceFailure = Pick<
  ServiceError,
  'status' | 'meant' | 'provesNothingDone' | 'code' | 'message' | 'details'
>

/**
 * The answer behind an error; undefined if none came. Errors of libraries and of the disk may carry a `status` of another
 * meaning.
 */
export function findServiceFailure(error: unknown): ServiceFailure | undefined {
  return error instanceof ServiceError ? error : undefined
}

/** An item a validation error points at: the part of the request (for bulk pushes) and the item in it. */
interface NamedItem {
  group: number
  item: number
  reason: string
}

const ITEM_PATH = /(?:(?:questions|fields)\[(\d+)\]\.)?content\[(\d+)\]\.?(\w*)/

/** The items that `details` of an error names (`{"question.content[3].text": ["…"]}`); none if it names no item. */
function namedItems(details: unknown, groupByDefault = 0): NamedItem[] {
  if (details === null || typeof details !== 'object') return []
  return Object.entries(details).flatMap(([path, messages]) => {
    const match = ITEM_PATH.exec(path)
    if (!match) return []
    const reason = `${match[3] ?? ''} ${Array.isArray(messages) ? messages.join(', ') : String(messages)}`.trim()
    return [{ group: match[1] === undefined ? groupByDefault : Number(match[1]), item: Number(match[2]), reason }]
  })
}
