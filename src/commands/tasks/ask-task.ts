import { flag } from '../../cli/options.js'
import type { Answer, Client } from '../../client/client-types.js'
import { ServiceError } from '../../client/errors.js'
import type { TaskRecord } from './task-view.js'

/** What a task is of; undefined where nothing says it. */
export type TaskKind = 'upload' | undefined

export const OF_UPLOAD = flag('--upload', 'the task is of an upload')

/**
 * Asks for a task. A service may keep those of uploads at an address of their own, whether or not facts say so: what may be one, and
 * is nowhere else, is looked for there.
 */
export async function askTask(
  client: Client,
  id: string,
  { kind, signal }: { kind: TaskKind; signal: AbortSignal | undefined },
): Promise<Answer<TaskRecord>> {
  const input = { params: { task_id: id }, signal }
  const { hasUploadTasks } = await client.contract()
  if (kind === 'upload' && hasUploadTasks) return client.call('getUploadTask', input)
  try {
    return await client.call('getTask', input)
  } catch (error) {
    const isNowhere = error instanceof ServiceError && error.meant === 404
    if (!isNowhere) throw error
    return await client.call('getUploadTask', input).catch((other: unknown) => {
      throw other instanceof ServiceError && other.meant === 404 ? error : other
    })
  }
}
