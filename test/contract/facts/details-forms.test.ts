import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { factsSeen, seen } from '../../truth/learn/seen.js'

const FACT = { form: 'list', path: 'source.pointer', message: 'detail' }
const DETAILS = [{ source: { pointer: '/name' }, title: 'Invalid', detail: 'is missing' }]

test('the path of a detail may stand in a member of its own', () => {
  const { detailsToWire, detailsFromWire } = contractWith({ 'behaviour:error-details': FACT } as never)
  const fields = { name: ['is missing', 'is short'], 'fields[0].text': ['is empty'] }
  const wire = detailsToWire(fields)
  expect(wire).toContainEqual({ source: { pointer: 'fields[0].text' }, detail: 'is empty' })
  expect(detailsFromWire(wire)).toEqual(fields)
  expect(detailsFromWire(DETAILS)).toEqual({ name: ['is missing'] })
  expect(contractWith({}).detailsFromWire(DETAILS)).toEqual({ name: ['is missing'] })
})

test('a path inside a member is learned with that member', () => {
  const answer = { error: { code: 'VALIDATION_ERROR', details: DETAILS } }
  const refused = seen('POST /api/input/survey_series/create', answer, { status: 400, body: { nam: 1 } })
  expect(factsSeen([refused])['behaviour:error-details']).toEqual(FACT)
})

test('faults may be listed in an object of their own', () => {
  const wrapped = { violations: [{ field: 'customer_id', message: 'unexpected query parameter' }] }
  expect(contractWith({}).detailsFromWire(wrapped)).toEqual({ customer_id: ['unexpected query parameter'] })
  expect(contractWith({}).detailsFromWire({ name: ['is missing'] })).toEqual({ name: ['is missing'] })
})
