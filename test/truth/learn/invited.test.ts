import { expect, test } from 'vitest'
import { factsSeen, seen } from './seen.js'

test.each(['to', 'addressees', 'audience'])('a list of people to invite may be called %s', (name) => {
  const people = [{ email: 'ann@example.org' }, { email: 'bob@example.org' }]
  const answer = { invite_id: 'inv_1', status: 'queued', accepted: 2, skipped: [] }
  const facts = factsSeen([
    seen('POST /api/input/sources/7/invites', answer, { status: 202, body: { [name]: people } }),
  ])
  expect(facts['body:sendInvites.recipients']).toEqual({ name })
})
