import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { describeService } from '../../../src/contract/openapi.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { COUNT, documentOf, factsFrom, learnFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'

const ITEMS = object({ items: listOf(object({ item_id: TEXT, text: TEXT, external_id: TEXT })), next_cursor: TEXT })
const TASK = object({ task_id: TEXT, status: oneOf('PENDING', 'SUCCESS'), progress: COUNT })

test('a path is none of ours for its end alone', () => {
  const facts = factsFrom({ path: '/blog/feedback', answer: object({ html: TEXT, visitors: COUNT }) })
  expect(facts).toEqual({})
})

test('a path under another prefix is ours where it answers as ours does, or beside others of ours', () => {
  const alone = factsFrom({ path: '/v2/feedback', answer: ITEMS })
  expect(alone['route:GET /api/input/feedback']).toEqual({ prefix: '/v2' })
  const beside = factsFrom(
    { path: '/v2/feedback' },
    { method: 'post', path: '/v2/feedback/erase' },
    { method: 'post', path: '/v2/feedback/upload' },
  )
  expect(beside['route:GET /api/input/feedback']).toEqual({ prefix: '/v2' })
})

test('a path under another prefix is ours where its answer is a bare list of rows like ours', () => {
  const rows = listOf(
    object({ email: TEXT, external_id: TEXT, delivery_status: oneOf('sent', 'bounced'), updated_at: TIME }),
  )
  const facts = factsFrom({ path: '/api/invites/{id}/recipients', answer: rows })
  expect(facts['route:GET /api/input/invites/{id}/recipients']).toEqual({ prefix: '/api' })
  expect(factsFrom({ path: '/mail/invites/{id}/recipients', answer: listOf(object({ html: TEXT })) })).toEqual({})
})

test('a path below that of a record of ours is ours with it, whatever it answers', () => {
  const invite = object({
    invite_id: TEXT,
    status: oneOf('queued', 'sending', 'completed'),
    created_at: TIME,
    counts: object({ sent: COUNT, bounced: COUNT }),
  })
  const facts = factsFrom(
    { path: '/api/invites/{id}', answer: invite },
    { path: '/api/invites/{id}/recipients', answer: listOf(object({ to: TEXT })) },
  )
  expect(facts['route:GET /api/input/invites/{id}/recipients']).toEqual({ prefix: '/api' })
})

test('of two prefixes under which a path may be ours neither is taken', () => {
  const { verdicts } = learnFrom({ path: '/v2/feedback', answer: ITEMS }, { path: '/legacy/feedback', answer: ITEMS })
  const verdict = verdicts.find(({ id }) => id === 'route:GET /api/input/feedback')
  expect(verdict).toMatchObject({ state: 'ambiguous', candidates: [': GET /v2/feedback', ': GET /legacy/feedback'] })
})

test('what tells a status by no word of a task is no task', () => {
  const order = object({ id: TEXT, total: COUNT, created_at: TEXT, completed_at: TEXT })
  expect(factsFrom({ path: '/api/input/operations/{id}', answer: order })).toEqual({})
  expect(factsFrom({ path: '/api/input/jobs/{job_id}', answer: TASK })).toHaveProperty([
    'route:GET /api/input/content/push/bulk/{task_id}',
  ])
})

test('routes of ours at one address are all learned from its one place in a description', () => {
  const facts = factsFrom(
    { path: '/api/input/content/push/bulk/{task_id}', answer: TASK },
    { path: '/api/input/feedback/push/bulk/{task_id}', answer: TASK },
    { path: '/api/input/jobs/{task_id}', answer: TASK },
  )
  const moved = Object.keys(facts).filter((id) => facts[id]?.path === '/api/input/jobs/{task_id}')
  expect(moved).toEqual(['route:GET /api/v1/content/push/bulk/{task_id}'])
})

test('the form of a task in recommended words, at its own address, says nothing of the classic one', () => {
  const result = object({ source_id: TEXT, collection_id: TEXT, inserted: COUNT })
  const answer = object({ ...(TASK.properties as object), result })
  const facts = factsFrom({ path: '/api/v1/content/push/bulk/{task_id}', answer })
  expect(facts).not.toHaveProperty(['route:GET /api/input/content/push/bulk/{task_id}'])
  expect(JSON.stringify(facts['result:getTask'])).not.toMatch(/source_id|collection_id/)
})

test('the client asks for a task where a description has it, if that is another of its addresses than the first', () => {
  const asked = (path: string) =>
    factsFrom({ path, answer: TASK })['route:GET /api/input/content/push/bulk/{task_id}']?.prefix
  expect(asked('/content/push/bulk/{task_id}')).toBe('')
  expect(asked('/api/v1/content/push/bulk/{task_id}')).toBe('/api/v1')
  expect(asked('/api/input/content/push/bulk/{task_id}')).toBeUndefined()
})

test('the default of a variable in the address of a server is read, and without one the prefix is open', () => {
  const paths = documentOf([{ path: '/feedback', answer: ITEMS }])
  const learned = (url: string, variables: object) =>
    learn({
      documents: [{ root: { ...paths, servers: [{ url, variables }] }, from: { from: 'o', kind: 'description' } }],
      traffic: [],
    }).verdicts.find(({ id }) => id === 'route:GET /api/input/feedback')
  const scheme = { scheme: { default: 'https' }, base: { default: 'api/input' } }
  expect(learned('{scheme}://x.test/api/input', scheme)?.state).toBe('confirmed')
  expect(learned('https://{tenant}.x.test/api/input', {})?.state).toBe('confirmed')
  expect(learned('https://x.test/{base}', scheme)?.state).toBe('confirmed')
  const { state, fact } = learned('https://x.test/{base}', {})!
  expect([state, fact]).toEqual(['ambiguous', undefined])
})

test('of a service that does as we assume no fact is learned', async () => {
  const root = describeService({ serverUrl: 'http://127.0.0.1:4600' })
  const { verdicts } = learn({
    documents: [{ root: root as JsonObject, from: { from: 'o', kind: 'description' } }],
    traffic: [],
  })
  expect(factsOf(verdicts)).toEqual({})
})

test('a slash at the end of a path says nothing', () => {
  const item = { path: '/v2/feedback/', answer: ITEMS }
  expect(factsFrom(item)['route:GET /api/input/feedback']).toEqual({ prefix: '/v2' })
  const usual = factsFrom({ path: '/api/input/feedback/', answer: ITEMS })
  expect(usual).not.toHaveProperty(['route:GET /api/input/feedback'])
  const moved = factsFrom(
    { path: '/api/input/content/push/bulk/{task_id}', answer: TASK },
    { path: '/api/input/jobs/{task_id}/', answer: TASK },
  )
  expect(JSON.stringify(moved)).not.toContain('/jobs/{task_id}/"')
})
