import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'

test('counts in a list by the word of an outcome are learned where it has no word for all of ours', () => {
  const counts = listOf(object({ status: oneOf('delivered', 'failed', 'bounced', 'pending'), count: COUNT }))
  const answer = object({ invite_id: TEXT, status: oneOf('queued', 'sending', 'completed'), counts, created_at: TIME })
  expect(factsFrom({ path: '/api/input/invites/{id}', answer })['result:getInvite']?.names).toMatchObject({
    'counts.delivered': '/counts[status=delivered].count',
    'counts.bounced': '/counts[status=bounced].count',
  })
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
