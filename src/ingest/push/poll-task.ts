import type { BulkResult } from '../../contract/operations/content.js'
import { TaskFailedError, UnclearAnswerError } from '../errors.js'
import type { SendContext } from './context.js'

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000

/** Waits for a bulk task to end; resolves to its result. Rejects with `TaskFailedError` where the service says it failed. */
export async function pollTask({ run, onRequest }: SendContext, taskId: string): Promise<BulkResult> {
  const { client, hardSignal } = run
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    hardSignal?.throwIfAborted()
    onRequest()
    const task = await client.getTask({ params: { task_id: taskId }, ...(hardSignal ? { signal: hardSignal } : {}) })
    // A task none of whose fields was accepted has failed, and may still say so field by field.
    const ended = task.status === 'completed' || task.status === 'failed'
    if (ended && task.result?.results) return task.result
    if (task.status === 'completed') {
      throw new UnclearAnswerError(`task ${taskId} is completed, without a result`)
    }
    if (task.status === 'failed') {
      throw new TaskFailedError(
        task.error?.code ?? '',
        task.error?.message ?? `task ${taskId} failed`,
        task.error?.details,
      )
    }
    await run.sleep(waitMs)
  }
}
