import { expect, test } from 'vitest'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { NO_COLUMN } from '../../../src/contract/facts/flat-mapping.js'
import { ONLY_FIELD } from '../../../src/contract/facts/upload-mapping.js'
import { rowOf } from '../../../src/contract/operations/index.js'

const OURS = { source_id: '4', mapping: { fields: { 31: 'Comment' }, external_id: 'ID', rating: 'Stars' } }
const COLUMNS = { text: 'Comment', external_id: 'ID', rating: 'Stars' }

function codecWith(form: object) {
  return contractWith({ 'behaviour:upload-mapping': form } as never).codecOf('uploadFeedback', 'body', 'recommended')!
}

const FORMS: [form: object, wire: Record<string, unknown>][] = [
  [{ form: 'members' }, { field_id: '31', mapping: COLUMNS }],
  [
    { form: 'members', field: 'metadata.field.id' },
    { metadata: { field: { id: '31' } }, mapping: COLUMNS },
  ],
  [
    { form: 'columns', field: 'question' },
    { question: '31', mapping: { Comment: 'text', ID: 'external_id', Stars: 'rating' } },
  ],
  [
    { form: 'pairs', column: 'header' },
    {
      field_id: '31',
      mapping: Object.entries(COLUMNS).map(([member, header]) => ({ header, member })),
    },
  ],
  [{ form: 'flat' }, { mapping: { 31: 'Comment', external_id: 'ID', rating: 'Stars' } }],
  [{ form: 'flat-columns' }, { mapping: { Comment: '31', ID: 'external_id', Stars: 'rating' } }],
  [
    { form: 'flat-pairs', member: 'field' },
    {
      mapping: [
        { column: 'Comment', field: '31' },
        { column: 'ID', field: 'external_id' },
        { column: 'Stars', field: 'rating' },
      ],
    },
  ],
  [
    { form: 'flat-pairs', field_member: 'question' },
    {
      mapping: [
        { column: 'Comment', question: '31' },
        { column: 'ID', member: 'external_id' },
        { column: 'Stars', member: 'rating' },
      ],
    },
  ],
  [
    { form: 'parts', part: 'col_{member}_x' },
    { field_id: '31', col_text_x: 'Comment', col_external_id_x: 'ID', col_rating_x: 'Stars' },
  ],
  [
    { form: 'parts', part: '{member}Column' },
    { field_id: '31', textColumn: 'Comment', externalIdColumn: 'ID', ratingColumn: 'Stars' },
  ],
  [
    { form: 'parts', part: '{Member}Column' },
    { field_id: '31', TextColumn: 'Comment', ExternalIdColumn: 'ID', RatingColumn: 'Stars' },
  ],
  [
    { form: 'parts', part: 'mapping[{member}]' },
    { field_id: '31', 'mapping[text]': 'Comment', 'mapping[external_id]': 'ID', 'mapping[rating]': 'Stars' },
  ],
  [
    { form: 'parts', part: 'column{Member}' },
    { field_id: '31', columnText: 'Comment', columnExternalId: 'ID', columnRating: 'Stars' },
  ],
]

test.each(FORMS)('the columns of an upload in the form %j, and back', (form, wire) => {
  const codec = codecWith(form)
  expect(codec.toWire(OURS)).toEqual({ source_id: '4', ...wire })
  expect(codec.fromWire({ source_id: '4', ...wire })).toEqual(OURS)
})

test('a field is told to a service that takes one, and knows columns by what they are called', () => {
  for (const form of ['none', 'members', 'parts']) {
    const codec = codecWith({ form, field: 'question_id' })
    const alone = { source_id: '4', mapping: { fields: { 31: NO_COLUMN } } }
    expect(codec.toWire(alone)).toEqual({ source_id: '4', question_id: '31' })
    expect(codec.fromWire({ source_id: '4', question_id: '31' })).toEqual(alone)
  }
  const { toWire } = codecWith({ form: 'none', field: 'question_id' })
  const named = { source_id: '4', mapping: { fields: { 31: 'text' }, rating: 'rating' } }
  expect(toWire(named)).toEqual({ source_id: '4', question_id: '31' })
  expect(() => toWire(OURS)).toThrow("Comment can't be used as text")
})

const PAIRS = [
  { column: 'Good', member: '31' },
  { column: 'Bad', member: '32' },
  { column: 'Stars', member: 'rating' },
]

test.each([
  ['flat', { 31: 'Good', 32: 'Bad', rating: 'Stars' }],
  ['flat-columns', { Good: '31', Bad: '32', Stars: 'rating' }],
  ['flat-pairs', PAIRS],
])(
  'a mapping with its fields beside other members has several of them, and none where a column is not named: %s',
  (form, mapping) => {
    const codec = codecWith({ form })
    const two = { source_id: '4', mapping: { fields: { 31: 'Good', 32: 'Bad' }, rating: 'Stars' } }
    expect(codec.toWire(two)).toEqual({ source_id: '4', mapping })
    expect(codec.fromWire({ source_id: '4', mapping })).toEqual(two)
    expect(codec.toWire({ source_id: '4', mapping: { fields: { 31: NO_COLUMN } } })).toEqual({ source_id: '4' })
    expect(codec.fromWire({ source_id: '4' })).toEqual({ source_id: '4' })
  },
)

test('where one column of text is all a service takes, two are refused', () => {
  const two = { ...OURS, mapping: { fields: { 31: 'Good', 32: 'Bad' } } }
  expect(() => codecWith({ form: 'members' }).toWire(two)).toThrow('takes one column of text')
})

test('an analysis is read from below what stands around it', () => {
  const contract = contractWith({ 'result:getAnalysis': { at: 'analysis' } } as never)
  const codec = contract.codecOf('getAnalysis', 'result', 'recommended')!
  expect(codec.fromWire({ analysis: { analysis_status: 'none' } })).toEqual({ analysis_status: 'none' })
})

test('the bytes of a file stay what they are, whatever the part is called', () => {
  const facts = { 'body:uploadFeedback': { names: { file: 'document' } } }
  const codec = contractWith(facts as never).codecOf('uploadFeedback', 'body', 'recommended')!
  const file = new TextEncoder().encode('text\nhello\n')
  expect((codec.toWire({ file }) as { document: unknown }).document).toBe(file)
})

test('where no part tells the field, the text is of the only one there is', () => {
  const codec = codecWith({ form: 'members', field: 'none' })
  const wire = { source_id: '4', mapping: COLUMNS }
  expect(codec.toWire(OURS)).toEqual(wire)
  expect(codec.fromWire(wire)).toEqual({ ...OURS, mapping: { ...OURS.mapping, fields: { [ONLY_FIELD]: 'Comment' } } })
})

test.each(FORMS)('an upload is described as it is sent: %j', (form, wire) => {
  const { properties } = codecWith(form).schemaToWire(rowOf('uploadFeedback').body!) as unknown as {
    properties: Record<string, { type: string }>
  }
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(wire)))
  const { mapping } = wire
  expect(properties.mapping?.type).toBe(mapping && (Array.isArray(mapping) ? 'array' : 'object'))
})

test.each([
  [{ form: 'flat-pairs', column: 'name', member: 'name' }, 'column, member and field_member must differ'],
  [{ form: 'flat-pairs', field_member: 'member' }, 'column, member and field_member must differ'],
  [{ form: 'pairs', member: 'column' }, 'column, member and field_member must differ'],
  [{ form: 'members', field_member: 'question_id' }, 'field_member is of the form flat-pairs'],
])('a mapping that would lose a name is refused: %j', (form, message) => {
  expect(checkFacts({ 'behaviour:upload-mapping': form }).faults).toMatchObject([{ message }])
})
