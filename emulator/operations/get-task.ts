import type { ResultOf } from '../../src/contract/operations/index.js'
import { formatTime } from '../../src/contract/times.js'
import type { Decision, Handler } from '../core/decision.js'
import { notFound } from '../core/refusal.js'
import type { State } from '../state/state.js'
import { rowOfId } from './find-rows.js'

/** Progress and result of a task; the result is in the words of the route asked (BLK-13). */
export const getTask: Handler<'getTask'> = ({ params }, { state }) => taskAnswer(params.task_id ?? '', state)

/** The same for uploads, which a service may answer at another address. */
export const getUploadTask: Handler<'getUploadTask'> = ({ params }, { state }) =>
  taskAnswer(params.task_id ?? '', state)

function taskAnswer(id: string, state: State): Decision<ResultOf<'getTask'>> {
  const task = rowOfId(state.tasks, id)
  if (!task) throw notFound('task', id.slice(0, 40))
  const isErase = task.kind === 'erase'
  return {
    ...(isErase && { erased: task.result }),
    answer: {
      task_id: task.id,
      // A word that a service has only where facts say that an erase is a task.
      kind: task.kind as ResultOf<'getTask'>['kind'],
      status: task.status,
      progress: task.progress,
      created_at: formatTime(task.createdAt),
      completed_at: task.completedAt === null ? null : formatTime(task.completedAt),
      ...(task.result === null || isErase ? {} : { result: task.result as NonNullable<ResultOf<'getTask'>['result']> }),
      ...(task.error === null ? {} : { error: task.error }),
    },
  }
}
