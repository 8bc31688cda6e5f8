import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { rowOf } from '../../../src/contract/operations/index.js'

const ID = 'body:sendInvites.recipients'
const codecWith = (list: object) =>
  contractWith(checkFacts({ [ID]: { lists: { '[].variables': list } } }).facts).codecOf(
    'sendInvites',
    'body',
    'recommended',
  )!
const faultsOf = (list: object, path = '[].variables') =>
  checkFacts({ [ID]: { lists: { [path]: list } } }).faults.map(({ message }) => message)

test('a map of ours can be a list of names with their values', () => {
  const codec = codecWith({ key: 'name', value: 'value' })
  const ours = { recipients: [{ email: 'ada@example.com', variables: { order: 'A1', vip: true } }] }
  const wire = {
    recipients: [
      {
        email: 'ada@example.com',
        variables: [
          { name: 'order', value: 'A1' },
          { name: 'vip', value: true },
        ],
      },
    ],
  }
  expect(codec.toWire(ours)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual(ours)
  const bad = { recipients: [{ email: 'ada@example.com', variables: [{ name: 'order' }] }] }
  expect(codec.fromWire(bad)).toEqual(bad)
  expect(codec.schemaToWire(rowOf('sendInvites').body!)).toMatchObject({
    properties: {
      recipients: {
        items: {
          properties: {
            variables: {
              type: 'array',
              items: { required: ['name', 'value'], properties: { name: { type: 'string' } } },
            },
          },
        },
      },
    },
  })
})

test('the form of a map names what its entries have, and is of maps alone', () => {
  expect(faultsOf({ key: 'name', value: 'value' })).toEqual([])
  expect(faultsOf({ key: 'name' })).toEqual(['recipients[].variables: list of a map must be {key: name, value: name}'])
  expect(faultsOf({ by: 'name' })).toEqual(['recipients[].variables: list of a map must be {key: name, value: name}'])
  expect(faultsOf({ key: 'name', value: 'name' })).toEqual(['recipients[].variables: key and value must be two names'])
  expect(checkFacts({ [ID]: { list: { key: 'name', value: 'value' } } }).faults[0]?.message).toContain(
    'list must be {by:',
  )
})
