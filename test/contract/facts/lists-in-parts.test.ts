import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { rowOf } from '../../../src/contract/operations/index.js'

const NAMES = { '[].label': 'name', '[].theme_id': 'id' }
const FACTS = { 'result:getAnalysis.themes': { name: 'theme_groups[].themes', names: NAMES } }
const codec = contractWith(checkFacts(FACTS).facts).codecOf('getAnalysis', 'result', 'recommended')!
const faultsOf = (facts: object) => checkFacts(facts).faults.map(({ message }) => message)

describe('a list whose parts stand in the entries of another one', () => {
  const [price, late] = [
    { theme_id: 't1', label: 'Price' },
    { theme_id: 't2', label: 'Late' },
  ]

  test('is read as one list', () => {
    expect(checkFacts(FACTS).faults).toEqual([])
    const wire = {
      analysis_status: 'available',
      theme_groups: [
        { name: 'Commercial', themes: [{ id: 't1', name: 'Price' }] },
        { name: 'Empty' },
        { name: 'Logistics', themes: [{ id: 't2', name: 'Late' }] },
      ],
    }
    expect(codec.fromWire(wire)).toEqual({ analysis_status: 'available', themes: [price, late] })
    expect(codec.fromWire({ theme_groups: [] })).toEqual({ themes: [] })
    expect(codec.fromWire({ theme_groups: null })).toEqual({ themes: null })
  })

  test('is not read as empty where no entry has a part, nor where one has something else', () => {
    expect(codec.fromWire({ theme_groups: [{ name: 'Commercial', topics: [] }] })).toEqual({})
    expect(codec.fromWire({ theme_groups: [{ themes: [] }, { themes: 3 }] })).toEqual({})
    expect(codec.fromWire({ theme_groups: { themes: [] } })).toEqual({})
  })

  test('is written into one entry, and described so', () => {
    const wire = { theme_groups: [{ themes: [{ id: 't1', name: 'Price' }] }] }
    expect(codec.toWire({ themes: [price] })).toEqual(wire)
    expect(codec.toWire({ themes: [] })).toEqual({ theme_groups: [] })
    const { properties } = codec.schemaToWire(rowOf('getAnalysis').result!) as unknown as { properties: object }
    expect(properties).toMatchObject({
      theme_groups: { type: 'array', items: { required: ['themes'], properties: { themes: { type: 'array' } } } },
    })
  })

  test('is one of objects in an answer, in one other list, and has no other form', () => {
    const message = 'only a list of objects in a response can be in parts, below the entries of one list'
    for (const facts of [
      { 'result:getAnalysis.item_count': { name: 'groups[].item_count' } },
      { 'result:getAnalysis.themes': { name: 'a[].b[].themes' } },
      { 'result:getAnalysis.themes': { name: 'groups[].themes', list: { by: 'theme_id' } } },
      { 'body:sendInvites.recipients': { name: 'groups[].recipients' } },
    ])
      expect(faultsOf(facts)).toEqual([expect.stringContaining(message)])
    expect(faultsOf({ 'result:getAnalysis.themes': { name: 'groups[]' } })).toHaveLength(1)
    expect(faultsOf({ 'body:eraseFeedback': { fixed: { 'groups[].sure': true } } })).toHaveLength(1)
  })
})
