import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { COUNT, documentOf, listOf, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const PREVIEWS = listOf(object({ email: TEXT, subject: TEXT, text: TEXT }))
const SENT = object({
  id: TEXT,
  status: oneOf('queued', 'sending', 'completed'),
  counts: object({ accepted: COUNT, skipped: COUNT }),
})
const PREVIEWED = object({ previews: PREVIEWS, accepted: COUNT, skipped: COUNT })

const PATH = '/api/input/sources/{id}/invites'
const LEARNED = {
  names: { accepted: 'counts.accepted', skipped: 'counts.skipped' },
  lists: { skipped: { counted: true } },
  otherwise: { accepted: 'accepted', skipped: 'skipped' },
}

function described() {
  const document = documentOf([
    { method: 'post', path: PATH, body: object({ recipients: listOf(TEXT) }), answer: SENT, status: 202 },
  ])
  const post = (document.paths as Record<string, { post: { responses: Record<string, unknown> } }>)[PATH]!.post
  post.responses[200] = { description: 'A preview.', content: { 'application/json': { schema: PREVIEWED } } }
  const from = { from: 'openapi.json', kind: 'description' as const }
  return factsOf(learn({ documents: [{ root: document, from }], traffic: [] }).verdicts)
}

const sent = { id: 'i1', status: 'sending', counts: { accepted: 2, skipped: 1 } }
const previewed = { previews: [{ email: 'a@b.example', subject: 'Hi', text: 'Hello' }], accepted: 5, skipped: 2 }

test('what the two answers of an operation have at different places is learned from each of them', () => {
  expect(described()['result:sendInvites']).toMatchObject(LEARNED)
})

test('so it is from traffic', () => {
  const post = (status: number, answer: object) =>
    seen('POST /api/input/sources/32/invites', answer, { status, body: { recipients: [] } })
  const facts = factsSeen([post(202, sent), post(200, previewed), post(200, { ...previewed, accepted: 7 })])
  expect(facts['result:sendInvites']).toMatchObject(LEARNED)
})

test('either answer is read and written where its members stand', () => {
  const facts = described()
  expect(checkFacts(facts).faults).toEqual([])
  const contract = contractWith(facts as never)
  const codec = contract.codecOf('sendInvites', 'result', 'recommended')!
  expect(codec.fromWire(sent)).toMatchObject({ invite_id: 'i1', accepted: 2, skipped: [{}] })
  expect(codec.fromWire(previewed)).toMatchObject({ accepted: 5, skipped: [{}, {}] })
  expect(codec.toWire({ invite_id: 'i1', status: 'sending', accepted: 2, skipped: [{}] })).toEqual(sent)
  expect(codec.toWire({ dry_run: true, accepted: 5, skipped: [{}, {}], previews: [] })).toEqual({
    dry_run: true,
    accepted: 5,
    skipped: 2,
    previews: [],
  })
  const { anyOf } = codec.schemaToWire(contract.rowOf('sendInvites').result!) as { anyOf?: { properties: object }[] }
  expect(anyOf?.map(({ properties }) => Object.keys(properties).includes('counts'))).toEqual([true, false])
})

test('a place in the other answer must be one, and in no way of another member', () => {
  const faultsOf = (otherwise: object) =>
    checkFacts({ 'result:sendInvites': { names: { accepted: 'counts.accepted' }, otherwise } }).faults
  expect(faultsOf({ accepted: 'accepted' })).toEqual([])
  expect(faultsOf({ accepted: 'previews' })).toHaveLength(1)
  expect(faultsOf({ accepted: 7 })).toHaveLength(1)
  expect(faultsOf({ nothing: 'accepted' })).toHaveLength(1)
  const elsewhere = checkFacts({ 'result:getInvite': { otherwise: { status: 'state' } } }).faults
  expect(elsewhere.map(({ message }) => message)).toEqual([expect.stringMatching(/^has no otherwise/)])
})
