import { expect, test } from 'vitest'
import { factsFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const FLAG = { type: 'boolean' }
const described = (flags: Record<string, object>) =>
  factsFrom({
    path: '/api/input/invites/{id}/recipients',
    answer: object({ recipients: listOf(object({ email: TEXT, ...flags } as never)) }),
  })['result:listInviteRecipients']?.flags

test('flags that are called after the words of an outcome say it, the furthest first, and words of their own last', () => {
  const flags = { 'recipients[].delivery_status': { bounced: 'bounced', delivered: 'delivered', failed: 'failed' } }
  expect(described({ delivered: FLAG, bounced: FLAG, failed: FLAG, is_test: FLAG })).toEqual(flags)
  const row = { email: 'a@example.com', delivered: true, bounced: false, failed: false }
  const answer = seen('GET /api/input/invites/i1/recipients', { recipients: [row] })
  expect(factsSeen([answer])['result:listInviteRecipients']?.flags).toEqual(flags)
})

test('flags of other things, or one alone, say no outcome', () => {
  expect(described({ opened: FLAG, clicked: FLAG })).toBeUndefined()
  expect(described({ bounced: FLAG })).toBeUndefined()
  expect(described({ delivered: FLAG, bounced: FLAG, status: TEXT })).toBeUndefined()
})
