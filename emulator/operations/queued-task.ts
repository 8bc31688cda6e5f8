import { OPERATION_IDS, type OperationId, rowOf } from '../../src/contract/operations/index.js'
import type { Context } from '../core/decision.js'
import { type Change, put } from '../state/change.js'
import type { Task } from '../state/state.js'

/** Where to ask for a task, under the mount that was asked where the service has it there. `path` is ours, with `{task_id}`. */
export function statusUrl(id: string, path: string, { contract, mount }: Pick<Context, 'contract' | 'mount'>): string {
  const operation = OPERATION_IDS.find((each) => placeOf(each, path) >= 0)!
  const route = contract.rowOf(operation).routes[placeOf(operation, path)]!
  const own = route.mounts && !route.mounts.includes(mount) ? route.mounts[0] : mount
  return own + route.path.replace('{task_id}', id)
}

const placeOf = (id: OperationId, path: string) => rowOf(id).routes.findIndex((route) => route.path === path)

/** The facts of a task that waits for its turn, which is now, or later by a fault. */
export function queuedTask(
  id: string,
  kind: Task['kind'],
  { now, requireKey, taskDelayMs }: Pick<Context, 'now' | 'requireKey' | 'taskDelayMs'>,
): Change[] {
  const key = requireKey()
  const task: Task = {
    id,
    kind,
    keyId: key.id,
    environment: key.environment,
    status: 'queued',
    progress: 0,
    createdAt: now,
    completedAt: null,
    result: null,
    error: null,
  }
  const dueAt = now + taskDelayMs
  return [put('tasks', id, task), put('jobs', `task:${id}`, { id: `task:${id}`, kind: 'task', dueAt, taskId: id })]
}
