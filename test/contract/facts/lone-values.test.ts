import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { rowOf } from '../../../src/contract/operations/index.js'

const contractOf = (raw: object) => {
  const { facts, faults } = checkFacts(raw)
  expect(faults).toEqual([])
  return contractWith(facts)
}
const faultsOf = (raw: object) => checkFacts(raw).faults.map(({ message }) => message)

describe('a single value that is a list of one on the wire', () => {
  const fact = { name: 'survey_ids', type: 'integer', list: { listed: true } }
  const codec = contractOf({ 'body:publishSource.survey_id': fact }).codecOf('publishSource', 'body', 'classic')!

  test('is sent and read as such', () => {
    expect(codec.toWire({ survey_id: '501' })).toEqual({ survey_ids: [501] })
    expect(codec.fromWire({ survey_ids: [501] })).toEqual({ survey_id: '501' })
    expect(codec.fromWire({ survey_ids: [] })).toEqual({ survey_id: null })
    // Several are no value of ours.
    expect(codec.fromWire({ survey_ids: [1, 2] })).toEqual({ survey_id: [1, 2] })
  })

  test('is named by refusals and described as such', () => {
    expect(codec.pathFromWire('survey_ids')).toBe('survey_id')
    expect(codec.pathFromWire('survey_ids[0]')).toBe('survey_id')
    expect(codec.pathToWire('survey_id')).toBe('survey_ids[0]')
    expect(codec.schemaToWire(rowOf('publishSource').body!)).toMatchObject({
      required: ['survey_ids'],
      properties: { survey_ids: { type: 'array', items: { type: ['integer', 'string'] }, minItems: 1, maxItems: 1 } },
    })
  })

  test('can be no list of ours, and nothing beside it has its name', () => {
    expect(faultsOf({ 'body:eraseFeedback': { lists: { external_ids: { listed: true } } } })).toEqual([
      'external_ids: only a scalar can be listed alone',
    ])
    const name = 'survey_series_id'
    expect(faultsOf({ 'body:publishSource.survey_id': { name, list: { listed: true } } })).toEqual([
      'survey_id: survey_series_id[] is the name of another member, survey_series_id',
    ])
  })
})

describe('a list of which an answer says only how many entries it has', () => {
  const facts = {
    'result:sendInvites': { names: { skipped: 'already_invited' }, lists: { skipped: { counted: true } } },
  }
  const codec = contractOf(facts).codecOf('sendInvites', 'result', 'recommended')!

  test('is written as a number, and read as that many entries of which nothing is known', () => {
    const skipped = [{ email: 'a@example.com', reason: 'suppressed' }]
    expect(codec.toWire({ invite_id: 'i1', skipped })).toEqual({ invite_id: 'i1', already_invited: 1 })
    expect(codec.fromWire({ already_invited: 2 })).toEqual({ skipped: [{}, {}] })
    expect(codec.fromWire({ already_invited: 0 })).toEqual({ skipped: [] })
    expect(codec.fromWire({ already_invited: -1 })).toEqual({ skipped: -1 })
    expect(codec.fromWire({ already_invited: 1e12 })).toEqual({ skipped: 1e12 })
    expect(codec.lacks('skipped[].email')).toBe(true)
  })

  test('is described as a number', () => {
    expect(JSON.stringify(codec.schemaToWire(rowOf('sendInvites').result!))).toContain(
      '"already_invited":{"type":"integer","minimum":0',
    )
  })

  test('is no list of a request, nor one of texts', () => {
    expect(faultsOf({ 'body:sendInvites.recipients': { list: { counted: true } } })).toEqual([
      "recipients: a request can't say only how many entries there are",
    ])
    expect(faultsOf({ 'result:createSource': { lists: { 'questions[].options': { counted: true } } } })).toEqual([
      'questions[].options: only a list of objects can be counted',
    ])
  })
})
