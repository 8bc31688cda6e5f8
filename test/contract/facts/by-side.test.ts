import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { rowOf } from '../../../src/contract/operations/index.js'

const ID = 'result:getAnalysis.themes'
const SIDES = { list: { groups: ['POSITIVE', 'negative'] }, names: { '[].label': 'name', '[].sentiment': null } }
const { facts, faults } = checkFacts({ [ID]: SIDES })
const codec = contractWith(facts).codecOf('getAnalysis', 'result', 'classic')!
const theme = (theme_id: string, positive: number, negative: number) => ({
  ...{ theme_id, label: theme_id },
  sentiment: { positive: { count: positive }, neutral: { count: 9 }, negative: { count: negative } },
})

test('a list that is one for each side is read as one, and each theme written in that which it has most of', () => {
  expect(faults).toEqual([])
  const wire = { POSITIVE: [{ theme_id: 'a', name: 'Staff' }], negative: [{ theme_id: 'b', name: 'Price' }] }
  expect(codec.fromWire({ themes: wire })).toEqual({
    themes: [
      { theme_id: 'a', label: 'Staff' },
      { theme_id: 'b', label: 'Price' },
    ],
  })
  expect(codec.fromWire({ themes: { POSITIVE: null, negative: [] } })).toEqual({ themes: [] })
  expect(codec.toWire({ themes: [theme('a', 1, 2), theme('b', 3, 1), theme('c', 0, 0)] })).toEqual({
    themes: {
      POSITIVE: [
        { theme_id: 'b', name: 'b' },
        { theme_id: 'c', name: 'c' },
      ],
      negative: [{ theme_id: 'a', name: 'a' }],
    },
  })
})

test('what has anything else beside the lists stays as it came', () => {
  const wire = { POSITIVE: [], negative: [], total: 0 }
  expect(codec.fromWire({ themes: wire })).toEqual({ themes: wire })
})

test('it is described as an object of lists', () => {
  expect(codec.schemaToWire(rowOf('getAnalysis').result!)).toMatchObject({
    properties: {
      themes: { type: 'object', properties: { POSITIVE: { type: 'array' } }, required: ['POSITIVE', 'negative'] },
    },
  })
})

test.each([
  [['good', 'bad'], 'groups must be two sides of a sentiment, or more'],
  [['positive'], 'groups must be two sides of a sentiment, or more'],
  [['positive', 'POS'], 'groups must be two sides of a sentiment, or more'],
])('groups are sides, each another: %j', (groups, message) => {
  expect(checkFacts({ [ID]: { list: { groups } } }).faults[0]?.message).toContain(message)
})

test('no list of a request is in groups', () => {
  const fault = checkFacts({ 'body:sendInvites.recipients': { list: { groups: ['positive', 'negative'] } } }).faults[0]
  expect(fault?.message).toContain('only a list of a response can be in groups')
})
