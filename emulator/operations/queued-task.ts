import type { Context } from '../core/decision.js'
import { type Change, put } from '../state/change.js'
import type { Task } from '../state/state.js'

/** The facts of a task that waits for its turn, which is now. */
export function queuedTask(id: string, kind: Task['kind'], { now, key }: Pick<Context, 'now' | 'key'>): Change[] {
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
  return [put('tasks', id, task), put('jobs', `task:${id}`, { id: `task:${id}`, kind: 'task', dueAt: now, taskId: id })]
}
