import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { rowOf } from '../../../src/contract/operations/index.js'
import { arbitraryFacts } from './random-facts.js'

function codecOf(form: object) {
  return contractWith({ 'behaviour:erase-answer': form } as never).codecOf('eraseFeedback', 'result', 'recommended')!
}

const OURS = {
  erased: 4,
  not_found: [{ external_id: 'e-2' }],
  found: [
    { external_id: 'e-1', erased: 1 },
    { customer_id: 'c-1', erased: 3 },
  ],
}

test('entries say of each identifier how it went, and our totals are theirs', () => {
  const codec = codecOf({ form: 'entries' })
  const wire = {
    results: [
      { id: 'e-1', status: 200, erased: 1 },
      { id: 'c-1', status: 200, erased: 3 },
      { id: 'e-2', status: 404, erased: 0 },
    ],
  }
  expect(codec.toWire(OURS)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual({ erased: 4, not_found: ['e-2'] })
  expect(codec.lacks('erased')).toBe(false)
})

test('entries without a count leave open how many items went', () => {
  const codec = codecOf({ form: 'entries', at: 'none', erased: 'none', found: 'deleted', missing: 'unknown' })
  const wire = [
    { id: 'e-1', status: 'deleted' },
    { id: 'e-2', status: 'unknown' },
  ]
  expect(codec.fromWire(wire)).toEqual({ not_found: ['e-2'] })
  expect(codec.lacks('erased')).toBe(true)
})

test('an entry that says neither is not taken for one or the other', () => {
  const wire = { results: [{ id: 'e-1', status: 500, erased: 0 }] }
  expect(codecOf({ form: 'entries' }).fromWire(wire)).toEqual(wire)
})

test('the identifier that was not found is the one that is not null', () => {
  const codec = codecOf({ form: 'entries', external_id: 'external_id', customer_id: 'customer_id', erased: 'none' })
  const results = [
    { external_id: null, customer_id: 'c-1', status: 404 },
    { external_id: 'e-1', customer_id: null, status: 404 },
  ]
  expect(codec.fromWire({ results })).toEqual({
    erased: 0,
    not_found: [{ customer_id: 'c-1' }, { external_id: 'e-1' }],
  })
})

test('a status that facts do not know says in plain words whether an identifier was found', () => {
  const codec = codecOf({ form: 'entries', erased: 'deleted' })
  const answer = (status: string) => ({
    results: [
      { id: 'a', status: 'Erased', deleted: 2 },
      { id: 'b', status, deleted: 0 },
    ],
  })
  expect(codec.fromWire(answer('not_found'))).toEqual({ erased: 2, not_found: ['b'] })
  expect(codec.fromWire(answer('Not Found'))).toEqual({ erased: 2, not_found: ['b'] })
  // Another identifier had erased its items.
  expect(codec.fromWire(answer('OK'))).toEqual({ erased: 2, not_found: [] })
  expect(codec.fromWire(answer('queued'))).toEqual(answer('queued'))
})

test('an identifier whose items another one erased was found, if its entry says so', () => {
  const codec = codecOf({ form: 'entries' })
  const found = [
    { external_id: 'e-1', erased: 1 },
    { customer_id: 'c-1', erased: 0 },
  ]
  const wire = codec.toWire({ erased: 1, not_found: [], found })
  expect(wire).toEqual({
    results: [
      { id: 'e-1', status: 200, erased: 1 },
      { id: 'c-1', status: 200, erased: 0 },
    ],
  })
  expect(codec.fromWire(wire)).toEqual({ erased: 1, not_found: [] })
})

test('an entry has to say whether its identifier was found', () => {
  const { faults } = checkFacts({ 'behaviour:erase-answer': { form: 'entries', erased: 'none', status: 'none' } })
  expect(faults).toMatchObject([{ id: 'behaviour:erase-answer', path: 'status' }])
})

test('entries that are the whole answer are none of a task', () => {
  const facts = { 'behaviour:erase-answer': { form: 'entries', at: 'none' }, 'behaviour:erase-task': { task_id: 'id' } }
  expect(checkFacts(facts).faults).toMatchObject([{ id: 'behaviour:erase-answer', path: 'at' }])
})

test('what an emulator answers comes back as our totals and fits what it describes, whatever the form', () => {
  fc.assert(
    fc.property(arbitraryFacts({ ids: ['behaviour:erase-answer'], least: 1 }), (facts) => {
      const { form } = facts['behaviour:erase-answer'] ?? {}
      if (form !== 'entries') return
      const codec = contractWith(facts).codecOf('eraseFeedback', 'result', 'recommended')!
      const wire = JSON.parse(JSON.stringify(codec.toWire(OURS)))
      const { erased, not_found: [missing] = [] } = codec.fromWire(wire) as { erased?: number; not_found: unknown[] }
      expect(erased).toBe(codec.lacks('erased') ? undefined : 4)
      expect(['e-2', { external_id: 'e-2' }]).toContainEqual(missing)
      expect(Compile(codec.schemaToWire(rowOf('eraseFeedback').result)).Check(wire)).toBe(true)
    }),
  )
})

test('two counts, one for each kind of identifiers, are added up; what was not found stands beside them', () => {
  const codec = codecOf({ form: 'kinds', at: 'erased', external_id: 'external_id', customer_id: 'customer' })
  const wire = { erased: { external_id: 1, customer: 3 }, not_found: [{ external_id: 'e-2' }] }
  expect(codec.toWire(OURS)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual({ erased: 4, not_found: [{ external_id: 'e-2' }] })
  expect(codec.fromWire({ erased: { customer: 3 } })).toEqual({ erased: 3 })
  expect(codec.fromWire({ erased: {} })).toEqual({ erased: {} })
  const { faults } = checkFacts({ 'behaviour:erase-answer': { form: 'kinds' } })
  expect(faults).toMatchObject([{ id: 'behaviour:erase-answer', path: 'customer_id' }])
})

test('an erase that is a task is answered with its id, and its end says what was erased', () => {
  const codec = contractWith({
    'behaviour:erase-task': { task_id: 'task.uuid' },
    'result:eraseFeedback': { names: { erased: 'task.result.deleted', not_found: null } },
  }).codecOf('eraseFeedback', 'result', 'recommended')!
  expect(codec.toWire({ task_id: 't-1' })).toEqual({ status: 'queued', progress: 0, task: { uuid: 't-1' } })
  expect(codec.fromWire({ task: { uuid: 7, state: 'queued' } })).toEqual({ task_id: '7' })
  expect(codec.lacks('erased')).toBe(true)
  expect(codec.ofTask!.fromWire({ task: { uuid: 7, result: { deleted: 3 } } })).toMatchObject({ erased: 3 })
  expect(codec.fromWire({ task: { result: { deleted: 0 } } })).toMatchObject({ erased: 0 })
})
