import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'

test('counts in a list by the word of an outcome are learned where it has no word for all of ours', () => {
  const counts = listOf(object({ status: oneOf('delivered', 'failed', 'bounced', 'pending'), count: COUNT }))
  const answer = object({ invite_id: TEXT, status: oneOf('queued', 'sending', 'completed'), counts, created_at: TIME })
  expect(factsFrom({ path: '/api/input/invites/{id}', answer })['result:getInvite']?.names).toMatchObject({
    'counts.delivered': '/counts[status=delivered].count',
    'counts.bounced': '/counts[status=bounced].count',
  })
})
