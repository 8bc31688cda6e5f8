import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { rowOf } from '../../../src/contract/operations/index.js'

const ID = 'result:listInviteRecipients'
const PATH = 'recipients[].delivery_status'
const faultsOf = (fact: object) => checkFacts({ [ID]: fact }).faults.map(({ message }) => message)
const codec = contractWith(
  checkFacts({ [ID]: { flags: { [PATH]: { complained: 'spam', bounced: 'bounced', delivered: 'delivered' } } } }).facts,
).codecOf('listInviteRecipients', 'result', 'recommended')!
const read = (row: object) => codec.fromWire({ recipients: [row] })

test('a word that is flags on the wire is written as one of them, and read from the first that is true', () => {
  expect(codec.toWire({ recipients: [{ email: 'a@example.com', delivery_status: 'bounced' }] })).toEqual({
    recipients: [{ email: 'a@example.com', spam: false, bounced: true, delivered: false }],
  })
  expect(read({ spam: true, bounced: false, delivered: true })).toEqual({
    recipients: [{ delivery_status: 'complained' }],
  })
  expect(read({ spam: false, bounced: false, delivered: true })).toEqual({
    recipients: [{ delivery_status: 'delivered' }],
  })
  // It may be queued or sent.
  expect(read({ spam: false, bounced: false, delivered: false })).toEqual({ recipients: [{ delivery_status: null }] })
  expect(read({ bounced: false })).toEqual({ recipients: [{}] })
  expect(codec.pathFromWire('recipients[0].spam')).toBe('recipients[0].delivery_status')
})

test('a word that is flags is described as such', () => {
  const text = JSON.stringify(codec.schemaToWire(rowOf('listInviteRecipients').result!))
  expect(text).toContain('"spam":{"type":"boolean"')
  expect(text).not.toContain('delivery_status')
})

test('flags are of an enum of an answer, each of one word, and of nothing that has another name', () => {
  expect(faultsOf({ flags: { [PATH]: { lost: 'gone' } } })[0]).toContain('flags has no lost')
  expect(faultsOf({ flags: { [PATH]: { bounced: 'x', sent: 'x' } } })).toEqual([`${PATH}: the flag x is used twice`])
  expect(faultsOf({ flags: { 'recipients[].reason': { bounced: 'x' } } })[0]).toContain('takes no flags')
  expect(faultsOf({ flags: { [PATH]: { sent: 'a.b' } } })).toEqual([
    `${PATH}: a flag must be a name, or a list of names`,
  ])
  expect(faultsOf({ flags: { [PATH]: { sent: 'email' } } })[0]).toContain('is the name of another member')
  const both = { flags: { [PATH]: { sent: 'sent' } }, names: { [PATH]: 'status' } }
  expect(faultsOf(both)).toEqual([`${PATH}: takes flags, or a name and words, not both`])
  expect(
    checkFacts({ 'body:createSource.questions[].type': { flags: { TEXT: 'text' } } }).faults[0]?.message,
  ).toContain('has no flags')
})

describe('flags that say a word together', () => {
  const TASK = 'result:getTask'
  const both = { flags: { status: { completed: ['done', 'success'], failed: 'done', processing: [] } } }
  const { facts, faults } = checkFacts({ [TASK]: both })
  const task = contractWith(facts).codecOf('getTask', 'result', 'classic')!

  test.each([
    [{ done: true, success: true }, 'completed'],
    [{ done: true, success: false }, 'failed'],
    [{ done: false, success: false }, 'processing'],
  ])('%o is %s, and written so', (wire, status) => {
    expect(faults).toEqual([])
    expect(task.fromWire({ ...wire, task_id: 't' })).toMatchObject({ status })
    expect(task.toWire({ task_id: 't', status })).toMatchObject(wire)
  })

  test('a flag that is null is not set, and one that is missing leaves it open', () => {
    expect(task.fromWire({ done: false, success: null })).toMatchObject({ status: 'processing' })
    expect(task.fromWire({ success: true })).not.toHaveProperty('status')
    expect(task.toWire({ task_id: 't', status: 'queued' })).toMatchObject({ done: false, success: false })
  })

  test('no two words have the same flags, and one word at least has some', () => {
    const faultOf = (status: object) => checkFacts({ [TASK]: { flags: { status } } }).faults[0]?.message
    expect(faultOf({ completed: ['a', 'b'], failed: ['b', 'a'] })).toBe('status: the flag a and b is used twice')
    expect(faultOf({ completed: [] })).toBe('status: one word at least must have a flag')
  })
})
