import { optional } from '../../client/checked-payload.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { detailLines } from '../../output/details.js'
import { count, moment } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import type { WaitingStep } from '../../ui/waiting.js'

export type TaskRecord = ResultOf<'getTask'>

/** Whether nothing more will happen to the task. */
export function isTaskOver({ status }: TaskRecord): boolean {
  return status === 'completed' || status === 'failed'
}

/** How far a task has come. */
export function stepOf(task: TaskRecord): WaitingStep {
  const { task_id: id = '', status, progress = 0 } = optional(task)
  return { text: `Task ${id}: ${status}`, share: Math.min(1, Math.max(0, progress / 100)) }
}

/** A task with its progress and result, as lines. */
export function taskView(task: TaskRecord, style: Style): string[] {
  const { status, result, error } = task
  const shown = optional(task)
  const lines = detailLines(
    [
      ['task', shown.task_id ?? ''],
      ['status', shown.progress === undefined ? status : `${status}, ${shown.progress} %`],
      ['created', moment(shown.created_at)],
      ['completed', moment(shown.completed_at)],
      ...(result ? [['result', resultText(result)] as const] : []),
      ...(error ? [['error', `${error.message} (${error.code})`] as const] : []),
    ],
    style,
  )
  const rejections = result?.rejections ?? []
  return [...lines, ...rejections.map(({ row, reason }) => `  row ${row}: ${reason}`)]
}

function resultText({ inserted, duplicates, rows_rejected: rejected }: NonNullable<TaskRecord['result']>): string {
  const parts = [`${count(inserted, 'item')} inserted`, count(duplicates, 'duplicate')]
  return [...parts, ...(rejected === undefined ? [] : [`${count(rejected, 'row')} rejected`])].join(', ')
}

/** A task that has just begun. */
export function queuedView(task: Pick<TaskRecord, 'task_id' | 'status'>, _style: Style): string[] {
  const { task_id: id } = task
  return [`Task ${id} is ${optional(task).status ?? 'queued'}. \`inpk tasks wait ${id}\` waits for it.`]
}
