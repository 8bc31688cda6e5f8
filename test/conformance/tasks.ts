import { expect } from 'vitest'
import type { Json } from './exchange.js'
import type { Organization } from './organization.js'
import { payloadOf } from './scene.js'

/** How often a task is asked for, and after how long; here the readers of files may have to be loaded first. */
const REMOTE = { times: 60, waitMs: 1_000 }
const HERE = { times: 4_000, waitMs: 5 }

/** A task that has come to its end; asked again where it is not done at once. */
export async function finishedTask(org: Organization, taskId: string, path = '/content/push/bulk'): Promise<Json> {
  const { times, waitMs } = org.target.kind === 'remote' ? REMOTE : HERE
  for (let asked = 0; asked < times; asked += 1) {
    const task = payloadOf(await org.get(`${path}/${taskId}`))
    expect(task.progress).toBeGreaterThanOrEqual(0)
    expect(task.progress).toBeLessThanOrEqual(100)
    if (task.status === 'completed' || task.status === 'failed') return task
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  throw new Error(`task ${taskId} does not finish`)
}
