import { describe, expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { detailFindings } from '../../../src/truth/learn/learn-details.js'

const NAMES = new Set(['questions', 'text', 'name', 'limit'])
const FIELDS = { 'questions[1].text': ['is too long', 'has no words'], name: ['is missing'] }

const FORMS = [
  {},
  { form: 'texts' },
  { form: 'text' },
  { form: 'text', joined: '/' },
  { form: 'map', joined: '/' },
  { form: 'map', below: 'body' },
  { form: 'list', path: 'loc', message: 'msg', joined: 'list', below: 'body' },
  { form: 'list', path: 'path', message: 'message', joined: 'list' },
  { form: 'list', path: 'field', message: 'detail' },
  { form: 'list', path: 'source.pointer', message: 'detail', joined: '/' },
  { form: 'list', path: 'name', message: 'reason' },
] as const

const ID = 'behaviour:error-details'
const wireUnder = (form: object) =>
  contractWith(Object.keys(form).length === 0 ? {} : ({ [ID]: form } as unknown as Facts)).detailsToWire(FIELDS)

describe.each(FORMS)('details written %j', (form) => {
  test('are learned from what is on the wire', () => {
    const [finding] = detailFindings([{ details: wireUnder(form), names: NAMES, isOfBody: true }])
    expect(finding).toBeDefined()
    expect(wireUnder(finding?.fact ?? {})).toEqual(wireUnder(form))
  })
})

test.each(FORMS.filter((form) => !('path' in form)))(
  'details written %j prove nothing where they name no member of a request',
  (form) => {
    expect(detailFindings([{ details: wireUnder(form), names: new Set(['others']), isOfBody: true }])).toEqual([])
  },
)

test('where the refused part of a request is named first, a query does not tell how a body is', () => {
  const form = { form: 'list', path: 'loc', message: 'msg', joined: 'list' }
  const refused = (loc: string[], isOfBody: boolean) => ({ details: [{ loc, msg: 'wrong' }], names: NAMES, isOfBody })
  expect(detailFindings([refused(['query', 'limit'], false)])).toMatchObject([{ fact: form }])
  const both = detailFindings([refused(['query', 'limit'], false), refused(['body', 'name'], true)])
  expect(both).toMatchObject([{ fact: { ...form, below: 'body' } }])
  const { detailsFromWire } = contractWith({ [ID]: both[0]!.fact! } as unknown as Facts)
  expect(detailsFromWire([{ loc: ['query', 'limit'], msg: 'wrong' }])).toEqual({ limit: ['wrong'] })
})

test('two forms of details prove neither', () => {
  const seen = [{ form: 'list', path: 'loc', message: 'msg' }, {}].map((form) => ({
    details: wireUnder(form),
    names: NAMES,
    isOfBody: true,
  }))
  expect(detailFindings(seen)).toMatchObject([{ state: 'ambiguous' }])
})

test('counts in details are no messages by member', () => {
  expect(detailFindings([{ details: { limit: 5, text: 'too many' }, names: NAMES, isOfBody: true }])).toEqual([])
})
