import { findMember, optional } from '../../client/checked-payload.js'
import { UnreachableError } from '../../client/errors.js'
import { isValidationStatus } from '../../contract/errors.js'
import { type BulkResult, endOfTask } from '../../contract/operations/content.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { TaskFailedError, TaskLostError, UnclearAnswerError } from '../errors.js'
import type { MappedItem } from '../map/mapped-row.js'
import { isAssumedSent, recordIntent, renewIntent, requireRepeatable } from './intent.js'
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
import { isStopOf, type PushRun } from './push-run.js'

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000
const GONE = 410
/** Stands in the journal where an answer's code would: what never left can be no more in doubt than what was refused. */
const NOT_SENT = 'NOT_SENT'

/**
 * Sends items as one request, or finds the outcome of one that was sent before, and writes it to the journal. Rejects if the run
 * must stop; the journal then says whether the items are in doubt or were refused.
 */
export async function sendItems(run: PushRun, label: string, items: readonly MappedItem[]): Promise<BatchOutcome> {
  const payload = buildPayload(items, run)
  let outcome: BatchOutcome
  try {
    run.hardSignal?.throwIfAborted()
    if (isAssumedSent(run, label)) outcome = assumedOutcome(payload, run)
    else {
      const isFirst = run.journal.find(label).sent === undefined
      const sent = await recordIntent(run, label, items, payload)
      const call = { idempotencyKey: sent.key, encodedBody: payload.encoded, ...signalsOf(run) }
      if (payload.content) {
        run.ledger.requests += 1
        const answering = run.client.pushContent({ ...call, body: payload.content })
        const answer = await answering.catch((error: unknown) => takeBackUnsent(run, label, isFirst, error))
        outcome = contentOutcome(answer, payload, run)
      } else {
        const result = await pushBulk(run, sent, isFirst, { ...call, body: payload.bulk! })
        outcome = result ? bulkOutcome(result, payload, run) : assumedOutcome(payload, run)
      }
    }
    // Only of a request that was answered well: of a failed one something may still be on its way.
    payload.release()
  } catch (error) {
    outcome = await settleFailure(run, label, payload, error)
  }
  await run.journal.write({ type: 'done', label, outcome })
  return outcome
}

/**
 * Takes back what was noted of a request that never left: its count, if it was stopped while it waited for its turn or its
 * connection, and the intent, where nothing of the batch had been sent before. Whoever comes back later is then not asked what
 * happened to it.
 */
async function takeBackUnsent(run: PushRun, label: string, isFirst: boolean, error: unknown): Promise<never> {
  const { ledger, journal } = run
  // Of a request that has left, the signal is not the error.
  const isStopped = isStopOf(run, error)
  if (isStopped) ledger.requests -= 1
  const neverLeft = isStopped || (error instanceof UnreachableError && !error.maybeSent)
  if (neverLeft && isFirst) await journal.write({ type: 'refused', label, status: 0, code: NOT_SENT })
  throw error
}

type BulkCall = Parameters<PushRun['client']['pushBulk']>[0]

/**
 * The result of a bulk push: that of its task where there is one, also one that was started before; undefined if a person vouches
 * for it. A task of an earlier run that the service does not know any more leaves only the items to ask. Those with ids go again
 * under a new key, for under theirs the service would name the same task until that key is forgotten, and what is there is a
 * duplicate. Those without go again under their key, which starts no task that has run; what that does not settle `--assume-sent`
 * and `--assume-lost` do.
 */
async function pushBulk(
  run: PushRun,
  before: SentRecord,
  isFirst: boolean,
  call: BulkCall,
): Promise<BulkResult | undefined> {
  const { label } = before
  const { taskId } = run.journal.find(label)
  const result = taskId === undefined ? undefined : await findResult(run, before, taskId)
  if (result) return result
  const isGone = taskId !== undefined
  if (isGone && !before.ids && run.assume === 'sent') return undefined
  const isRenewed = isGone && (before.ids || run.assume === 'lost')
  const sent = isRenewed ? await renewIntent(run, before) : before
  run.ledger.requests += 1
  const answering = run.client.pushBulk({ ...call, idempotencyKey: sent.key })
  const answer = await answering.catch((error: unknown) => takeBackUnsent(run, label, isFirst, error))
  if (!isTask(answer)) return answer
  await run.journal.write({ type: 'task', label, taskId: answer.task_id })
  return pollTask(run, sent, answer.task_id)
}

/**
 * The result of a task that an earlier run started; undefined if the service does not know it and the batch may be sent again.
 */
async function findResult(run: PushRun, sent: SentRecord, taskId: string): Promise<BulkResult | undefined> {
  try {
    return await pollTask(run, sent, taskId)
  } catch (error) {
    if (!(error instanceof TaskLostError) || !error.isUnknown) throw error
    // Waiting for the task may have taken until now.
    if (run.assume === undefined) requireRepeatable(run, sent)
    return undefined
  }
}

/** Whether an answer is a task to wait for: one may have its results beside it, which are null or empty until it is over. */
function isTask(answer: ResultOf<'pushBulk'>): answer is Extract<ResultOf<'pushBulk'>, { task_id: string }> {
  const [results, status] = ['results', 'status'].map((name) => findMember(answer, name))
  const isOver = Array.isArray(results) && results.length > 0 && status !== 'queued' && status !== 'processing'
  return 'task_id' in answer && answer.task_id !== undefined && !isOver
}

/**
 * Waits for a bulk task to end; resolves to its result. Rejects with `TaskFailedError` where it failed, with `TaskLostError` where the
 * service refuses to tell.
 */
async function pollTask(run: PushRun, sent: SentRecord, taskId: string): Promise<BulkResult> {
  let unclearMs = 0
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    run.hardSignal?.throwIfAborted()
    run.ledger.requests += 1
    const asking = run.client.getTask({ params: { task_id: taskId }, ...signalOf(run) })
    const task = await asking.catch((error: unknown) => {
      throw lostTask(error, sent, taskId) ?? error
    })
    // A task none of whose fields was accepted has failed, and may still say so field by field.
    const ended = task.status === 'completed' || task.status === 'failed'
    if (ended && task.result && hasOutcome(task.result, task.status)) return task.result
    if (task.status === 'completed') throw new UnclearAnswerError(`task ${taskId} completed without a result`)
    if (task.status === 'failed') {
      const { code, message, details } = task.error ?? {}
      throw new TaskFailedError(code ?? '', message ?? `task ${taskId} failed`, details)
    }
    const { isKnown, isOver } = endOfTask({ ...optional(task), status: task.status })
    if (!isKnown && isOver && task.result && hasOutcome(task.result, 'completed')) return task.result
    unclearMs += isKnown ? 0 : waitMs
    if (isOver || unclearMs > LONGEST_UNCLEAR_MS) throw unclearTask(taskId, task.status)
    await run.sleep(waitMs)
  }
}

/** A status that no one knows may never change. */
const LONGEST_UNCLEAR_MS = 10 * 60_000

function unclearTask(taskId: string, status: string): UnclearAnswerError {
  return new UnclearAnswerError(
    `task ${taskId} has the status ${JSON.stringify(status)}, which inpk does not know; \`inpk learn\` finds out what it is`,
  )
}

/** Whether the result of a task says what happened to its items: field by field, or at least in all. */
function hasOutcome(result: BulkResult, status: string): boolean {
  const isSummed = status === 'completed' && typeof findMember(result, 'inserted') === 'number'
  return isSummed || Boolean(result.results)
}

/** What a refused poll means: nothing for the push, which was accepted and may have stored its items. */
function lostTask(error: unknown, { rows }: SentRecord, taskId: string): TaskLostError | undefined {
  const failure = findServiceFailure(error)
  if (!failure || !(failure.meant === GONE || failure.provesNothingDone)) return undefined
  return new TaskLostError(taskId, rows, failure, error)
}

/** A batch that waits for its turn has nothing to finish. */
function signalsOf(run: PushRun): { signal?: AbortSignal; waitSignal?: AbortSignal } {
  return { ...signalOf(run), ...(run.signal ? { waitSignal: run.signal } : {}) }
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
  const outcome = isValidationStatus(failure.meant) ? refusalOutcome(failure.details, payload, run) : undefined
  if (outcome) return outcome
  if (failure.provesNothingDone)
    await run.journal.write({ type: 'refused', label, status: failure.status, code: failure.code })
  throw error
}

/** A failed task stored nothing, just as a refused request. */
function taskFailure({ code, message, details }: TaskFailedError): ServiceFailure {
  return { status: 400, meant: 400, provesNothingDone: true, code, message, details }
}
