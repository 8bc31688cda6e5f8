import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Factory } from '../../cli/factory.js'
import { asSent, optional } from '../../client/checked-payload.js'
import type { Codec } from '../../contract/facts/codec.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { ExplainedError } from '../../terminal/failure.js'
import { isTaskOver, type TaskRecord } from '../tasks/task-view.js'
import { waitForTask } from '../tasks/wait-for-task.js'

type EraseResult = ResultOf<'eraseFeedback'>

/** A task by which a service erases, as it was last seen. */
export interface EraseTask {
  task_id: string
  status: string
  error?: string
}

/** The end of such a task. */
export interface EndOfErase {
  task: EraseTask
  /** It erased what it was asked to. */
  isDone: boolean
  /** As that of `tasks wait`. */
  exitCode: number
  /** What its answer says of the erase, as an answer to that says it; empty where it says nothing. */
  said: EraseResult
}

/** Waits for the task that an erase was answered with; undefined where it was answered with none. `codec`: of what its end says. */
export async function endOfErase(answer: EraseResult, factory: Factory, codec: Codec): Promise<EndOfErase | undefined> {
  const { task_id: id } = asSent(answer)
  if (typeof id !== 'string') return undefined
  const { task, raw, exitCode } = await waitForTask(id, { kind: 'erase', within: undefined }, factory).catch(
    (error: unknown) => {
      throw new ExplainedError(
        error,
        `The service accepted the erasure as task ${id}, and its end is unknown: \`inpk tasks wait ${id}\` shows it.`,
      )
    },
  )
  const isDone = isTaskOver(task) && (exitCode === EXIT.done || exitCode === EXIT.partlyDone)
  const { message } = optional(optional(task).error ?? ({} as NonNullable<TaskRecord['error']>))
  return {
    task: { task_id: id, status: task.status, ...(message === undefined ? {} : { error: message }) },
    ...{ isDone, exitCode, said: isDone ? saidIn(raw, task, codec) : ({} as EraseResult) },
  }
}

/** What the answer for a task says of the erase: where facts have it, else as the interface has a result, with the members of an erase. */
function saidIn(raw: unknown, task: TaskRecord, codec: Codec): EraseResult {
  const payload = asSent(task)
  const all = [raw, payload.result, payload].filter(isObject).map((from) => codec.fromWire(from))
  const said = all.find((each): each is JsonObject => isObject(each) && isSaid(each)) ?? {}
  return {
    ...('erased' in said && { erased: said.erased }),
    ...('not_found' in said && { not_found: said.not_found }),
  } as EraseResult
}

function isSaid({ erased, not_found }: JsonObject): boolean {
  return (Number.isInteger(erased) && (erased as number) >= 0) || Array.isArray(not_found)
}
