import type { BulkResult, FieldResult } from '../../contract/operations/content.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { UnclearAnswerError } from '../errors.js'
import { type NamedItem, namedItems } from './failure.js'
import type { Outcome } from './journal/records.js'
import type { FieldItems, Payload } from './payload.js'

/** An outcome in which nothing was stored and nothing refused yet. */
function emptyOutcome(fieldCount: number): Outcome {
  const zeros = () => new Array<number>(fieldCount).fill(0)
  return { inserted: zeros(), duplicates: zeros(), aps: 0, faults: [], again: [] }
}

/** The outcome a person vouches for with `--assume-sent`: all of it is there. */
export function assumedOutcome({ groups }: Payload, fieldCount: number): Outcome {
  const outcome = emptyOutcome(fieldCount)
  for (const { field, indexes } of groups) outcome.inserted[field] = indexes.length
  return outcome
}

/** The outcome of a single push that was answered. Refuses an answer that does not account for every item (threats A15). */
export function contentOutcome(result: ResultOf<'pushContent'>, { groups }: Payload, fieldCount: number): Outcome {
  const outcome = emptyOutcome(fieldCount)
  for (const group of groups) addCounts(outcome, group, result)
  outcome.aps = numberOr0(result.aps_deducted)
  return outcome
}

/** The outcome of a bulk push: a field is stored, or refused with the items at fault named; its other items then go again. */
export function bulkOutcome(result: BulkResult, payload: Payload, fieldIds: readonly string[]): Outcome {
  const outcome = emptyOutcome(fieldIds.length)
  for (const group of payload.groups) {
    const part = result.results?.find(({ question_id }) => String(question_id) === fieldIds[group.field])
    if (!part) throw new UnclearAnswerError(`the service does not say what became of field ${fieldIds[group.field]}`)
    if (part.status === 'rejected') addRejection(outcome, group, part)
    else addCounts(outcome, group, part)
  }
  outcome.aps = numberOr0(result.aps_deducted)
  return outcome
}

/**
 * The outcome of a request that was refused for items it names: those are rejected, all others go again. Undefined where it names
 * none. A bulk push none of whose fields was accepted says so field by field (BLK-20).
 */
export function refusalOutcome(details: unknown, payload: Payload, fieldIds: readonly string[]): Outcome | undefined {
  const results = (details as { results?: FieldResult[] } | null | undefined)?.results
  if (Array.isArray(results)) return bulkOutcome({ results } as BulkResult, payload, fieldIds)
  const { groups } = payload
  const named = namedItems(details)
  const outcome = emptyOutcome(fieldIds.length)
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

function addRejection(outcome: Outcome, group: FieldItems, { error }: FieldResult): void {
  const before = outcome.faults.length
  addFaults(outcome, group, namedItems(error?.details))
  if (outcome.faults.length > before) outcome.again.push(group.field)
  else for (const index of group.indexes) outcome.faults.push([index, error?.message ?? 'refused by the service'])
}

function addFaults(outcome: Outcome, group: FieldItems, named: readonly NamedItem[]): void {
  const known = new Set(outcome.faults.map(([index]) => index))
  for (const { item, reason } of named) {
    const index = group.indexes[item]
    if (index === undefined || known.has(index)) continue
    known.add(index)
    outcome.faults.push([index, reason])
  }
}

function addCounts(
  outcome: Outcome,
  { field, indexes }: FieldItems,
  counts: { inserted: number; duplicates: number },
): void {
  const { inserted, duplicates } = counts
  if (!Number.isInteger(inserted) || !Number.isInteger(duplicates) || inserted + duplicates !== indexes.length) {
    throw new UnclearAnswerError(
      `the service accounts for ${Number(inserted) + Number(duplicates)} of ${indexes.length} items`,
    )
  }
  outcome.inserted[field]! += inserted
  outcome.duplicates[field]! += duplicates
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
