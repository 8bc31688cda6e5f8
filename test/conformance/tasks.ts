import { expect } from 'vitest'
import type { Json } from './exchange.js'
import { payloadOf } from './scene.js'
import type { World } from './world.js'

/** A task that has come to its end; asked again each second where it is not done at once. */
export async function finishedTask(world: World, taskId: string, path = '/content/push/bulk'): Promise<Json> {
  for (let asked = 0; asked < 60; asked += 1) {
    const task = payloadOf(await world.get(`${path}/${taskId}`))
    expect(task.progress).toBeGreaterThanOrEqual(0)
    expect(task.progress).toBeLessThanOrEqual(100)
    if (task.status === 'completed' || task.status === 'failed') return task
    await new Promise((resolve) => setTimeout(resolve, world.target.kind === 'remote' ? 1_000 : 5))
  }
  throw new Error(`task ${taskId} does not come to an end`)
}
