import { count } from '../../../src/base/count.js'
import type { ErrorEnvelope } from '../../../src/contract/errors.js'
import type { Emitted } from '../../../src/contract/events.js'
import type { ResultOf } from '../../../src/contract/operations/index.js'
import type { Decision } from '../../core/decision.js'
import { apsOf, currentAccount } from '../../rules/credits.js'
import { type Change, put, remove, set } from '../../state/change.js'
import type { Task } from '../../state/state.js'
import type { Step } from './step.js'

type Result = NonNullable<ResultOf<'getTask'>['result']>

/** The end of an upload: its result, the credits it did not need, and the event. Fails where every row was rejected. */
export function endUpload(step: Step, fields: readonly string[]): Decision<null> {
  const { task, upload, now } = step
  const result = resultOf(step, fields)
  if (upload.rowsRead > 0 && upload.rowsRejected === upload.rowsRead) {
    return failedUpload(step, { code: 'PUSH_FAILED', message: 'no row was accepted; see rejections' }, result)
  }
  const completed: Task = { ...task, status: 'completed', progress: 100, completedAt: now, result }
  return {
    answer: null,
    summary: `${task.id}: ${count(result.inserted, 'item')} of ${count(upload.rowsRead, 'row')}`,
    changes: [put('tasks', task.id, completed), ...cleared(step)],
    events: result.inserted > 0 ? [pushedEvent(step, result)] : [],
  }
}

/** A task that ends without any row stored. */
export function failedUpload(step: Step, error: ErrorEnvelope['error'], result: unknown = null): Decision<null> {
  const { task, now } = step
  const row: Task = { ...task, status: 'failed', progress: 100, completedAt: now, result, error }
  return { answer: null, summary: `${task.id} failed`, changes: [put('tasks', task.id, row), ...cleared(step)] }
}

function cleared({ state, upload, now, task }: Step): Change[] {
  const account = currentAccount(state.credits, now)
  const unused = (upload.found?.tokens ?? 0) - upload.tokens
  // Credits of a month that is over are gone with it.
  const refund = unused > 0 && upload.found?.periodStart === account.periodStart
  return [
    ...(refund ? [set('credits', { ...account, usedTokens: Math.max(0, account.usedTokens - unused) })] : []),
    remove('uploads', upload.id),
    remove('jobs', `task:${task.id}`),
  ]
}

function resultOf({ upload, source, values }: Step, fields: readonly string[]): Result {
  const results = fields.map((question_id) => {
    const { inserted, duplicates } = upload.landed[question_id] ?? { inserted: 0, duplicates: 0 }
    return { question_id, status: 'accepted' as const, inserted, duplicates, rows_accepted: inserted + duplicates }
  })
  const inserted = results.reduce((sum, each) => sum + each.inserted, 0)
  const duplicates = results.reduce((sum, each) => sum + each.duplicates, 0)
  return {
    survey_series_id: String(source.groupId),
    survey_id: String(source.id),
    status: 'completed',
    results,
    inserted,
    duplicates,
    rows_accepted: inserted + duplicates,
    aps_deducted: apsOf(upload.tokens, values['credit-formula']),
    rows_read: upload.rowsRead,
    rows_rejected: upload.rowsRejected,
    rejections: upload.rejections,
  }
}

function pushedEvent({ source, upload }: Step, { results, inserted, duplicates }: Result): Emitted {
  return {
    event: 'content.pushed',
    data: {
      survey_series_id: source.groupId,
      survey_id: source.id,
      question_ids: results.filter((each) => each.inserted > 0).map(({ question_id }) => Number(question_id)),
      inserted,
      duplicates,
      source_reference: upload.sourceReference,
    },
  }
}
