import { expect, test } from 'vitest'
import { factsSeen, seen } from './seen.js'

const ASKED = 'route:GET /api/input/content/push/bulk/{task_id}'

test('what a push began is where its answers point to', () => {
  const begun = (url: string) =>
    seen('POST /api/input/content/push/bulk', { task_id: 'a1', status_url: url }, { status: 202 })
  const polled = (path: string) =>
    seen(`GET ${path}`, { task_id: 'a1', status: 'queued', result: { status: 'completed' } })
  const uploaded = seen('GET /api/input/feedback/upload/a1', { task_id: 'a1', status: 'queued' })
  expect(factsSeen([begun('/v1/jobs/a1'), uploaded, polled('/v1/jobs/a1')])[ASKED]).toEqual({
    prefix: '',
    path: '/v1/jobs/{task_id}',
  })
  const elsewhere = 'http://service.example/v1/jobs/a1'
  expect(factsSeen([begun(elsewhere), uploaded, polled('/v1/jobs/a1')])).toHaveProperty([ASKED])
  expect(factsSeen([begun('/v1/rows/a1'), uploaded, polled('/v1/jobs/a1')])).not.toHaveProperty([ASKED])
  const sources = seen('GET /v1/sources/a1', { source_id: 'a1', title: 'Guests', mode: 'live' })
  expect(factsSeen([begun('/v1/sources/a1'), uploaded, sources])).not.toHaveProperty([ASKED])
})

const begin = (path: string, id: string, more = {}) => seen(`POST ${path}`, { id }, { status: 202, ...more })
const uploads = [
  begin('/api/v1/feedback/upload', 'u-31'),
  seen('GET /api/v1/uploads/u-31', { task: { uploadId: 'u-31', state: 'succeeded', percentComplete: 100 } }),
]
const poll = (id: string) => seen(`GET /api/v1/tasks/${id}`, { task: { id, state: 'succeeded', percentComplete: 100 } })

test('pushes at addresses of both vocabularies may have one place for what they begin', () => {
  const bulk = [begin('/api/input/content/push/bulk', 'a-71'), begin('/api/v1/feedback/push/bulk', 'b-82')]
  expect(factsSeen([...bulk, poll('a-71'), poll('b-82'), ...uploads])[ASKED]).toEqual({
    prefix: '',
    path: '/api/v1/tasks/{task_id}',
  })
})

test('what a push began is where its Location points to', () => {
  const other = seen('GET /api/v1/runs/a-71', { task: { id: 'a-71', state: 'succeeded', percentComplete: 100 } })
  const bulk = begin('/api/input/content/push/bulk', 'a-71', { responseHeaders: { location: '/api/v1/tasks/a-71' } })
  expect(factsSeen([bulk, poll('a-71'), other, ...uploads])[ASKED]?.path).toBe('/api/v1/tasks/{task_id}')
})

test.each([
  ['by what both were given', {}],
  ['by where the answer points', { status_url: 'http://service.example/feedback/upload/status?task_id=u-31' }],
])('tasks of uploads that are asked for in a query are told from those of pushes: %s', (_, link) => {
  const done = { status: 'completed', progress: 100, created_at: '2026-02-01T10:00:00Z' }
  const asked = (path: string, id: string) => [
    seen(`GET ${path}?task_id=${id}`, { task_id: id, status: 'queued', progress: 0 }),
    seen(`GET ${path}?task_id=${id}`, { task_id: id, ...done }),
  ]
  const begun = (path: string, task_id: string, more = {}) =>
    seen(`POST ${path}`, { task_id, status: 'queued', ...more }, { status: 202 })
  const facts = factsSeen([
    begun('/api/input/content/push/bulk', 'b-12'),
    ...asked('/api/input/content/push/bulk/status', 'b-12'),
    begun('/api/input/feedback/upload', 'u-31', link),
    ...asked('/feedback/upload/status', 'u-31'),
  ])
  expect(facts[ASKED]?.path).toBe('/api/input/content/push/bulk/status?task_id={task_id}')
  expect(facts['route:GET /api/input/feedback/upload/{task_id}']).toEqual({
    prefix: '',
    path: '/feedback/upload/status?task_id={task_id}',
  })
})
