import { count } from '../../src/base/count.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { LIMITS } from '../../src/contract/limits.js'
import type { ResultOf } from '../../src/contract/operations/index.js'
import type { Context, Decision, Handler } from '../core/decision.js'
import { inWords } from '../core/input.js'
import { named } from '../core/named.js'
import { invalid, Refusal } from '../core/refusal.js'
import type { Source } from '../state/state.js'
import { requireSource } from './find-rows.js'
import { type BulkFields, type BulkOutcome, insertBulk, nothingAccepted, sortBulk } from './insert-bulk.js'
import { type InsertionFrame, requireCredits } from './insert-items.js'
import { loadScope, requirePublished } from './push-checks.js'
import { queuedTask, statusUrl } from './queued-task.js'

/** What a queued task keeps of its request until it runs. */
export interface QueuedBulk {
  sourceId: number
  questions: BulkFields
  sourceReference: string | null
  words: Context['words']
}

/** Items for several fields: a task by default, at once with `sync` where it is small enough (BLK-1 to BLK-21). */
export const pushBulk: Handler<'pushBulk'> = async ({ body }, context) => {
  const { questions } = body
  const faults = findEnvelopeFaults(questions, context.values['bulk-item-limit'].items)
  if (Object.keys(faults).length > 0) throw invalid(inWords(faults, context.words))
  const isIdsFirst = context.values['bulk-check-order'].rule === 'ids-first'
  const sync = body.sync === true && (isIdsFirst || isSmall(questions))
  if (sync) requireExternalIds(questions)
  const source = requireSource(context.state, body.survey_id, body.survey_series_id, context.words)
  requirePublished(source)
  await loadScope(source, context)
  const sourceReference = body.source_reference ?? null
  const frame = { ...context, source, environment: context.requireKey().environment, sourceReference }
  const outcome = sortBulk(questions, source, context, context.words)
  requireCredits(outcome.insertions, frame)
  if (sync && isSmall(questions) && !context.busy) return pushNow(outcome, frame)
  return queue({ sourceId: source.id, questions, sourceReference, words: context.words }, source, context)
}

function pushNow(outcome: BulkOutcome, frame: InsertionFrame): Decision<ResultOf<'pushBulk'>> {
  const { result, stored } = insertBulk(outcome, frame)
  if (nothingAccepted(outcome)) {
    throw new Refusal('PUSH_FAILED', 'no field accepted anything; see details', { results: result.results })
  }
  const { changes, items, events } = stored
  return { answer: result, status: 200, summary: summaryOf(stored.inserted, frame.source), changes, items, events }
}

function queue(what: QueuedBulk, source: Source, context: Context): Decision<ResultOf<'pushBulk'>> {
  const { ids, words } = context
  const id = `task_${ids.next('task')}`
  const path = words === 'classic' ? '/content/push/bulk/{task_id}' : '/feedback/push/bulk/{task_id}'
  return {
    answer: { task_id: id, status: 'queued', progress: 0, status_url: statusUrl(id, path, context) },
    summary: `queued ${id} for ${named('source', source)}`,
    changes: queuedTask(id, 'bulk', context),
    blobs: { put: { [id]: Buffer.from(JSON.stringify(what)) } },
  }
}

/** One line of the log for items that stored. */
export function summaryOf(inserted: number, source: Source): string {
  return `pushed ${count(inserted, 'item')} to ${named('source', source)}`
}

/** Faults that refuse the whole request: a field twice, more than 1,000 items in all (LIM-1). */
function findEnvelopeFaults(questions: BulkFields, most: number): FieldMap {
  const faults: FieldMap = {}
  const seen = new Set<string>()
  for (const [index, { question_id }] of questions.entries()) {
    if (seen.has(question_id)) faults[`questions[${index}].question_id`] = ['appears twice in this request']
    seen.add(question_id)
  }
  const total = countItems(questions)
  if (total < 1) faults.questions = ['must contain at least one item']
  if (total > most) faults.questions = [`must contain at most ${most} items in total, not ${total}`]
  return faults
}

function isSmall(questions: BulkFields): boolean {
  return questions.length <= LIMITS.syncFields && countItems(questions) <= LIMITS.syncItems
}

function requireExternalIds(questions: BulkFields): void {
  const lacks = (item: unknown) =>
    item === null || typeof item !== 'object' || !(item as { external_id?: unknown }).external_id
  if (!questions.some(({ content }) => content.some(lacks))) return
  throw new Refusal('SYNC_REQUIRES_EXTERNAL_ID', 'with sync every row needs an external_id')
}

function countItems(questions: BulkFields): number {
  return questions.reduce((sum, { content }) => sum + content.length, 0)
}
