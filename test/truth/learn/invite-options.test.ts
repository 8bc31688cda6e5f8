import { expect, test } from 'vitest'
import { COUNT, factsFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const FLAG = { type: 'boolean', default: false }
const PATH = '/api/input/sources/{id}/invites'
const RECIPIENTS = listOf(object({ email: TEXT }))
const answer = object({ invite_id: TEXT, status: TEXT, accepted: COUNT })

test('options of invites are learned where a description has them in the query', () => {
  const facts = factsFrom({
    method: 'post',
    path: PATH,
    query: { dry_run: FLAG, resend: FLAG },
    body: object({ recipients: RECIPIENTS }),
    answer,
  })
  expect(facts['body:sendInvites.dry_run']).toEqual({ name: '?dry_run' })
  expect(facts['body:sendInvites.resend']).toEqual({ name: '?resend' })
})

test('options of invites are learned where a description has them in an object', () => {
  const options = { type: 'object', properties: { dry_run: FLAG, resend: FLAG } }
  const body = { type: 'object', properties: { recipients: RECIPIENTS, options }, required: ['recipients'] }
  const facts = factsFrom({ method: 'post', path: PATH, body, answer })
  expect(facts['body:sendInvites.dry_run']).toEqual({ name: 'options.dry_run' })
  expect(facts['body:sendInvites.resend']).toEqual({ name: 'options.resend' })
})

test.each([
  [{ name: '?dry_run' }, '?dry_run=true', {}],
  [{ name: '?dry_run', type: 'integer' }, '?dry_run=1', {}],
  [{ name: 'options.dry_run' }, '', { options: { dry_run: true } }],
] as const)('the option %o of invites is learned from requests', (fact, query, options) => {
  const recipients = [{ email: 'ada@example.com' }]
  const facts = factsSeen([
    seen(
      `POST /api/input/sources/1/invites${query}`,
      { previews: [{ email: 'ada@example.com', subject: 'Hello' }] },
      {
        body: { recipients, ...options },
      },
    ),
    seen(
      'POST /api/input/sources/1/invites',
      { invite_id: 'inv_1', status: 'queued' },
      { status: 202, body: { recipients } },
    ),
  ])
  expect(facts['body:sendInvites.dry_run']).toEqual(fact)
})

const pairs = [
  { name: 'order', value: 'A1' },
  { name: 'first_name', value: 'Ada' },
]

test('variables of invites that are a list of names and values are learned', () => {
  const list = { key: 'name', value: 'value' }
  const described = factsFrom({
    method: 'post',
    path: PATH,
    body: object({
      recipients: listOf(object({ email: TEXT, variables: listOf(object({ name: TEXT, value: TEXT })) })),
    }),
    answer,
  })
  expect(described['body:sendInvites.recipients']).toMatchObject({ lists: { '[].variables': list } })
  const wasSeen = factsSeen([
    seen(
      'POST /api/input/sources/1/invites',
      { invite_id: 'inv_1', status: 'queued' },
      {
        status: 202,
        body: { recipients: [{ email: 'ada@example.com', variables: pairs }] },
      },
    ),
  ])
  expect(wasSeen['body:sendInvites.recipients']).toMatchObject({ lists: { '[].variables': list } })
})

test('variables of invites in a list that nothing tells the names of are left open', () => {
  const entry = object({ left: TEXT, right: TEXT })
  const facts = factsFrom({
    method: 'post',
    path: PATH,
    body: object({ recipients: listOf(object({ email: TEXT, variables: listOf(entry) })) }),
    answer,
  })
  expect(JSON.stringify(facts['body:sendInvites.recipients'] ?? {})).not.toContain('variables')
})

test('one preview that stands for all is learned', () => {
  const preview = object({
    dry_run: { type: 'boolean' },
    would_send: COUNT,
    sample: object({ subject: TEXT, text: TEXT }),
  })
  const facts = factsFrom({ method: 'post', path: PATH, body: object({ recipients: RECIPIENTS }), answer: preview })
  expect(facts['result:sendInvites']).toMatchObject({
    names: { previews: 'sample', 'previews[].email': null },
    lists: { previews: { single: true } },
  })
})

test('what is listed by addresses of mails in an invitation are its recipients, whatever they are called', () => {
  const addresses = {
    'ada@example.com': { record: 'p-1', vars: { name: 'Ada' } },
    'bob@example.com': { record: 'p-2' },
  }
  const sent = (body: object) => seen('POST /api/input/sources/7/invites', { invite_id: 'i1' }, { status: 202, body })
  expect(factsSeen([sent({ addresses })])['body:sendInvites.recipients']).toMatchObject({
    name: 'addresses',
    list: { by: 'email' },
  })
  const departments = { sales: { record: 'p-1' }, support: { record: 'p-2' } }
  expect(factsSeen([sent({ departments })])['body:sendInvites.recipients']).not.toHaveProperty('name')
})
