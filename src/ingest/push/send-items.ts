import type { ResultOf } from '../../contract/operations/index.js'
import { provesNothingDone } from '../../contract/settled.js'
import { TaskFailedError } from '../errors.js'
import type { MappedItem } from '../map/mapped-row.js'
import type { SendContext } from './context.js'
import { type Failure, findFailure } from './failure.js'
import { isUndecidable, recordIntent } from './intent.js'
import type { Outcome } from './journal/records.js'
import { assumedOutcome, bulkOutcome, contentOutcome, refusalOutcome } from './outcome.js'
import { buildPayload, type Payload } from './payload.js'
import { pollTask } from './poll-task.js'

/**
 * Sends a batch, or finds out what became of it when it was sent before, and writes the outcome down. Rejects where the run must
 * stop; the journal then says whether the batch is in doubt or was refused.
 */
export async function deliverBatch(
  context: SendContext,
  label: string,
  items: readonly MappedItem[],
): Promise<Outcome> {
  const { journal, settings } = context
  const payload = buildPayload(items, settings)
  const outcome = await attemptBatch(context, label, items, payload).then(
    (answered) => {
      // Only a batch that was answered well: of a failed request something may still be on its way.
      payload.release()
      return answered
    },
    (error) => settleFailure(context, label, payload, error),
  )
  await journal.write({ type: 'done', label, outcome })
  return outcome
}

async function attemptBatch(
  context: SendContext,
  label: string,
  items: readonly MappedItem[],
  payload: Payload,
): Promise<Outcome> {
  const { run, journal, settings, onRequest } = context
  run.hardSignal?.throwIfAborted()
  const { sent } = journal.find(label)
  const assumed = run.assume === 'sent' && sent && isUndecidable(sent, run.target.keyId, run.now())
  if (assumed) return assumedOutcome(payload, settings.fields.length)
  const { key } = await recordIntent(context, label, items, payload)
  const call = {
    idempotencyKey: key,
    encodedBody: payload.encoded,
    ...(run.hardSignal ? { signal: run.hardSignal } : {}),
  }
  const fieldIds = settings.fields.map(({ id }) => id)
  const { taskId } = journal.find(label)
  if (taskId !== undefined) return bulkOutcome(await pollTask(context, taskId), payload, fieldIds)
  onRequest()
  if (payload.content)
    return contentOutcome(await run.client.pushContent({ ...call, body: payload.content }), payload, fieldIds.length)
  const answer = await run.client.pushBulk({ ...call, body: payload.bulk! })
  if (!isTask(answer)) return bulkOutcome(answer, payload, fieldIds)
  await journal.write({ type: 'task', label, taskId: answer.task_id })
  return bulkOutcome(await pollTask(context, answer.task_id), payload, fieldIds)
}

function isTask(answer: ResultOf<'pushBulk'>): answer is Extract<ResultOf<'pushBulk'>, { task_id: string }> {
  return 'task_id' in answer && answer.task_id !== undefined && !('results' in answer)
}

/** A refusal that names items is an outcome; any other failure goes on, after the journal knows what it proves. */
async function settleFailure(
  { journal, settings }: SendContext,
  label: string,
  payload: Payload,
  error: unknown,
): Promise<Outcome> {
  const failure = error instanceof TaskFailedError ? taskFailure(error) : findFailure(error)
  if (!failure) throw error
  const fieldIds = settings.fields.map(({ id }) => id)
  const outcome = failure.status === 400 ? refusalOutcome(failure.details, payload, fieldIds) : undefined
  if (outcome) return outcome
  if (provesNothingDone(failure))
    await journal.write({ type: 'refused', label, status: failure.status, code: failure.code })
  throw error
}

/** A failed task stored nothing, just as a refused request. */
function taskFailure({ code, message, details }: TaskFailedError): Failure {
  return { status: 400, code, message, details }
}
