import { expect, test } from 'vitest'
import { saidByDetails } from '../../../src/client/details.js'
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

test.each([
  [
    { name: ['is missing'], violations: [{ field: 'customer_id', message: 'is unknown' }] },
    ['name: is missing', 'customer_id: is unknown'],
  ],
  [
    { errors: ['the body is odd', { loc: ['body', 'name'], msg: 'is missing' }] },
    ['errors: the body is odd', 'body.name: is missing'],
  ],
  [
    [{ pointer: '/name', detail: 'is missing' }, 'the body is odd'],
    ['/name: is missing', 'the body is odd'],
  ],
  [{ name: 'is missing', field: { message: 'is unknown', code: 'x' } }, ['name: is missing', 'field: is unknown']],
])('every fault of details in two forms is read, and shown: %j', (details, lines) => {
  expect(saidByDetails(details)).toEqual(lines)
  const read = contractWith({}).detailsFromWire(details)
  expect(Object.values(read ?? {}).flat()).toEqual(lines.map((line) => line.split(': ').at(-1)))
})

test.each([
  { violations: [{ field: 'name', message: 'is missing' }], documentation_url: 'https://x.example', trace_id: 'abc' },
  { type: 'https://x.example', title: 'Invalid', instance: '/a', errors: [{ pointer: '/name', detail: 'is missing' }] },
  { errors: [{ field: 'name', message: 'is missing' }], help: { message: 'read the guide' } },
])('beside a list of faults that name their members, a text is none: %j', (details) => {
  expect(contractWith({}).detailsFromWire(details)).toEqual({ name: ['is missing'] })
  expect(saidByDetails(details)).toHaveLength(1)
})

test('a list of names beside texts by member makes them no less faults', () => {
  const details = { name: 'is missing', links: [{ name: 'guide', href: 'https://x.example' }] }
  expect(contractWith({}).detailsFromWire(details)).toEqual({ name: ['is missing'] })
})
