import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'

const names = { items: 'edges', 'items[].item_id': 'node.id', 'items[].text': 'node.body' }

function rowOf(edge: object, more: Record<string, string> = {}): unknown {
  const facts = { 'result:listFeedback': { names: { ...names, ...more } } } as Facts
  const codec = contractWith(facts).codecOf('listFeedback', 'result', 'classic')!
  return (codec.fromWire({ edges: [edge] }) as { items: unknown[] }).items[0]
}

test('what a row has besides is kept where all of it is in one object', () => {
  const attributes = [{ key: 'channel', value: 'web' }]
  const node = { id: 'i1', body: 'Hello', attributes }
  const row = { item_id: 'i1', text: 'Hello', node: { attributes } }
  expect(rowOf({ node })).toEqual(row)
  expect(rowOf({ cursor: 'c', node })).toEqual({ cursor: 'c', ...row })
  expect(rowOf({ node: { id: 'i1', body: 'Hello' } })).toEqual({ item_id: 'i1', text: 'Hello' })
})

test('what is in such an object under a name of ours is not taken for ours', () => {
  const node = { id: 'i1', body: 'Hello', item_id: 'other', channel: 'x' }
  const row = { item_id: 'i1', text: 'Hello', node: { item_id: 'other', channel: 'x' } }
  expect(rowOf({ node })).toEqual(row)
})

test('several objects are none around a row', () => {
  const edge = { node: { id: 'i1', body: 'Hello', rest: 1 }, of: { id: 's1', rest: 2 } }
  expect(rowOf(edge, { 'items[].survey_id': 'of.id' })).toEqual({ item_id: 'i1', text: 'Hello', survey_id: 's1' })
})
