import { expect, test } from 'vitest'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { factsFrom, learnFrom, object, oneOf, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const UPLOAD = { method: 'post', path: '/api/input/feedback/upload', answer: object({ task_id: TEXT }) } as const
const FILE = 'behaviour:upload-file'
const MAPPING = 'behaviour:upload-mapping'
const HEADERS = { type: 'object', additionalProperties: TEXT }

test.each([
  [{ ...TEXT, format: 'byte' }, 'data'],
  [{ ...TEXT, contentEncoding: 'base64' }, 'data'],
  [TEXT, 'contentBase64'],
  [{ ...TEXT, description: 'The file, encoded as base64.' }, 'payload'],
])('a described body of JSON has its file as base64: %j', (schema, name) => {
  const mapping = { ...HEADERS, description: 'Member of an item to header of its column' }
  const facts = factsFrom({
    ...UPLOAD,
    body: object({ fileName: TEXT, [name]: schema, survey_id: TEXT, mapping, question_id: TEXT }),
  })
  expect(facts[FILE]).toEqual({ as: 'base64', name: 'fileName' })
  expect(facts['body:uploadFeedback']).toMatchObject({ names: { file: name } })
  expect(facts[MAPPING]).toEqual({ form: 'members', field: 'question_id' })
  const codec = contractWith(facts as Facts).codecOf('uploadFeedback', 'body', 'classic')!
  expect(codec.toWire({ file: Buffer.from('text\nFine\n'), survey_id: '2' })).toEqual({
    [name]: 'dGV4dApGaW5lCg==',
    fileName: 'upload.csv',
    survey_id: '2',
  })
})

test('the file may be in an object, its name beside it', () => {
  const file = object({ name: TEXT, content: { ...TEXT, format: 'byte' } })
  const facts = factsFrom({ ...UPLOAD, body: object({ file, survey_id: TEXT }) })
  expect(facts[FILE]).toEqual({ as: 'base64', name: 'file.name' })
  expect(facts['body:uploadFeedback']).toMatchObject({ names: { file: 'file.content' } })
})

test('a file that is a part of a form is as assumed; a text that may be anything is no file', () => {
  const stateOf = (file: object) => {
    const { verdicts } = learnFrom({ ...UPLOAD, body: object({ file: file as never, survey_id: TEXT }) })
    return verdicts.find(({ id }) => id === FILE)?.state
  }
  expect(stateOf({ type: 'string', format: 'binary' })).toBe('confirmed')
  expect(stateOf(TEXT)).toBe('not seen')
})

const sent = (table: string, more: object, status = 202) =>
  seen(
    'POST /api/input/feedback/upload',
    { task_id: '8' },
    {
      status,
      body: { payload: Buffer.from(table).toString('base64'), title: 'a.csv', survey_id: '4', ...more },
    },
  )

test('a text that was a table in base64 each time is the file, and its headers tell the form of the mapping', () => {
  const table = 'Comment,Nr\nHello,a-1\n'
  const columns = factsSeen([sent(table, { columns: { Comment: 'text', Nr: 'external_id' }, question_id: 'q1' })])
  expect(columns[FILE]).toEqual({ as: 'base64' })
  expect(columns[MAPPING]).toEqual({ form: 'columns', field: 'question_id' })
  expect(columns['body:uploadFeedback']).toMatchObject({ names: { file: 'payload', mapping: 'columns' } })
  const members = factsSeen([sent(table, { columns: { text: 'Comment', external_id: 'Nr' }, question_id: 'q1' })])
  expect(members[MAPPING]).toEqual({ form: 'members', field: 'question_id' })
  expect(factsSeen([sent('no table', {})])[FILE]).toBeUndefined()
})

const TABLE = Buffer.from('Comment,Nr\nHello,a-1\n').toString('base64')
const TOLD = { task_id: '8', status: 'queued' }
const asText = (more: object) =>
  seen('POST /api/input/feedback/upload?survey_series_id=3&survey_id=4&question_id=31', TOLD, {
    ...{ status: 202, body: { file: TABLE, filename: 'a.csv', ...more } },
  })
const IN_QUERY = {
  [FILE]: { as: 'base64', name: 'filename' },
  [MAPPING]: { form: 'members', field: '?question_id' },
  'body:uploadFeedback': { names: { survey_series_id: '?survey_series_id', survey_id: '?survey_id' } },
}

test('a body of JSON beside a query has its file as base64 as well, as recorded or as described and then seen', () => {
  const mapping = { text: 'Comment', external_id: 'Nr' }
  expect(factsSeen([asText({ mapping })])).toMatchObject(IN_QUERY)
  const described = {
    ...UPLOAD,
    query: { survey_series_id: TEXT, survey_id: TEXT, question_id: TEXT },
    body: object({
      file: { ...TEXT, format: 'byte' },
      filename: TEXT,
      mapping: object({ text: TEXT, external_id: TEXT }),
    }),
  }
  expect(factsFrom(described)).toMatchObject(IN_QUERY)
  expect(factsSeen([asText({ mapping })], [described])).toMatchObject(IN_QUERY)
})

test.each([400, 415, 422])('a form that was refused (%i) says nothing of what a service takes', (status) => {
  const form = { file: new TextEncoder().encode('Comment\nHello\n'), survey_id: '4' }
  const refused = seen('POST /api/input/feedback/upload', { error: {} }, { status, body: form, isForm: true })
  const facts = factsSeen([refused, asText({ mapping: { text: 'Comment', external_id: 'Nr' } })])
  expect(facts).toMatchObject(IN_QUERY)
})

const ITEM = oneOf('text', 'external_id', 'rating')

test.each([
  [{ type: 'object', additionalProperties: ITEM }, { form: 'columns' }],
  [object({ text: TEXT, external_id: TEXT }), { form: 'members' }],
  [
    { type: 'array', items: object({ title: TEXT, role: ITEM }) },
    { form: 'pairs', column: 'title', member: 'role' },
  ],
])('a schema tells the direction of a mapping by which side has the words of members: %j', (mapping, fact) => {
  const facts = factsFrom({
    ...UPLOAD,
    body: object({ data: { ...TEXT, format: 'byte' }, survey_id: TEXT, mapping: mapping as never, question_id: TEXT }),
  })
  expect(facts[MAPPING]).toEqual({ ...fact, field: 'question_id' })
})

test.each([
  ['JSON object: member of an item (text, external_id, …) → header of its column', 'members'],
  ['JSON object: header of a column → member of an item (text, external_id, …)', 'columns'],
])('what stands in brackets changes nothing of what words tell: %s', (description, form) => {
  const body = object({
    file: { type: 'string', format: 'binary' },
    survey_id: TEXT,
    mapping: { ...TEXT, description },
  })
  expect(factsFrom({ ...UPLOAD, isForm: true, body })[MAPPING]).toEqual({ form, field: 'none' })
})
