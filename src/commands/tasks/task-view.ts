import type { ResultOf } from '../../contract/operations/index.js'
import { detailLines } from '../../output/details.js'
import { count, moment } from '../../output/show.js'
import type { Style } from '../../output/style.js'
import type { Step } from '../../ui/waiting.js'

export type Task = ResultOf<'getTask'>

/** Whether nothing more will happen to the task. */
export function isOver({ status }: Task): boolean {
  return status === 'completed' || status === 'failed'
}

/** How far a task has come. */
export function stepOf({ task_id: id, status, progress }: Task): Step {
  return { text: `Task ${id}: ${status}`, share: Math.min(1, Math.max(0, progress / 100)) }
}

/** A task with its progress and result, as lines. */
export function taskView(task: Task, style: Style): string[] {
  const { result, error } = task
  const lines = detailLines(
    [
      ['task', task.task_id],
      ['status', `${task.status}, ${task.progress} %`],
      ['created', moment(task.created_at)],
      ['completed', moment(task.completed_at)],
      ...(result ? [['result', resultText(result)] as const] : []),
      ...(error ? [['error', `${error.message} (${error.code})`] as const] : []),
    ],
    style,
  )
  const rejections = result?.rejections ?? []
  return [...lines, ...rejections.map(({ row, reason }) => `  row ${row}: ${reason}`)]
}

function resultText({ inserted, duplicates, rows_rejected: rejected }: NonNullable<Task['result']>): string {
  const parts = [`${count(inserted, 'item')} inserted`, count(duplicates, 'duplicate')]
  return [...parts, ...(rejected === undefined ? [] : [`${count(rejected, 'row')} rejected`])].join(', ')
}

/** A task that has just begun. */
export function queuedView({ task_id: id, status }: Pick<Task, 'task_id' | 'status'>, _style: Style): string[] {
  return [`Task ${id} is ${status}. \`inpk tasks wait ${id}\` waits for it.`]
}
