import { expect, test } from 'vitest'
import { COUNT, type Described, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

const ERASE = 'POST /api/input/feedback/erase'
const BODY = { external_ids: ['e-1'] }
const TASK = 'behaviour:erase-task'
const RESULT = 'result:eraseFeedback'

const receipt = (id: number) => ({ task: { uuid: `8c1-${id}`, status: 'queued', progress: 0 } })
const poll = (id: number, members: object) =>
  seen(`GET /api/input/content/push/bulk/8c1-${id}`, { task: { ...receipt(id).task, ...members } })
const erased = (id: number) => seen(ERASE, receipt(id), { status: 202, body: BODY })
const end = (result: object) => ({
  ...{ status: 'completed', progress: 100, created_at: '2026-01-02T10:00:00Z', completed_at: '2026-01-02T10:00:02Z' },
  result,
})

test('an erase that is answered with a task is one, and the end of that task says what was erased', () => {
  const facts = factsSeen([erased(1), poll(1, {}), poll(1, end({ deleted: 3, not_found: [] })), erased(2)])
  expect(facts[TASK]).toEqual({ task_id: 'task.uuid' })
  expect(facts[RESULT]).toMatchObject({ at: 'task.result', names: { erased: 'deleted' } })
  expect(facts['status:eraseFeedback']).toEqual({ success: 202 })
})

test('the end of a push is not that of an erase, and a total is not what went', () => {
  const facts = factsSeen([erased(1), poll(2, end({ deleted: 3 }))])
  expect(facts[TASK]).toEqual({ task_id: 'task.uuid' })
  const counted = factsSeen([erased(1), poll(1, end({ total: 3, inserted: 3 }))])
  expect(JSON.stringify(counted[RESULT] ?? {})).not.toMatch(/total|inserted/)
})

test('an answer that says what was erased is none of a task, nor is one of which no task was asked for', () => {
  const at = { body: BODY }
  expect(factsSeen([seen(ERASE, { erased: 1, not_found: [], status: 'completed' }, at)])[TASK]).toBeUndefined()
  expect(factsSeen([seen(ERASE, { id: 'er-17', status: 'completed' }, at)])[TASK]).toBeUndefined()
})

test('a description says that an erase is a task, whatever words it leaves out', () => {
  const task = { id: COUNT, status: object({ code: TEXT }), percent: COUNT }
  const done = { created_at: TIME, completed_at: TIME, result: object({ erased: COUNT, not_found: listOf(TEXT) }) }
  const erase: Described = {
    ...{ method: 'post', path: '/api/input/feedback/erase', status: 202, answer: object(task) },
    body: object({ external_ids: listOf(TEXT), customer_ids: listOf(TEXT) }),
  }
  const asked: Described = {
    path: '/api/input/content/push/bulk/{task_id}',
    answer: object({ ...task, status: object({ code: oneOf('queued', 'processing', 'done', 'failed') }), ...done }),
  }
  const facts = factsFrom(erase, asked)
  expect(facts[TASK]).toEqual({ task_id: 'id' })
  expect(facts[RESULT]).toEqual({ at: 'result' })
  expect(factsFrom({ ...erase, status: 200 })[TASK]).toBeUndefined()
})

test('what its end says is ours by its name, with all that is in it', () => {
  const facts = factsSeen([erased(1), poll(1, end({ totalDeleted: 3, not_found: [{ externalRef: 'e-9' }] }))])
  expect(facts[RESULT]).toMatchObject({
    at: 'task.result',
    names: { erased: 'totalDeleted', 'not_found[].external_id': 'externalRef' },
  })
})
