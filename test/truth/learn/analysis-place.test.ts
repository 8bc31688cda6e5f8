import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT, TIME } from './document.js'

const side = object({ count: COUNT, share: { type: 'number', maximum: 1 } })

test('a whole analysis below one member is found, however much of it is nested deeper', () => {
  const analysis = object({
    analysis_status: oneOf('ready', 'pending'),
    sourceId: TEXT,
    sentiment: object({ positive: side, neutral: side, negative: side }),
  })
  const facts = factsFrom({ path: '/api/input/sources/{id}/analysis', answer: object({ analysis }) })
  expect(facts['result:getAnalysis']).toEqual({ at: 'analysis' })
  expect(facts['result:getAnalysis.survey_id']).toMatchObject({ name: 'sourceId' })
})

test('a record below several members is found where all of it is', () => {
  const quota = object({ cap: COUNT, remaining: COUNT, period_end: TEXT })
  const entity = object({ present: { type: 'boolean' }, variables: listOf(TEXT), quota })
  const facts = factsFrom({
    path: '/api/input/sources/{id}/invite-template',
    answer: object({ result: object({ entity }) }),
  })
  expect(facts['result:getInviteTemplate']).toMatchObject({ at: 'result.entity' })
  expect(JSON.stringify(facts['result:getInviteTemplate'])).not.toContain('"/')
})

test('a record below a member is found there, though figures of it are put in front', () => {
  const analysis = object({
    analysis_status: oneOf('ready', 'pending'),
    analysis_id: TEXT,
    feedback_group_id: TEXT,
    source_id: TEXT,
    period_key: TEXT,
    sentiment: object({ positive: object({ count: COUNT }), neutral: object({ count: COUNT }) }),
  })
  const facts = factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({ item_count: COUNT, analysis }),
  })
  expect(facts['result:getAnalysis']).toEqual({ at: 'analysis' })
  expect(facts['result:getAnalysis.item_count']).toMatchObject({ name: '/item_count' })
  expect(JSON.stringify(facts)).not.toContain('"interface"')
})

test('what the interface shows may stay beside a member that all else is below (ANA-3, ANA-4)', () => {
  const analysis = object({
    source_id: TEXT,
    feedback_group_id: TEXT,
    total_items: COUNT,
    analyzed_at: TIME,
    period_key: TEXT,
    sentiment: object({ positive: side, neutral: side, negative: side, score: { type: 'number' } }),
  })
  const facts = factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({ analysis_status: oneOf('none', 'available'), analysis_id: TEXT, analysis }),
  })
  expect(facts['result:getAnalysis']).toEqual({ at: 'analysis', beside: ['analysis_status', 'analysis_id'] })
  expect(JSON.stringify(facts)).not.toContain('"interface"')
  const codec = contractWith(facts).codecOf('getAnalysis', 'result', 'recommended')!
  const ours = { analysis_status: 'available', analysis_id: '7', source_id: '3', item_count: 4 }
  const wire = { analysis_status: 'available', analysis_id: '7', analysis: { source_id: '3', total_items: 4 } }
  expect(codec.toWire(ours)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual(ours)
})
