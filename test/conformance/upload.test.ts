import { describe, expect } from 'vitest'
import { csv, upload } from './form.js'
import { rule } from './rule.js'
import { openScene, payloadOf } from './scene.js'
import { finishedTask } from './tasks.js'

describe('uploads', () => {
  rule('[UPL-1, UPL-3] the rows of a CSV file become feedback items, after the answer', async (world) => {
    const scene = await openScene(world)
    const file = csv('text,external_id', 'The queue was long,a-1', '"Friendly, and quick",a-2')
    const queued = payloadOf(await upload(world, scene, file), 202)
    expect(queued).toMatchObject({ status: 'queued', progress: 0 })
    const task = await finishedTask(world, queued.task_id, '/feedback/upload')
    expect(task).toMatchObject({ kind: 'upload', status: 'completed', progress: 100 })
    expect(task.result).toMatchObject({ inserted: 2, duplicates: 0, rows_read: 2, rows_rejected: 0, rejections: [] })
    const { items } = payloadOf(await world.get(`/feedback?source_id=${scene.sourceId}`))
    expect(items.map((item: { text: string }) => item.text)).toEqual(['The queue was long', 'Friendly, and quick'])
  })
})
