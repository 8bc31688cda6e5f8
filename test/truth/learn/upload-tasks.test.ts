import { expect, test } from 'vitest'
import { COUNT, type Described, factsFrom, learnFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, learnSeen, seen } from './seen.js'

const STATUS = oneOf('queued', 'processing', 'completed', 'failed')
const RESULT = object({ inserted: COUNT, duplicates: COUNT, rows_accepted: COUNT })
const UPLOAD: Described = {
  path: '/api/input/feedback/upload/{upload_id}',
  answer: object({ upload_id: TEXT, status: STATUS, created_at: TIME, rows_read: COUNT }),
}
const PUSH: Described = {
  path: '/api/v1/feedback/push/bulk/{task_id}/status',
  answer: object({ task: object({ id: TEXT, status: STATUS, progress: COUNT, result: RESULT, completed_at: TIME }) }),
}
const ROUTE = 'route:GET /api/input/content/push/bulk/{task_id}'

test('a task of uploads is not that of pushes, which is described at an address of its own', () => {
  for (const operations of [
    [UPLOAD, PUSH],
    [PUSH, UPLOAD],
  ]) {
    const facts = factsFrom(...operations)
    expect(facts[ROUTE]).toEqual({ prefix: '', path: '/api/v1/feedback/push/bulk/{task_id}/status' })
    expect(facts['result:getTask']).toMatchObject({ at: 'task', names: { task_id: 'id' } })
  }
})

test('the only task that is described is that of both', () => {
  const both = factsFrom({ ...UPLOAD, path: '/api/v1/feedback/upload/{upload_id}' })
  expect(both[ROUTE]).toEqual({ prefix: '', path: '/api/v1/feedback/upload/{task_id}' })
  const export_ = { ...PUSH, path: '/api/v1/exports/{export_id}' }
  expect(factsFrom(UPLOAD, export_)[ROUTE]).not.toMatchObject({ path: '/api/v1/exports/{task_id}' })
})

const KNOWN = { ...PUSH, path: '/api/input/feedback/push/bulk/{task_id}' }
const IMPORT = { ...PUSH, path: '/api/v1/imports/{task_id}' }
const UPLOADED = 'route:GET /api/input/feedback/upload/{task_id}'

test('tasks beside those of pushes at our own path are of uploads, where there are any', () => {
  const push = { ...PUSH, path: '/api/v1/content/push/bulk/{task_id}' }
  const all = { ...PUSH, path: '/api/v1/tasks/{task_id}' }
  const uploaded: Described = { method: 'post', path: '/api/v1/feedback/upload', answer: object({ task_id: TEXT }) }
  const facts = factsFrom(push, all, uploaded)
  expect(facts[ROUTE]).toEqual({ prefix: '/api/v1' })
  expect(facts[UPLOADED]).toEqual({ prefix: '', path: '/api/v1/tasks/{task_id}' })
})

test('where no address of tasks says of what, that beside the one of pushes is open', () => {
  const push = { ...PUSH, path: '/api/v1/jobs/{task_id}' }
  const rows = { rows_read: COUNT, rows_rejected: COUNT, rejections: listOf(object({ row: COUNT, reason: TEXT })) }
  const task = object({ upload: TEXT, status: STATUS, progress: COUNT, created_at: TIME, completed_at: TIME, ...rows })
  const all = { path: '/api/v1/tasks/{task_id}', answer: task }
  const exchange = seen('GET /api/v1/jobs/t1', { task: { id: 't1', status: 'completed', progress: 100 } })
  const pushed = seen(
    'POST /api/input/content/push/bulk',
    { task_id: 't1', status: 'queued' },
    { status: 202, body: {} },
  )
  const { verdicts } = learnSeen([pushed, exchange], [push, all])
  expect(verdicts.find(({ id }) => id === UPLOADED)?.candidates).toEqual([': GET /api/v1/tasks/{task_id}'])
})

test('which of two addresses has the tasks of uploads is open where both may, whichever is more like another task', () => {
  const file = { ...UPLOAD, path: '/files/{file_id}' }
  const { verdicts } = learnFrom(KNOWN, IMPORT, file)
  const { state, candidates } = verdicts.find(({ id }) => id === UPLOADED)!
  expect([state, candidates]).toEqual(['ambiguous', [': GET /api/v1/imports/{task_id}', ': GET /files/{file_id}']])
  expect(factsFrom(KNOWN, IMPORT, file)).not.toHaveProperty(['result:getUploadTask'])
})

test('of several addresses the one in words of our path has the tasks of uploads', () => {
  const facts = factsFrom(KNOWN, IMPORT, { ...UPLOAD, path: '/api/feedback/uploads/{upload_id}' })
  expect(facts[UPLOADED]).toEqual({ prefix: '', path: '/api/feedback/uploads/{task_id}' })
  expect(facts['result:getUploadTask']).toMatchObject({ names: { task_id: 'upload_id' } })
})

test('beside the tasks of pushes at an address that says so, the only other tasks are those of uploads', () => {
  const task = (path: string): Described => ({ ...PUSH, path })
  const bulk = task('/api/input/content/push/bulk/{task_id}/status')
  for (const [operations, uploaded] of [
    [[bulk, task('/tasks/{task_id}')], '/tasks/{task_id}'],
    [[task('/jobs/{task_id}'), bulk], '/jobs/{task_id}'],
    [[bulk, task('/api/v2/background-jobs/{task_id}')], '/api/v2/background-jobs/{task_id}'],
    [[bulk, task('/exports/{task_id}')], undefined],
    [[bulk, task('/exports/jobs/{task_id}')], undefined],
    [[bulk, task('/api/v1/report-tasks/{task_id}')], undefined],
    [[bulk, task('/tasks/{task_id}'), task('/jobs/{task_id}')], undefined],
  ] as const) {
    const facts = factsFrom(...operations)
    expect(facts[ROUTE]).toEqual({ prefix: '', path: '/api/input/content/push/bulk/{task_id}/status' })
    expect(facts[UPLOADED]?.path).toBe(uploaded)
  }
})

test('words of our path are no reason for an address below it where another answers much more like a task', () => {
  const below = {
    path: '/api/v1/content/push/bulk/{task_id}/errors',
    answer: object({ task_id: TEXT, status: STATUS, errors: COUNT }),
  }
  expect(factsFrom(below, { ...PUSH, path: '/api/v1/tasks/{task_id}' })[ROUTE]?.path).toBe('/api/v1/tasks/{task_id}')
})

const ALL = object({ task_id: TEXT, status: STATUS, progress: COUNT, kind: TEXT, created_at: TIME, completed_at: TIME })

test.each([
  [{ id: TEXT, filename: TEXT, size: COUNT, status: TEXT, created_at: TIME }],
  [{ id: TEXT, filename: TEXT, size: COUNT, status: TEXT }],
])(
  'a file in words of our path is no task of uploads, nor of all, where another address answers much more like one',
  (file) => {
    const { verdicts } = learnFrom(
      { path: '/feedback/uploads/{id}', answer: object(file) },
      { path: '/imports/{id}/status', answer: ALL },
    )
    const { state, candidates } = verdicts.find(({ id }) => id === UPLOADED)!
    expect([state, candidates]).toEqual(['ambiguous', [': GET /feedback/uploads/{id}', ': GET /imports/{id}/status']])
    expect(verdicts.find(({ id }) => id === ROUTE)).not.toHaveProperty('fact')
  },
)

test('an address that hardly answers as a task of uploads hides none that does', () => {
  const { verdicts } = learnFrom(
    { path: '/feedback/files/{id}', answer: object({ id: TEXT, status: TEXT }) },
    { path: '/imports/{id}/status', answer: ALL },
  )
  expect(verdicts.find(({ id }) => id === UPLOADED)).toMatchObject({ state: 'ambiguous' })
})

test('an address of imports that answers as a task of pushes is another of those where uploads have their own', () => {
  const upload = { ...PUSH, path: '/api/input/feedback/upload/{task_id}' }
  expect(factsFrom(KNOWN, IMPORT, upload)[ROUTE]).toEqual({ prefix: '', path: '/api/v1/imports/{task_id}' })
})

const TASK = { status: 'queued', progress: 0, kind: 'bulk', created_at: '2026-02-01T10:00:00Z', completed_at: null }
const DONE = { ...TASK, status: 'completed', progress: 100, completed_at: '2026-02-01T10:00:04Z' }

test('members of the task of pushes are read where that is asked, whatever the task of uploads has', () => {
  const ids = ['5d6b0f16785b48ce7693e132', '5d6b0f16785b48ce7693e139']
  const pushed = ids.map((job_id) =>
    seen(
      'POST /api/input/content/push/bulk',
      { task: { job_id, status: 'queued', progress: 0, status_url: `/api/jobs/${job_id}` } },
      { status: 202, body: { survey_series_id: '4', survey_id: '9', questions: [] } },
    ),
  )
  const asked = ids.map((job_id, index) =>
    seen(`GET /api/jobs/${job_id}`, { task: { job_id, ...(index === 0 ? TASK : DONE) } }),
  )
  const uploads = [TASK, DONE].map((task) => seen('GET /api/input/feedback/upload/77', { upload_id: '77', ...task }))
  for (const exchanges of [
    [...uploads, ...pushed, ...asked],
    [...pushed, ...asked, ...uploads],
  ]) {
    const facts = factsSeen(exchanges)
    expect(facts[ROUTE]).toEqual({ prefix: '', path: '/api/jobs/{task_id}' })
    expect(facts['result:getTask']).toMatchObject({ at: 'task', names: { task_id: 'job_id' } })
  }
})

test('an address is that of pushes if all that it was asked for came from them, for numbers identify many things', () => {
  const task = (id: number, more: object = {}) => ({ task: { id, state: 'SUCCESS', percent: 100, ...more } })
  const facts = factsSeen([
    seen('POST /api/input/content/push/bulk', task(2), { status: 202, body: { survey_id: '4', questions: [] } }),
    seen('GET /api/input/content/push/bulk/2/status', task(2, { inserted: 3, duplicates: 0 })),
    seen('POST /api/input/content/push/bulk', { survey_series_id: 4, survey_id: 4, inserted: 1, duplicates: 0 }),
    seen('POST /api/v1/feedback/upload', task(3), { status: 201 }),
    seen('GET /api/v1/feedback/upload/3/status', task(3, { rows_read: 2, inserted: 2 })),
    seen('POST /api/v1/feedback/upload', task(4), { status: 201 }),
    seen('GET /api/v1/feedback/upload/4/status', task(4, { rows_read: 2, inserted: 2 })),
  ])
  expect(facts[ROUTE]).toMatchObject({ path: '/api/input/content/push/bulk/{task_id}/status' })
})

test.each([
  ['/api/input/content/push/bulk/status?task_id=', '/api/input/content/push/bulk/status?task_id={task_id}'],
  ['/api/input/bulk/', '/api/input/bulk/{task_id}'],
])('recorded tasks of pushes at %s are found beside those of uploads at our own address', (address, path) => {
  const facts = factsSeen([
    ...[TASK, DONE].map((each, at) => seen(`GET ${address}task_80${at}`, { task_id: `task_80${at}`, ...each })),
    ...[TASK, DONE].map((each) => seen('GET /api/input/feedback/upload/task_803', { task_id: 'task_803', ...each })),
  ])
  expect(facts[ROUTE]).toEqual({ prefix: '', path })
})

test('how the result of a task ended is not how the task did, whatever is around both', () => {
  const result = { status: 'completed', inserted: 3, duplicates: 1, rows_accepted: 4, rows_rejected: 0, rejections: [] }
  const facts = factsSeen([
    seen('GET /api/input/feedback/upload/7', { Item: { task_id: '7', ...DONE, kind: 'upload', Results: result } }),
    seen('GET /api/input/feedback/upload/8', {
      ErrorMessage: 'No such column.',
      Item: { task_id: '8', ...DONE, status: 'failed', kind: 'upload', error: { code: 'VALIDATION_ERROR' } },
    }),
  ])
  expect(JSON.stringify(facts['result:getUploadTask'])).not.toContain('Results.status')
})
