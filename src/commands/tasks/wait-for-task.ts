import type { Factory } from '../../cli/factory.js'
import { whatIsThere } from '../../client/gaps.js'
import { ERRORS } from '../../contract/errors.js'
import type { Contract } from '../../contract/facts/contract.js'
import { endOfTask } from '../../contract/operations/content.js'
import type { Result } from '../../output/outcome.js'
import { EXIT, exitCodeOfStatus } from '../../terminal/exit-codes.js'
import { showWaiting } from '../../ui/waiting.js'
import { DEFAULT_WITHIN_MS, pollUntil } from '../poll.js'
import { askAgain, type FoundTask, findTask, type TaskKind } from './ask-task.js'
import { isTaskOver, stepOf, type TaskRecord, taskResult } from './task-view.js'

/** Asks for a task until it is over or the time is. Exit code 0 when it completed, 10 when some of it was rejected, 12 when it was still at work; of one that failed that of its error. */
export async function waitForTask(
  id: string,
  { kind, within }: { kind: TaskKind; within: number | undefined },
  outer: Factory,
): Promise<{ outcome: Result; exitCode: number; task: TaskRecord; raw: unknown }> {
  const factory = outer.within(within ?? DEFAULT_WITHIN_MS)
  const client = await factory.client()
  const waiting = await showWaiting(factory)
  const { signal } = factory
  let found: FoundTask | undefined
  const { answer: last, done } = await pollUntil(factory, {
    ask: async () => {
      found = found ? await askAgain(client, id, { found, signal }) : await findTask(client, id, { kind, signal })
      return found
    },
    isDone: ({ answer: { payload } }) => {
      waiting.update(stepOf(payload))
      return isTaskOver(payload)
    },
  }).finally(waiting.close)
  const { answer } = last
  const exitCode = done ? exitCodeOf(answer.payload, await client.contract()) : EXIT.stillPending
  const { status } = answer.payload
  if (!endOfTask({ status }).isKnown) await outer.screen.warn(unknownStatus(status, done))
  return { outcome: taskResult(answer, last.kind), exitCode, task: answer.payload, raw: answer.raw }
}

function unknownStatus(status: string, done: boolean): string {
  const did = done ? 'ended with' : 'has'
  return `the task ${did} the status ${JSON.stringify(status)}, which inpk does not know: \`inpk learn\` finds out what it is`
}

/** Of a task that ended in a way of its own only its counts say that all of it was done; of another, rows or fields may have been rejected. */
function exitCodeOf(task: TaskRecord, contract: Contract): number {
  const { status, error } = task
  const { result } = whatIsThere(task)
  const isCounted =
    result?.rows_read !== undefined && result.rows_rejected === 0 && result.rows_accepted === result.rows_read
  if (!endOfTask({ status }).isKnown) return isCounted ? EXIT.done : EXIT.partlyDone
  const rejected = result?.rows_rejected ?? result?.rejections?.length ?? 0
  const isRejected = rejected > 0 || result?.results?.some((each) => each?.status === 'rejected')
  if (status !== 'failed') return isRejected ? EXIT.partlyDone : EXIT.done
  const ours = error && contract.errorCode(0, error.code)
  const known = Object.entries(ERRORS).find(([code]) => code === ours)
  return known ? exitCodeOfStatus(known[1].status) : EXIT.failure
}
