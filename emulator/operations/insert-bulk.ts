import type { WireWords } from '../../src/contract/operation.js'
import type { BulkResult, FieldResult } from '../../src/contract/operations/content.js'
import type { BodyOf } from '../../src/contract/operations/index.js'
import { recommendedPath } from '../../src/contract/vocabulary.js'
import type { Context } from '../core/decision.js'
import type { Insertion } from '../rules/insertion.js'
import type { Source } from '../state/state.js'
import { type InsertionFrame, type InsertResult, insertItems } from './insert-items.js'
import { findContentFaults, insertionOf, takesText } from './push-checks.js'

export type BulkFields = BodyOf<'pushBulk'>['questions']

type Sorting = Pick<Context, 'items' | 'now' | 'values' | 'state'>

interface FieldOutcome {
  result: FieldResult
  insertion: Insertion | undefined
}

/** What a bulk push comes to: fields are taken or rejected one by one (contract.md section 5). The index must be loaded. */
export interface BulkOutcome {
  outcomes: FieldOutcome[]
  insertions: Insertion[]
}

/** Sorts a bulk push out, field by field. */
export function sortBulk(fields: BulkFields, source: Source, context: Sorting, words: WireWords): BulkOutcome {
  const insertions: Insertion[] = []
  const outcomes = fields.map((entry) => {
    const outcome = fieldOutcome(entry, source, { ...context, words, before: insertions })
    if (outcome.insertion) insertions.push(outcome.insertion)
    return outcome
  })
  const isWhole = context.values['bulk-partial'].rule === 'all-or-nothing'
  if (!isWhole || insertions.length === outcomes.length) return { outcomes, insertions }
  return { outcomes: outcomes.map(rejectedWithOthers), insertions: [] }
}

function rejectedWithOthers(outcome: FieldOutcome): FieldOutcome {
  const { question_id, error } = outcome.result
  return error ? outcome : rejected(question_id, 'PUSH_FAILED', 'rejected because another field was rejected')
}

/** The result of a bulk push as it is answered, and the facts of it. */
export function insertBulk(
  { outcomes, insertions }: BulkOutcome,
  frame: InsertionFrame,
): { result: BulkResult; stored: InsertResult } {
  const stored = insertItems(insertions, frame)
  const { inserted, duplicates } = stored
  const result: BulkResult = {
    survey_series_id: String(frame.source.groupId),
    survey_id: String(frame.source.id),
    status: 'completed',
    results: outcomes.map((outcome) => outcome.result),
    inserted,
    duplicates,
    rows_accepted: inserted + duplicates,
    aps_deducted: stored.aps,
  }
  return { result, stored }
}

/** Whether no field accepted anything (BLK-20). */
export function nothingAccepted({ insertions }: BulkOutcome): boolean {
  return insertions.length === 0
}

function fieldOutcome(
  { question_id, content }: BulkFields[number],
  source: Source,
  context: Sorting & { words: WireWords; before: readonly Insertion[] },
): FieldOutcome {
  const { words, before } = context
  const field = source.fields.find((each) => String(each.id) === question_id)
  const noun = words === 'classic' ? 'question' : 'field'
  if (!field) return rejected(question_id, 'NOT_FOUND', `this source has no ${noun} ${question_id.slice(0, 40)}`)
  if (!takesText(field)) return rejected(question_id, 'VALIDATION_ERROR', `${noun} ${question_id} does not accept text`)
  const faults = findContentFaults(content, 'content', context)
  const first = Object.entries(faults)[0]
  if (first) {
    return rejected(question_id, 'VALIDATION_ERROR', `${recommendedPath(first[0])} ${first[1][0]}`, faults)
  }
  const insertion = insertionOf(source, field, content, context, before)
  const inserted = insertion.inserted.length
  const counts = { inserted, duplicates: insertion.duplicates, rows_accepted: inserted + insertion.duplicates }
  return { result: { question_id, status: 'accepted', ...counts }, insertion }
}

function rejected(question_id: string, code: string, message: string, details?: unknown): FieldOutcome {
  const error = details === undefined ? { code, message } : { code, message, details }
  const counts = { inserted: 0, duplicates: 0, rows_accepted: 0 }
  return { result: { question_id, status: 'rejected', ...counts, error }, insertion: undefined }
}
