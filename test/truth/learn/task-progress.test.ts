import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'

const progress = object({ percent: COUNT, processed: COUNT, total: COUNT })
const state = { status: oneOf('queued', 'processing', 'completed', 'failed'), created_at: TIME, completed_at: TIME }
const results = listOf(object({ question_id: TEXT, inserted: COUNT, duplicates: COUNT }))
const learned = (answer: object) =>
  factsFrom({ path: '/api/input/content/push/bulk/{task_id}', answer: answer as never })['result:getTask']?.names

test('the progress of a task is its percentage, and not the total beside it', () => {
  expect(learned(object({ task_id: TEXT, ...state, progress, inserted: COUNT, duplicates: COUNT }))).toMatchObject({
    progress: 'progress.percent',
    'result.inserted': '/inserted',
  })
  const attributes = object({ ...state, progress, results })
  expect(learned(object({ task_id: TEXT, attributes, links: object({ self: TEXT }) }))).toMatchObject({
    progress: 'progress.percent',
    'result.results': '/attributes.results',
  })
})

test('the type of a task is no code of its error, also where all of it is in one object', () => {
  const errors = listOf(object({ code: TEXT, message: TEXT }))
  const task = object({ job_id: TEXT, task_type: TEXT, ...state, percent: COUNT, errors })
  for (const answer of [task, object({ job: task })])
    expect((learned(answer) as Record<string, unknown>)['error.code'] ?? null).toBeNull()
})
