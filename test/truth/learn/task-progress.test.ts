import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
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

const TASK_AT = '/api/input/content/push/bulk/{task_id}'
const HELD = object({ code: oneOf('waiting', 'active', 'finished', 'dead') })

test('the word of a status may stand in an object of its own', () => {
  const task = object({ task: object({ uuid: COUNT, status: HELD, percent: COUNT, completed_at: TIME }) })
  const facts = factsFrom({ path: TASK_AT, answer: task })
  expect(facts['result:getTask']).toMatchObject({
    at: 'task',
    names: { status: 'status.code' },
    words: { status: { queued: 'waiting', processing: 'active', completed: 'finished', failed: 'dead' } },
  })
  const open = object({ task_id: TEXT, state: object({ name: TEXT }), progress: COUNT })
  expect(factsFrom({ path: TASK_AT, answer: open })['result:getTask']).toMatchObject({
    names: { status: 'state.name' },
  })
})

test('tasks whose state is a word in an object are found where they are', () => {
  const task = object({ job_id: TEXT, status: HELD, progress: COUNT, status_url: TEXT, completed_at: TIME })
  const facts = factsFrom(
    { method: 'post', path: '/api/input/content/push/bulk', answer: object({ task }) },
    { path: '/api/v1/tasks/{task_id}', answer: object({ task }) },
  )
  expect(facts[`route:GET ${TASK_AT}`]).toEqual({ prefix: '', path: '/api/v1/tasks/{task_id}' })
})

test('results that say how many items were stored are of questions, by the only identifier that they have', () => {
  const results = (entry: Record<string, JsonObject>) => {
    const answer = object({ task_id: TEXT, status: TEXT, result: object({ results: listOf(object(entry)) }) })
    return JSON.stringify(factsFrom({ path: TASK_AT, answer })['result:getTask'] ?? {})
  }
  const question = '"result.results[].question_id":"key"'
  expect(results({ inserted: COUNT, duplicates: COUNT, key: TEXT })).toContain(question)
  expect(results({ inserted: COUNT, duplicates: COUNT, key: TEXT, id: COUNT })).not.toContain(question)
  expect(results({ row: COUNT, key: TEXT, state: TEXT })).not.toContain(question)
})

test('flags say that a task has ended, and that it went well, wherever the task is', () => {
  const flag = { type: 'boolean' }
  const success = { anyOf: [flag, { type: 'null' }] }
  const steps = object({ done: COUNT, total: COUNT, percent: COUNT })
  const task = object({ id: TEXT, done: flag, success, progress: steps, created_at: TIME, finished_at: TIME })
  const flags = { status: { completed: ['done', 'success'], failed: 'done', processing: [] } }
  for (const answer of [task, object({ task })]) {
    const facts = factsFrom(
      { method: 'post', path: '/api/input/content/push/bulk', answer },
      { path: '/jobs/{id}', answer },
    )
    expect(facts[`route:GET ${TASK_AT}`]).toEqual({ prefix: '', path: '/jobs/{task_id}' })
    expect(facts['result:getTask']).toMatchObject({ flags, names: { progress: 'progress.percent' } })
    // How many steps there are is no number of rows.
    expect(facts['result:getTask']?.names).not.toHaveProperty(['result.rows_read'])
  }
})

test.each([{ done: { type: 'boolean' } }, { success: { type: 'boolean' }, failed: { type: 'boolean' } }])(
  'flags that say less leave the end of a task open: %o',
  (flags) => {
    const answer = object({ id: TEXT, ...flags, percent: COUNT, created_at: TIME } as never)
    const facts = factsFrom({ path: TASK_AT, answer })
    expect(JSON.stringify(facts['result:getTask']?.flags ?? {})).not.toContain('processing')
  },
)

test.each(['error', 'failure', 'task.error'])('a text in place of the error of a task is its message: %s', (place) => {
  const name = place.split('.').at(-1)!
  const nullable = { anyOf: [TEXT, { type: 'null' }] }
  const task = object({ task_id: TEXT, ...state, percent: COUNT, [name]: nullable })
  const answer = place === name ? task : object({ task })
  const { at, names } = factsFrom({ path: TASK_AT, answer })['result:getTask'] as JsonObject
  expect(at).toBe(place === name ? undefined : 'task')
  expect(names).toMatchObject({ 'error.message': `/${place}`, 'error.code': null, 'error.details': null })
})
