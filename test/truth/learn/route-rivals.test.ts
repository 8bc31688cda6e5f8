import { describe, expect, test } from 'vitest'
import { COUNT, type Described, listOf, object, oneOf, TEXT } from './document.js'
import { learnSeen, seen } from './seen.js'

const TASK = object({ task_id: TEXT, status: oneOf('PENDING', 'SUCCESS'), total: COUNT, processed: COUNT })
const BODY = object({ question_id: COUNT, content: listOf(object({ text: TEXT, external_id: TEXT })) })
const PUSHED = object({ inserted: COUNT, duplicates: COUNT, rejected: COUNT })
const SENT = { question_id: 34, content: [{ text: 'A lift', external_id: 'r-1' }] }
const ANSWER = { inserted: 1, duplicates: 0, rejected: 0 }

const pushAt = (path: string): Described => ({ method: 'post', path, body: BODY, answer: PUSHED })
const pushed = (path: string, status = 200) => seen(`POST ${path}`, ANSWER, { body: SENT, status })
const taskAt = (path: string): Described => ({ path, answer: TASK })
const asked = (path: string) =>
  ['PENDING', 'SUCCESS'].map((status, at) =>
    seen(`GET ${path}/t_${at}1`, { task_id: `t_${at}1`, status, total: 4, processed: at }),
  )

function verdictOf(id: string, described: Described, exchanges: Parameters<typeof learnSeen>[0]) {
  const { verdicts } = learnSeen(exchanges, [described])
  const { state, fact, candidates, from } = verdicts.find((each) => each.id === `route:${id}`)!
  return { state, fact, candidates, from: from.map((each) => each.from) }
}

const PUSH = 'POST /api/input/feedback/push'
const POLL = 'GET /api/input/content/push/bulk/{task_id}'
const BOTH = ['openapi.json', 'session.har']

describe('an operation that is described at one address and was recorded at another', () => {
  test.each([
    ['under two prefixes of a gateway', '/gwa/api/input/feedback/push', '/gwb/api/input/feedback/push'],
    ['at ours and under another prefix', '/api/input/feedback/push', '/v3/feedback/push'],
    ['at ours and in other words', '/api/input/feedback/push', '/api/input/items/add'],
  ])('%s is left open, with both as candidates and as evidence', (_, described, recorded) => {
    const { state, fact, candidates, from } = verdictOf(PUSH, pushAt(described), [pushed(recorded)])
    expect([state, fact, from]).toEqual(['ambiguous', undefined, BOTH])
    expect(candidates).toEqual([`: POST ${described}`, `: POST ${recorded}`])
  })

  test('whose path is not shown is left open as well', () => {
    const { state, fact, candidates } = verdictOf(POLL, taskAt('/tasks/{id}'), asked('/jobs'))
    expect([state, fact, candidates]).toEqual(['ambiguous', undefined, [': GET /tasks/{id}', ': GET /jobs/{id}']])
  })

  test('is confirmed where it was answered at our address, by the traffic alone', () => {
    const { state, from } = verdictOf(PUSH, pushAt('/v3/feedback/push'), [pushed('/api/input/feedback/push')])
    expect([state, from]).toEqual(['confirmed', ['session.har']])
  })

  test('is confirmed where both are addresses of ours', () => {
    expect(verdictOf(PUSH, pushAt('/api/input/feedback/push'), [pushed('/api/v1/feedback/push')]).state).toBe(
      'confirmed',
    )
  })

  test('is not doubted for what was refused elsewhere', () => {
    const { state } = verdictOf(PUSH, pushAt('/api/input/feedback/push'), [pushed('/v3/feedback/push', 404)])
    expect(state).toBe('confirmed')
  })
})

test('of two addresses of tasks, one below the other, neither is that of uploads by its name alone', () => {
  const below = ['/imports/{task_id}/status', '/api/v1/imports/{task_id}'].map(taskAt)
  const { verdicts } = learnSeen([], below)
  const { state, fact } = verdicts.find(({ id }) => id === 'route:GET /api/input/feedback/upload/{task_id}')!
  expect([state, fact]).toEqual(['ambiguous', undefined])
  expect(verdicts.filter(({ id }) => id.startsWith('result:')).flatMap((each) => each.fact ?? [])).toEqual([])
})
