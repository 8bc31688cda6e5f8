import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { factsFrom, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const ID = 'behaviour:invite-answer'
const PATH = '/api/input/sources/{id}/invites'
const STATUS = oneOf('queued', 'sending', 'completed')
const FORM = { form: 'entries', status: 'result' }

const entryOf = (...words: string[]) => object({ email: TEXT, result: oneOf(...words), reason: TEXT })

function described(answer: object) {
  const body = object({ recipients: listOf(object({ email: TEXT })) })
  return factsFrom({ method: 'post', path: PATH, body, answer: answer as never, status: 202 })
}

const RESULTS = [
  { email: 'a@b.example', result: 'accepted', reason: null },
  { email: 'c@d.example', result: 'skipped', reason: 'suppressed' },
  { email: 'e@f.example', result: 'accepted', reason: null },
]
const sent = { invite_id: 'i1', status: 'sending', results: RESULTS }

const posted = (recipients: readonly object[], answer: object) =>
  factsSeen([seen('POST /api/input/sources/32/invites', answer, { status: 202, body: { recipients } })])
const RECIPIENTS = RESULTS.map(({ email }) => ({ email }))

test('an entry for each recipient is learned from a description with the words of its outcome', () => {
  const facts = described(object({ invite_id: TEXT, status: STATUS, results: listOf(entryOf('accepted', 'skipped')) }))
  expect(facts[ID]).toEqual(FORM)
  expect(JSON.stringify(facts['result:sendInvites'] ?? {})).not.toMatch(/accepted|skipped/)
  const nested = object({
    invite: object({ id: TEXT, status: STATUS, outcomes: listOf(entryOf('QUEUED', 'EXCLUDED')) }),
  })
  expect(described(nested)[ID]).toEqual({ ...FORM, at: 'invite.outcomes', accepted: 'QUEUED', skipped: 'EXCLUDED' })
})

test('nothing is learned of entries whose words are others, or of which one says no outcome', () => {
  for (const words of [['accepted'], ['accepted', 'skipped', 'held'], ['yes', 'no']]) {
    const answer = object({ invite_id: TEXT, status: STATUS, results: listOf(entryOf(...words)) })
    expect(described(answer)[ID]).toBeUndefined()
  }
})

test('entries are learned from traffic where there is one for each recipient', () => {
  expect(posted(RECIPIENTS, sent)[ID]).toEqual(FORM)
  expect(posted([...RECIPIENTS, { email: 'g@h.example' }], sent)[ID]).toBeUndefined()
  expect(
    posted(
      RECIPIENTS.map(({ email }) => ({ email: `other-${email}` })),
      sent,
    )[ID],
  ).toBeUndefined()
})

const PREVIEWS = listOf(object({ email: TEXT, subject: TEXT, text: TEXT }))

test('entries that a preview has elsewhere are learned with both places', () => {
  const preview = object({ previews: PREVIEWS, results: listOf(entryOf('accepted', 'skipped')) })
  const sends = object({
    invite: object({ id: TEXT, status: STATUS, results: listOf(entryOf('accepted', 'skipped')) }),
  })
  const form = { ...FORM, at: 'invite.results', dry_run: 'results' }
  expect(described({ anyOf: [sends, preview] })[ID]).toEqual(form)
  // One response with both lists says of neither that it is the one.
  const both = { ...(sends.properties as object), ...(preview.properties as object) }
  expect(described(object(both as never))[ID]).toBeUndefined()
  const previewed = { previews: [{ email: 'a@b.example', subject: 'Hi', text: 'Hello' }], results: RESULTS }
  const post = (status: number, answer: object) =>
    seen('POST /api/input/sources/32/invites', answer, { status, body: { recipients: RECIPIENTS } })
  const nested = { invite: { id: 'i1', status: 'sending', results: RESULTS } }
  expect(factsSeen([post(202, nested), post(200, previewed)])[ID]).toEqual(form)
})

test('entries of a preview are read and written at their own place', () => {
  const facts = { [ID]: { ...FORM, at: 'sent.results', dry_run: 'results' } }
  const codec = contractWith(facts).codecOf('sendInvites', 'result', 'recommended')!
  const ours = { dry_run: true, accepted: 2, skipped: [{ email: 'c@d.example', reason: 'suppressed' }], previews: [] }
  const wire = { dry_run: true, previews: [], results: [RESULTS[0], RESULTS[2], RESULTS[1]] }
  expect(codec.toWire({ ...ours, invited: ['a@b.example', 'e@f.example'] })).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual(ours)
  expect(codec.fromWire({ sent: { results: RESULTS } })).toMatchObject({ accepted: 2 })
})

test('entries are read as our totals, and written from them', () => {
  const facts = { [ID]: FORM, 'result:sendInvites': { names: { invite_id: 'invite.id', status: 'invite.status' } } }
  const codec = contractWith(facts as never).codecOf('sendInvites', 'result', 'recommended')!
  const wire = { invite: { id: 'i1', status: 'sending' }, results: RESULTS }
  const ours = {
    invite_id: 'i1',
    status: 'sending',
    accepted: 2,
    skipped: [{ email: 'c@d.example', reason: 'suppressed' }],
  }
  expect(codec.fromWire(wire)).toEqual(ours)
  const written = codec.toWire({ ...ours, invited: ['a@b.example', 'e@f.example'] })
  expect(written).toEqual({ ...wire, results: [RESULTS[0], RESULTS[2], RESULTS[1]] })
  // What became of one of them is not known, and so not how many were accepted.
  const held = [...RESULTS, { email: 'g@h.example', result: 'held', reason: null }]
  expect(codec.fromWire({ ...wire, results: held })).toEqual({ invite_id: 'i1', status: 'sending' })
})

test('a form of entries that tells nothing apart is none', () => {
  const faultsOf = (form: object) => checkFacts({ [ID]: { form: 'entries', ...form } }).faults.map(({ path }) => path)
  expect(faultsOf({ at: 'invite.results' })).toEqual([])
  expect(faultsOf({ skipped: 'accepted' })).toEqual(['skipped'])
  expect(faultsOf({ email: 'status' })).toEqual(['status'])
})
