import { provesNothingDone } from '../../contract/errors.js'
import type { BulkResult } from '../../contract/operations/content.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { TaskFailedError, TaskLostError, UnclearAnswerError } from '../errors.js'
import type { MappedItem } from '../map/mapped-row.js'
import { isAssumedSent, recordIntent, requireRepeatable } from './intent.js'
import type { BatchOutcome, SentRecord } from './journal/records.js'
import {
  assumedOutcome,
  bulkOutcome,
  contentOutcome,
  findServiceFailure,
  refusalOutcome,
  type ServiceFailure,
} from './outcome.js'
import { type BatchPayload, buildPayload } from './payload.js'
import type { PushRun } from './push-run.js'

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000
const GONE = 410

/**
 * Sends items as one request, or finds the outcome of one that was sent before, and writes it to the journal. Rejects where the
 * run must stop; the journal then says whether the items are in doubt or were refused.
 */
export async function sendItems(run: PushRun, label: string, items: readonly MappedItem[]): Promise<BatchOutcome> {
  const payload = buildPayload(items, run)
  let outcome: BatchOutcome
  try {
    run.hardSignal?.throwIfAborted()
    if (isAssumedSent(run, label)) outcome = assumedOutcome(payload, run)
    else {
      const sent = await recordIntent(run, label, items, payload)
      const call = { idempotencyKey: sent.key, encodedBody: payload.encoded, ...signalOf(run) }
      if (payload.content) {
        run.ledger.requests += 1
        const answering = run.client.pushContent({ ...call, body: payload.content })
        const answer = await answering.catch((error: unknown) => uncountUnsent(run, error))
        outcome = contentOutcome(answer, payload, run)
      } else outcome = bulkOutcome(await pushBulk(run, sent, { ...call, body: payload.bulk! }), payload, run)
    }
    // Only of a request that was answered well: of a failed one something may still be on its way.
    payload.release()
  } catch (error) {
    outcome = await settleFailure(run, label, payload, error)
  }
  await run.journal.write({ type: 'done', label, outcome })
  return outcome
}

type BulkCall = Parameters<PushRun['client']['pushBulk']>[0]

/**
 * The result of a bulk push: that of its task where there is one, also one that was started before. A task of an earlier run that the
 * service does not know any more is asked for again under its key, which starts none that has run.
 */
async function pushBulk(run: PushRun, sent: SentRecord, call: BulkCall): Promise<BulkResult> {
  const { label } = sent
  const { taskId } = run.journal.find(label)
  const result = taskId === undefined ? undefined : await findResult(run, sent, taskId)
  if (result) return result
  run.ledger.requests += 1
  const answer = await run.client.pushBulk(call).catch((error: unknown) => uncountUnsent(run, error))
  if (!isTask(answer)) return answer
  await run.journal.write({ type: 'task', label, taskId: answer.task_id })
  return pollTask(run, sent, answer.task_id)
}

/** The result of a task that an earlier run started; undefined where the service does not know it and the batch may be sent again. */
async function findResult(run: PushRun, sent: SentRecord, taskId: string): Promise<BulkResult | undefined> {
  try {
    return await pollTask(run, sent, taskId)
  } catch (error) {
    if (!(error instanceof TaskLostError) || !error.isUnknown) throw error
    // Waiting for the task may have taken until now.
    requireRepeatable(run, sent)
    return undefined
  }
}

/** Takes back the count of a request that was stopped while it waited for its turn: of one that has left, the signal is not the error. */
function uncountUnsent({ ledger, hardSignal }: PushRun, error: unknown): never {
  if (hardSignal?.aborted && error === hardSignal.reason) ledger.requests -= 1
  throw error
}

function isTask(answer: ResultOf<'pushBulk'>): answer is Extract<ResultOf<'pushBulk'>, { task_id: string }> {
  return 'task_id' in answer && answer.task_id !== undefined && !('results' in answer)
}

/**
 * Waits for a bulk task to end; resolves to its result. Rejects with `TaskFailedError` where it failed, with `TaskLostError` where the
 * service refuses to tell.
 */
async function pollTask(run: PushRun, sent: SentRecord, taskId: string): Promise<BulkResult> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    run.hardSignal?.throwIfAborted()
    run.ledger.requests += 1
    const asking = run.client.getTask({ params: { task_id: taskId }, ...signalOf(run) })
    const task = await asking.catch((error: unknown) => {
      throw lostTask(error, sent, taskId) ?? error
    })
    // A task none of whose fields was accepted has failed, and may still say so field by field.
    const ended = task.status === 'completed' || task.status === 'failed'
    if (ended && task.result?.results) return task.result
    if (task.status === 'completed') throw new UnclearAnswerError(`task ${taskId} is completed, without a result`)
    if (task.status === 'failed') {
      const { code, message, details } = task.error ?? {}
      throw new TaskFailedError(code ?? '', message ?? `task ${taskId} failed`, details)
    }
    await run.sleep(waitMs)
  }
}

/** What a refused poll means: nothing for the push, which was accepted and may have stored its items. */
function lostTask(error: unknown, { rows }: SentRecord, taskId: string): TaskLostError | undefined {
  const failure = findServiceFailure(error)
  if (!failure || !(failure.status === GONE || provesNothingDone(failure))) return undefined
  return new TaskLostError(taskId, rows, failure.status, error)
}

function signalOf({ hardSignal }: PushRun): { signal?: AbortSignal } {
  return hardSignal ? { signal: hardSignal } : {}
}

/** A refusal that names items is an outcome; any other failure is rethrown once the journal knows what it proves. */
async function settleFailure(
  run: PushRun,
  label: string,
  payload: BatchPayload,
  error: unknown,
): Promise<BatchOutcome> {
  const failure = error instanceof TaskFailedError ? taskFailure(error) : findServiceFailure(error)
  if (!failure) throw error
  const outcome = failure.status === 400 ? refusalOutcome(failure.details, payload, run) : undefined
  if (outcome) return outcome
  if (provesNothingDone(failure))
    await run.journal.write({ type: 'refused', label, status: failure.status, code: failure.code })
  throw error
}

/** A failed task stored nothing, just as a refused request. */
function taskFailure({ code, message, details }: TaskFailedError): ServiceFailure {
  return { status: 400, code, message, details }
}
