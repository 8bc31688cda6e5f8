import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { seenOperations } from '../../../src/truth/learn/evidence/traffic.js'
import { withoutMisread } from '../../../src/truth/learn/read-back.js'
import { findRoutes } from '../../../src/truth/learn/routes.js'
import { factsOf, type Verdict } from '../../../src/truth/learn/verdicts.js'
import { seen } from './seen.js'

const FROM = { from: 'session.har', kind: 'traffic' } as const

/** What is left of a fact that was found, whatever found it, after the answer was read by it. */
function leftOf(id: string, fact: Record<string, unknown>, request: string, answer: unknown): Verdict {
  const { found } = findRoutes(seenOperations([seen(request, answer)], [], FROM as never))
  const verdict: Verdict = { id, state: 'contradicted', fact, candidates: [], shown: [], asOurs: [], from: [] }
  return withoutMisread([verdict], contractWith(factsOf([verdict])), found)[0]!
}

const INVITE = 'GET /api/input/sources/3/invite-template'

test('a fact that leads to a value its member cannot have is dropped, and said to be open', () => {
  const answer = { survey_id: '3', present: true, mailing: { domain: 'a.example' } }
  const names = { 'sender_domain.domain': '/mailing' }
  const { state, fact, candidates } = leftOf('result:getInviteTemplate', { names }, INVITE, answer)
  expect({ state, fact }).toEqual({ state: 'ambiguous', fact: undefined })
  expect(candidates).toEqual(["sender_domain.domain: what was found there is an object, which it can't be"])
})

test('what else the fact says is kept', () => {
  const answer = { survey_id: '3', present: true, mailing: { domain: { name: 'a' }, state: 'verified' } }
  const names = { 'sender_domain.domain': '/mailing.domain', 'sender_domain.status': '/mailing.state' }
  const { state, fact } = leftOf('result:getInviteTemplate', { names }, INVITE, answer)
  expect({ state, fact }).toEqual({
    state: 'contradicted',
    fact: { names: { 'sender_domain.status': '/mailing.state' } },
  })
})

test('a fact by which every answer can be read stays as it is', () => {
  const answer = { survey_id: '3', present: true, mailing: { domain: 'a.example', state: null } }
  const names = { 'sender_domain.domain': '/mailing.domain', 'sender_domain.status': '/mailing.state' }
  expect(leftOf('result:getInviteTemplate', { names }, INVITE, answer)).toMatchObject({
    fact: { names },
    candidates: [],
  })
})
