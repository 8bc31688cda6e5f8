import { expect, test } from 'vitest'
import { refusesMember } from '../../src/client/details.js'
import { ServiceError } from '../../src/client/errors.js'

function refusal(details: unknown): ServiceError {
  return new ServiceError('The request is not valid.', { status: 422, code: 'VALIDATION_ERROR', details } as never)
}

test.each([
  [{ source_id: ['is not allowed'] }],
  [[{ loc: ['query', 'source_id'], msg: 'Extra inputs are not permitted' }]],
  [[{ field: 'source_id', message: 'unexpected query parameter' }]],
  [['property source_id should not exist']],
  [['Unknown query parameter: source_id']],
  [{ '/source_id': ['unknown field'] }],
  [{ 'filters[source_id]': ['is not recognised'] }],
])('a refusal of the member: %j', (details) => {
  expect(refusesMember(refusal(details), ['survey_id', 'source_id'])).toBe(true)
})

test.each([
  [{ source_id: ['Unknown source 99'] }],
  [{ source_id: ['is not allowed for this key'] }],
  [{ source_id: ['must be a number'] }],
  [{ occurred_since: ['not allowed: retention is 90 days'] }],
  [{ field_id: ['Unknown field 7'] }],
  [{ other: ['unexpected query parameter'] }],
  [null],
])('no refusal of the member, but of its value or of another: %j', (details) => {
  expect(refusesMember(refusal(details), ['source_id', 'occurred_since', 'field_id'])).toBe(false)
})
