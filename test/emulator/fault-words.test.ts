import { expect, test } from 'vitest'
import { findSchemaFaults } from '../../emulator/core/check-schema.js'
import { Type } from '../../src/contract/schema.js'

test.each([
  [Type.String(), 5, 'must be a string'],
  [Type.Integer(), 1.5, 'must be a whole number'],
  [Type.Number(), '1', 'must be a number'],
  [Type.Boolean(), 'yes', 'must be true or false'],
  [Type.Array(Type.String()), {}, 'must be a list'],
  [Type.Object({}), [], 'must be an object'],
  [Type.Unsafe({ type: ['string', 'null'] }), 5, 'must be a string or null'],
  [Type.Literal('free'), 'paid', 'must be "free"'],
  [Type.Unsafe({ type: 'object', maxProperties: 1 }), { a: 1, b: 2 }, 'must have at most 1 member'],
])('a value that does not fit is refused in a sentence: %j, %j', (member, value, said) => {
  expect(findSchemaFaults(Type.Object({ member }), { member: value })).toEqual({ member: [said] })
})

test('a member that is not there is missing', () => {
  expect(findSchemaFaults(Type.Object({ query: Type.String() }), {})).toEqual({ query: ['is missing'] })
})
