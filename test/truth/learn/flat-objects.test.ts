import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const PATH = '/api/input/sources/{id}/invite-template'
const PLACES = {
  present: 'has_template',
  'sender_domain.domain': '/sender_domain',
  'sender_domain.status': '/sender_domain_status',
  'quota.limit': '/quota',
  'quota.used': '/quota_used',
}

test('a member called as one of our objects is what that object is about, with others of it beside', () => {
  const answer = object({
    has_template: { type: 'boolean' },
    subject: TEXT,
    variables: listOf(TEXT),
    sender_domain: TEXT,
    sender_domain_status: TEXT,
    quota: COUNT,
    quota_used: COUNT,
  })
  expect(factsFrom({ path: PATH, answer })['result:getInviteTemplate']?.names).toMatchObject(PLACES)
})

test('and is so where it was only seen', () => {
  const answer = {
    has_template: true,
    subject: 'How did we do?',
    variables: ['name'],
    sender_domain: 'mail.example.org',
    sender_domain_status: 'verified',
    quota: 5_000,
    quota_used: 230,
  }
  const facts = factsSeen([seen(`GET ${PATH.replace('{id}', '3')}`, answer)])
  expect(facts['result:getInviteTemplate']?.names).toMatchObject(PLACES)
})
