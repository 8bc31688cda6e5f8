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
