import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { DEFAULT_CONTRACT } from '../../../src/contract/facts/contract.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'

function contractUnder(raw: object) {
  const { facts, faults } = checkFacts(raw)
  expect(faults).toEqual([])
  return contractWith(facts)
}

describe('the contract in force', () => {
  test('has the routes, statuses and codes of the facts', () => {
    const contract = contractUnder({
      'route:GET /api/input/feedback': { prefix: '/api/v2' },
      'route:GET /api/input/sources/list': { path: '/all-sources', method: 'GET' },
      'status:createGroup': { success: 201, existing: 200 },
      'error:NOT_FOUND': { code: 'MISSING', status: 410 },
    })
    expect(contract.rowOf('listFeedback').routes[0].mounts).toEqual(['/api/v2'])
    expect(contract.rowOf('listSources').routes[1]!.path).toBe('/all-sources')
    expect(contract.statusOf('createGroup', 200, { created: true })).toBe(201)
    expect(contract.statusOf('createGroup', 200, { created: false })).toBe(200)
    expect(contract.rowOf('createGroup').statuses).toEqual([201, 200])
    expect(contract.refusal('NOT_FOUND')).toEqual({ code: 'MISSING', status: 410 })
    expect(contract.errorCode(410, 'MISSING')).toBe('NOT_FOUND')
    expect(contract.errorCode(404, 'NOT_FOUND')).toBe('NOT_FOUND')
  })

  test('writes all times in one form but those that the interface shows as ISO-8601 (the credits)', () => {
    const contract = contractUnder({ 'behaviour:times': { answers: 'epoch-seconds' } })
    const time = '2026-03-01T00:00:00.000Z'
    const me = { key: { created_at: time }, credits: { period_start: time, period_end: time } }
    expect(contract.codecOf('getMe', 'result', 'classic')!.toWire(me)).toEqual({
      key: { created_at: Date.parse(time) / 1_000 },
      credits: { period_start: time, period_end: time },
    })
  })

  test('says what may stand beside the place of an analysis', () => {
    const faultsOf = (beside: unknown) => checkFacts({ 'result:getAnalysis': { at: 'analysis', beside } }).faults
    expect(faultsOf(['analysis_id'])).toEqual([])
    expect(faultsOf(['nothing'])).toMatchObject([
      { path: 'beside', message: expect.stringContaining('has no nothing') },
    ])
    expect(faultsOf('analysis_id')).toMatchObject([{ path: 'beside', message: 'beside must be a list of members' }])
  })

  test('takes a code that is one of ours for that one, whatever else facts call so, as far as the status fits', () => {
    const contract = contractUnder({
      'error:INVALID_JSON': { code: 'VALIDATION_ERROR' },
      'error:SERVICE_BUSY': { code: 'RATE_LIMITED' },
    })
    expect(contract.errorCode(400, 'VALIDATION_ERROR')).toBe('VALIDATION_ERROR')
    expect(contract.errorCode(503, 'RATE_LIMITED')).toBe('SERVICE_BUSY')
    expect(contract.errorCode(429, 'RATE_LIMITED')).toBe('RATE_LIMITED')
  })

  test('takes the place of a list and the names inside of it from one fact', () => {
    const contract = contractUnder({
      'result:getAnalysis.monitor_matches': { name: 'alerts', names: { '[].match_count': 'hits' } },
    })
    const codec = contract.codecOf('getAnalysis', 'result', 'recommended')!
    expect(codec.fromWire({ alerts: [{ name: 'Late', hits: 3 }] })).toEqual({
      monitor_matches: [{ name: 'Late', match_count: 3 }],
    })
  })

  test('writes all times and identifiers of answers in one form, but for those that have one of their own', () => {
    const contract = contractUnder({
      'behaviour:times': { answers: 'epoch-seconds' },
      'behaviour:identifiers': { answers: 'integer' },
      'result:createGroup.created_at': { type: 'iso-seconds' },
    })
    const group = { survey_series_id: '7', created_at: '2026-03-02T09:00:00.000Z' }
    const wire = { survey_series_id: 7, created_at: '2026-03-02T09:00:00Z' }
    expect(contract.codecOf('createGroup', 'result', 'classic')!.toWire(group)).toEqual(wire)
    const source = { survey_id: '7', created_at: '2026-03-02T09:00:00.000Z' }
    const codec = contract.codecOf('createSource', 'result', 'classic')!
    expect(codec.toWire(source)).toEqual({ survey_id: 7, created_at: 1772442000 })
    expect(codec.fromWire(codec.toWire(source))).toEqual(source)
  })

  test('writes lists by number, and one entry alone', () => {
    const contract = contractUnder({
      'body:createSource.questions[].options': { list: { numbered: 1 } },
      'body:eraseFeedback': { lists: { external_ids: { single: true } } },
    })
    const codec = contract.codecOf('createSource', 'body', 'classic')!
    const source = { questions: [{ options: ['Yes', 'No'] }] }
    expect(codec.toWire(source)).toEqual({ questions: [{ options: { 1: 'Yes', 2: 'No' } }] })
    expect(codec.fromWire(codec.toWire(source))).toEqual(source)
    const erase = contract.codecOf('eraseFeedback', 'body', 'recommended')!
    expect(erase.toWire({ external_ids: ['a'] })).toEqual({ external_ids: 'a' })
    expect(erase.fromWire({ external_ids: 'a' })).toEqual({ external_ids: ['a'] })
    expect(erase.single).toEqual(['external_ids'])
  })

  test('tells lists at one place apart by what their entries stand in', () => {
    const codec = contractUnder({
      'body:eraseFeedback': {
        names: { external_ids: 'selectors', customer_ids: 'selectors', external_id: null, customer_id: null },
        lists: { external_ids: { in: 'external_id' }, customer_ids: { in: 'customer_id' } },
      },
    }).codecOf('eraseFeedback', 'body', 'classic')!
    expect(codec.toWire({ customer_ids: ['y'] })).toEqual({ selectors: [{ customer_id: 'y' }] })
    expect(codec.fromWire({ selectors: [{ customer_id: 'y' }] })).toEqual({ customer_ids: ['y'] })
    expect(codec.exclusive).toEqual([['external_ids', 'customer_ids']])
  })

  test('what a request must hold follows the facts', () => {
    const { required } = contractUnder({
      'body:publishSource.survey_series_id': { required: true },
      'body:publishSource.survey_id': { name: null },
    }).rowOf('publishSource').body as { required?: string[] }
    expect(required).toEqual(['survey_series_id'])
  })
})

describe('details of a validation error', () => {
  const FIELDS = { 'questions[0].text': ['is required'], name: ['is too long'] }

  test.each([
    ['texts', { form: 'texts' }, { 'questions[0].text': 'is required', name: 'is too long' }],
    [
      'a list with paths as lists',
      { form: 'list', path: 'loc', message: 'msg', joined: 'list', below: 'body' },
      [
        { loc: ['body', 'questions', 0, 'text'], msg: 'is required' },
        { loc: ['body', 'name'], msg: 'is too long' },
      ],
    ],
    [
      'a list with pointers',
      { form: 'list', path: 'pointer', message: 'detail', joined: '/' },
      [
        { pointer: 'questions/0/text', detail: 'is required' },
        { pointer: 'name', detail: 'is too long' },
      ],
    ],
  ])('as %s', (_name, form, wire) => {
    const contract = contractUnder({ 'behaviour:error-details': form })
    expect(contract.detailsToWire(FIELDS)).toEqual(wire)
    expect(contract.detailsFromWire(wire)).toEqual(FIELDS)
  })

  test('are read in any of these forms without a fact, too, but for a step that all paths begin with', () => {
    expect(DEFAULT_CONTRACT.detailsToWire(FIELDS)).toBe(FIELDS)
    expect(DEFAULT_CONTRACT.detailsFromWire(FIELDS)).toEqual(FIELDS)
    expect(DEFAULT_CONTRACT.detailsFromWire([{ field: 'name', message: 'is taken' }])).toEqual({ name: ['is taken'] })
    expect(DEFAULT_CONTRACT.detailsFromWire('no')).toBeUndefined()
  })
})
