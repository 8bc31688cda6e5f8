import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'
import { factsSeen, seen } from './seen.js'

test('counts in a list by the word of an outcome are learned where it has no word for all of ours', () => {
  const counts = listOf(object({ status: oneOf('delivered', 'failed', 'bounced', 'pending'), count: COUNT }))
  const answer = object({ invite_id: TEXT, status: oneOf('queued', 'sending', 'completed'), counts, created_at: TIME })
  expect(factsFrom({ path: '/api/input/invites/{id}', answer })['result:getInvite']?.names).toMatchObject({
    'counts.delivered': '/counts[status=delivered].count',
    'counts.bounced': '/counts[status=bounced].count',
  })
})

const COUNTS = [
  { status: 'QUEUED', count: 0 },
  { status: 'DELIVERED', count: 78 },
  { status: 'OPENED', count: 26 },
  { status: 'BOUNCED', count: 25 },
]
const LEARNED = {
  'counts.delivered': '/counts[status=DELIVERED].count',
  'counts.bounced': '/counts[status=BOUNCED].count',
}
const ABSENT = { 'counts.total': null, 'counts.sent': null, 'counts.complained': null }

test('counts in a list are learned beside outcomes that we do not count, in words of any case', () => {
  const counts = listOf(object({ status: oneOf(...COUNTS.map(({ status }) => status)), count: COUNT }))
  const answer = object({ invite_id: TEXT, status: oneOf('queued', 'sending', 'completed'), counts, created_at: TIME })
  const described = { path: '/api/input/invites/{id}', answer }
  expect(factsFrom(described)['result:getInvite']?.names).toMatchObject({ ...LEARNED, ...ABSENT })
})

test('counts in a list are learned from traffic that has outcomes that we do not count', () => {
  const answer = { invite_id: 'i1', status: 'completed', counts: COUNTS, created_at: '2026-01-02T03:04:05Z' }
  const names = factsSeen([seen('GET /api/input/invites/i1', answer)])['result:getInvite']?.names
  expect(names).toMatchObject(LEARNED)
})

test('a list whose words no description says all of may have each count another time', () => {
  const counts = { ...listOf(object({ status: TEXT, count: COUNT })), example: COUNTS }
  const answer = object({ invite_id: TEXT, status: oneOf('queued', 'sending', 'completed'), counts, created_at: TIME })
  const names = factsFrom({ path: '/api/input/invites/{id}', answer })['result:getInvite']?.names
  expect(names).toMatchObject(LEARNED)
  expect(Object.keys(names as object)).not.toContain('counts.sent')
})

test('outcomes that a description lists without their words are read by what the words say', () => {
  const invite = object({
    id: TEXT,
    status: oneOf('queued', 'sending', 'completed'),
    outcomes: listOf(object({ status: TEXT, count: COUNT })),
  })
  const facts = factsFrom({ path: '/api/input/invites/{id}', answer: object({ invite }) })
  const read = (...outcomes: [string, number][]) => {
    const list = outcomes.map(([status, count]) => ({ status, count }))
    const codec = contractWith(facts as never).codecOf('getInvite', 'result', 'recommended')!
    return (codec.fromWire({ invite: { id: '1', status: 'completed', outcomes: list } }) as { counts?: object }).counts
  }
  expect(read(['DELIVERED', 39], ['BOUNCED', 13], ['PENDING', 0])).toEqual({ delivered: 39, bounced: 13 })
  // Which one is meant is not clear.
  expect(read(['DELIVERED', 39], ['delivered', 1])).toBeUndefined()
})
