import { expect, test } from 'vitest'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench } from '../commands/with-emulator.js'
import { makePlace, pushBody, requireOk, startService } from './service.js'

const FACTS = {
  'behaviour:erase-task': { task_id: 'task.uuid' },
  'status:eraseFeedback': { success: 202 },
  'result:eraseFeedback': { at: 'task.outcome', names: { erased: 'deleted' } },
}

test('where facts say that an erase is a task, its answer names the task, and that says what went and what was not found', async () => {
  const service = await startService({ facts: FACTS })
  const { call } = service
  const place = await makePlace(service)
  requireOk(await call('POST', '/content/push', pushBody(place, [{ text: 'Warm pool', external_id: 'a' }])))
  const erased = await call('POST', '/feedback/erase', { external_ids: ['a', 'b'] })
  expect([erased.status, erased.json]).toEqual([202, { status: 'queued', progress: 0, task: { uuid: 'task_1' } }])
  const { json } = await call('GET', '/content/push/bulk/task_1')
  expect(json).toMatchObject({ task_id: 'task_1', kind: 'erase', status: 'completed', progress: 100 })
  expect(json).not.toHaveProperty('result')
  expect(json.task).toEqual({ outcome: { deleted: 1, not_found: [{ external_id: 'b' }] } })
})

test('our own erase waits for the task', async () => {
  const bench = await openBench({ facts: FACTS })
  const facts = writeFile(scratchFolder(), 'facts.json', JSON.stringify(FACTS))
  const { code, stdout } = await bench.run(['feedback', 'erase', '--external-id', 'x', '--yes', '--facts', facts])
  expect([code, stdout]).toEqual([0, 'Erased 0 items; 1 not found.\n  not found: x\n'])
})

test('the task is still there after a restart, also by itself where nothing was found', async () => {
  const dataDirectory = scratchFolder()
  const first = await startService({ facts: FACTS, dataDirectory })
  await makePlace(first)
  requireOk(await first.call('POST', '/feedback/erase', { customer_ids: ['nobody'] }))
  await first.emulator.close()
  const { call } = await startService({ facts: FACTS, dataDirectory })
  const { json } = await call('GET', '/content/push/bulk/task_1')
  expect(json.task).toEqual({ outcome: { deleted: 0, not_found: [{ customer_id: 'nobody' }] } })
})
