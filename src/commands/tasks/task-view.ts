import { count } from '../../base/count.js'
import { findMember, optional } from '../../client/checked-payload.js'
import type { Answer } from '../../client/client-types.js'
import type { There } from '../../client/gaps.js'
import type { Contract } from '../../contract/facts/contract.js'
import { endOfTask } from '../../contract/operations/content.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { detailLines } from '../../output/details.js'
import { answered, type Result } from '../../output/outcome.js'
import { moment, orDash } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import type { WaitingStep } from '../../ui/waiting.js'
import type { TaskKind } from './ask-task.js'

export type TaskRecord = ResultOf<'getTask'>

/** Whether nothing more will happen to the task. */
export function isTaskOver(task: TaskRecord): boolean {
  return endOfTask({ ...optional(task), status: task.status }).isOver
}

/** How far a task has come. */
export function stepOf(task: TaskRecord): WaitingStep {
  const { task_id: id = '', status, progress = 0 } = optional(task)
  return { text: `Task ${id}: ${status}`, share: Math.min(1, Math.max(0, progress / 100)) }
}

/** A task of this kind as a result: with its progress and result, as lines. Of one that is over it must be said when it ended. */
export function taskResult(answer: Answer<TaskRecord>, kind: TaskKind): Result {
  const view = (task: There<TaskRecord>, style: Style) => taskLines(task, kind, style)
  return answered(answer, view, [], isTaskOver(answer.payload) ? ['completed_at'] : [])
}

function taskLines(task: There<TaskRecord>, kind: TaskKind, style: Style): string[] {
  const { progress, result, error } = task
  const status = orDash(task.status)
  const lines = detailLines(
    [
      ['task', orDash(task.task_id)],
      ...(kind ? [['kind', kind] as const] : []),
      ['status', progress === undefined ? status : `${status}, ${progress}%`],
      ['created', moment(task.created_at)],
      ['completed', moment(task.completed_at)],
      ...(result ? [['result', resultText(result)] as const] : []),
      ...(error ? [['error', `${orDash(error.message)} (${orDash(error.code)})`] as const] : []),
    ],
    style,
  )
  const rejections = result?.rejections ?? []
  return [...lines, ...rejections.map(({ row, reason }) => `  row ${orDash(row)}: ${orDash(reason)}`)]
}

type TaskResult = There<NonNullable<TaskRecord['result']>>

function resultText(result: TaskResult): string {
  const { rows_rejected: rejected } = result
  const parts = [
    `${count(totalOf(result, 'inserted'), 'item')} inserted`,
    count(totalOf(result, 'duplicates'), 'duplicate'),
  ]
  return [...parts, ...(rejected === undefined ? [] : [`${count(rejected, 'row')} rejected`])].join(', ')
}

/** A count of a result; where only those of its fields are there, their sum. */
function totalOf(result: TaskResult, member: 'inserted' | 'duplicates'): number | undefined {
  const fields = findMember(result, 'results')
  const isSaid = findMember(result, member) !== undefined
  const counts = isSaid || !Array.isArray(fields) ? [] : fields.map((field: object) => findMember(field, member))
  const isWhole = counts.length > 0 && counts.every((each) => typeof each === 'number')
  return isWhole ? counts.reduce((sum, each) => sum + each, 0) : result[member]
}

/** A task that has just started. */
export function queuedView({
  task_id: id,
  status = 'queued',
}: There<Pick<TaskRecord, 'task_id' | 'status'>>): string[] {
  return [`Task ${orDash(id)} is ${status}.`]
}

/** How to wait for the task of an upload that has just started; `isApart`: those of pushes are at another address. */
export function queuedHintOf({ hasUploadTasks: isApart }: Pick<Contract, 'hasUploadTasks'>) {
  return ({ task_id: id }: There<Pick<TaskRecord, 'task_id'>>): string | undefined =>
    id === undefined ? undefined : `\`inpk tasks wait ${id}${isApart ? ' --upload' : ''}\` waits for it.`
}
