import { expect, test } from 'vitest'
import { isValidationStatus, provesNothingDone } from '../../src/contract/errors.js'

test('422 is decided after the idempotency key, as 400 is', () => {
  expect(provesNothingDone({ status: 422, code: 'VALIDATION_ERROR' })).toBe(true)
  expect([400, 422, 409, 500].filter(isValidationStatus)).toEqual([400, 422])
})
