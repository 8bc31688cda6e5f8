import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { COUNT, factsFrom, learnFrom, listOf, object, TEXT } from './document.js'
import { factsSeen, learnSeen, seen } from './seen.js'

const UPLOAD = { method: 'post', path: '/api/input/feedback/upload' } as const
const FILE = { type: 'string', format: 'binary' }
const ANSWER = object({ task_id: TEXT })
const JSON_TEXT = { type: 'string', contentMediaType: 'application/json' }

const described = (parts: Record<string, JsonObject>) =>
  ({ ...UPLOAD, body: object({ file: FILE, source_id: TEXT, ...parts }), answer: ANSWER }) as const

const saying = (description: string) => ({ ...JSON_TEXT, description })

function sent(parts: JsonObject, table = 'Comment,external_id\nHello,a-1\n') {
  const body = { file: new TextEncoder().encode(table), source_id: '4', ...parts }
  return seen('POST /api/input/feedback/upload', { task_id: '8' }, { status: 202, body, isForm: true })
}

test.each([
  ['column header -> member', 'columns'],
  ['JSON object: column name to member, e.g. {"Comment": "text"}', 'columns'],
  ['JSON object: member to column name, e.g. {"text": "Comment"}', 'members'],
  ['{"text": "Comment", "external_id": "Nr"}', 'members'],
  ['JSON object: member of an item to header of a column', 'members'],
  ['Header of the column of each member: text, external_id, customer_id, channel', 'members'],
  ['The header of a column to the member of each item.', 'columns'],
])('a description tells the direction of a mapping: %s', (about, form) => {
  const facts = factsFrom(described({ column_mapping: saying(about) }))
  expect(facts['behaviour:upload-mapping']).toEqual({ form, field: 'none' })
  expect(facts['body:uploadFeedback']?.names).toMatchObject({ mapping: 'column_mapping' })
})

test.each(['JSON object: field id to column name.', '{"31": "Comment", "external_id": "Nr"}'])(
  'a description tells that the headers of fields stand by their ids: %s',
  (about) => {
    const facts = factsFrom(described({ column_mapping: saying(about) }))
    expect(facts['behaviour:upload-mapping']).toEqual({ form: 'flat' })
  },
)

test.each([
  ['JSON object: id of a question, or external_id, customer_id → header of its column', { form: 'flat' }],
  ['the column header of each question by its question id, and of rating by its name', { form: 'flat' }],
  ['JSON object from column header to question id, or to one of external_id, rating', { form: 'flat-columns' }],
  ['{"Comment": "31", "Nr": "external_id"}', { form: 'flat-columns' }],
  [
    'JSON array of {"column": header, "field": question id or one of external_id, rating}',
    { form: 'flat-pairs', member: 'field' },
  ],
  [
    '[{"col": "Comment", "to": "q_31"}, {"col": "Nr", "to": "external_id"}]',
    { form: 'flat-pairs', column: 'col', member: 'to' },
  ],
  [
    'JSON array of {"column": header, "field": "text" | "external_id" | …}',
    { form: 'pairs', member: 'field', field: 'none' },
  ],
])('a description tells how ids of fields stand beside members: %s', (about, form) => {
  const facts = factsFrom(described({ columns: saying(about) }))
  expect(facts['behaviour:upload-mapping']).toEqual(form)
})

test('what is said of a member of a pair outranks how it is called', () => {
  const learned = (about: string) => {
    const pair = object({ column_name: saying('Header of the column'), property: saying(about) })
    return factsFrom(described({ mapping: listOf(pair) }))['behaviour:upload-mapping']
  }
  const names = { column: 'column_name', member: 'property' }
  expect(learned('The id of a field, or the name of a member.')).toEqual({ form: 'flat-pairs', ...names })
  expect(learned('Which member it holds')).toEqual({ form: 'pairs', ...names, field: 'none' })
})

test('headers of fields inside the mapping are as ours are', () => {
  const about = 'JSON object: `fields` holds the column header of each question by its question id'
  expect(factsFrom(described({ mapping: saying(about) }))).not.toHaveProperty(['behaviour:upload-mapping'])
})

test.each([
  [{ Comment: '31', Nr: 'external_id' }, { form: 'flat-columns' }],
  [{ Comment: 'q_31', More: 'q_32', Nr: 'external_id' }, { form: 'flat-columns' }],
  [
    [
      { header: 'Comment', field: '31' },
      { header: 'Nr', field: 'external_id' },
    ],
    { form: 'flat-pairs', column: 'header', member: 'field' },
  ],
])('a mapping that was sent with its file tells where the ids of fields are: %j', (columns, fact) => {
  const facts = factsSeen([sent({ columns }, 'Comment,More,Nr\nHello,x,a-1\n')])
  expect(facts['behaviour:upload-mapping']).toEqual(fact)
})

test.each(['{"0": "Ticket", "1": "Comment"}', '{"column_1": "Comment 2"}', '{"2": "Comment"}'])(
  'an example may number columns as well as fields, and says nothing then: %s',
  (about) => {
    expect(factsFrom(described({ column_mapping: saying(about) }))['behaviour:upload-mapping']).toBeUndefined()
  },
)

test('a part that may be null says what it is all the same', () => {
  const part = { anyOf: [saying('column header -> member'), { type: 'null' }] }
  expect(factsFrom(described({ columns: part }))['behaviour:upload-mapping']).toEqual({
    form: 'columns',
    field: 'none',
  })
})

test.each(['Says which column is which.', 'column to member, e.g. {"text": "Comment"}'])(
  'a mapping whose direction is not told, or told twice, is left open: %s',
  (about) => {
    const { verdicts } = learnFrom(described({ column_mapping: saying(about) }))
    const verdict = verdicts.find(({ id }) => id === 'behaviour:upload-mapping')
    expect(verdict).toMatchObject({ state: 'ambiguous' })
    expect(verdict?.candidates).toHaveLength(2)
    expect(verdicts.find(({ id }) => id === 'body:uploadFeedback')?.fact?.names ?? {}).not.toHaveProperty('mapping')
  },
)

test.each([
  [['text_column', 'external_id_column'], { form: 'parts', field: 'none' }],
  [['textColumn', 'externalIdColumn'], { form: 'parts', part: '{member}Column', field: 'none' }],
  [['TextColumn', 'ExternalIdColumn'], { form: 'parts', part: '{Member}Column', field: 'none' }],
  [['mapping[text]', 'mapping[external_id]'], { form: 'parts', part: 'mapping[{member}]', field: 'none' }],
  [['mapping.text', 'mapping.external_id'], { form: 'parts', part: 'mapping.{member}', field: 'none' }],
  [['column_text'], { form: 'parts', part: 'column_{member}', field: 'none' }],
  [['text_column', 'question_id'], { form: 'parts', field: 'question_id' }],
])('parts for the columns of members: %j', (parts, fact) => {
  const facts = factsFrom(described(Object.fromEntries(parts.map((name) => [name, TEXT]))))
  expect(facts['behaviour:upload-mapping']).toEqual(fact)
})

test.each(['question_id', 'fieldId'])(
  'the part that tells the field is no group, which a service may not take: %s',
  (field) => {
    const facts = factsFrom(described({ text_column: TEXT, [field]: COUNT }))
    expect(facts['behaviour:upload-mapping']).toEqual({ form: 'parts', field })
    expect(facts['body:uploadFeedback']?.names).toMatchObject({ survey_series_id: null, source_reference: null })
  },
)

test('an upload of which a description demands nothing that could be the group demands none, whatever else it takes', () => {
  const required = (...demanded: string[]) => {
    const other = demanded.at(-1) === 'foo' ? 'foo' : 'note'
    const { body } = described({ mapping: saying('column header -> member'), [other]: TEXT })
    return factsFrom({ ...described({}), body: { ...body, required: demanded } as never })['body:uploadFeedback']
      ?.required
  }
  expect(required('file', 'source_id')).toEqual({ survey_series_id: false })
  // It may be the group that goes by such a name; and a description that demands nothing says nothing of what is demanded.
  expect(required('file', 'source_id', 'foo')).toBeUndefined()
  expect(required()).toBeUndefined()
})

test('a service whose description has nothing that could tell the columns finds them by their headers', () => {
  const learnt = (parts: Record<string, JsonObject>) => factsFrom(described(parts))['behaviour:upload-mapping']
  expect(learnt({ source_reference: TEXT })).toEqual({ form: 'none', field: 'none' })
  expect(learnt({})).toEqual({ form: 'none', field: 'none' })
  expect(learnt({ config: JSON_TEXT })).toBeUndefined()
  expect(learnt({ mapping: JSON_TEXT })).toBeUndefined()
})

test('what was sent with a file tells the direction by its headers', () => {
  const learnt = (parts: JsonObject) => factsSeen([sent(parts)])['behaviour:upload-mapping']
  expect(learnt({ columns: { Comment: 'text', external_id: 'external_id' } })).toEqual({
    form: 'columns',
    field: 'none',
  })
  expect(learnt({ mapping: { text: 'Comment', external_id: 'external_id' } })).toEqual({
    form: 'members',
    field: 'none',
  })
  expect(learnt({ columns: { 31: 'Comment', external_id: 'external_id' } })).toEqual({ form: 'flat' })
  expect(learnt({ columns: { fld_1a: 'Comment' } })).toEqual({ form: 'flat' })
  expect(learnt({ TextColumn: 'Comment' })).toEqual({ form: 'parts', part: '{Member}Column', field: 'none' })
})

test('what was sent says nothing where headers and members are the same words, or others', () => {
  const learnt = (parts: JsonObject, table?: string) => factsSeen([sent(parts, table)])['behaviour:upload-mapping']
  expect(learnt({ mapping: { text: 'text' } }, 'text\nHello\n')).toBeUndefined()
  expect(learnt({ mapping: { text: 'Other' } })).toBeUndefined()
  expect(learnt({ text_column: 'Other' })).toBeUndefined()
  expect(learnt({ mapping: { 31: 'Other' } })).toBeUndefined()
  expect(learnt({ mapping: { why: 'Comment' } })).toBeUndefined()
})

test('the only part of bytes is the file, and the parts of columns are no reference and no group', () => {
  const parts = { upload_file: new TextEncoder().encode('Comment\nHello\n'), source_id: '4', textColumn: 'Comment' }
  const shown = seen('POST /api/input/feedback/upload', { task_id: '8' }, { status: 202, body: parts, isForm: true })
  const body = learnSeen([shown]).verdicts.find(({ id }) => id === 'body:uploadFeedback')
  expect(body).toMatchObject({ fact: { names: { file: 'upload_file' } }, candidates: [] })
})

test('the reference of an upload is not taken for the identifier of its source', () => {
  const facts = factsFrom({
    ...UPLOAD,
    body: object({ file: FILE, sid: COUNT, ref: TEXT, cols: TEXT }),
    answer: ANSWER,
  })
  expect(facts['body:uploadFeedback']?.names).toMatchObject({ survey_id: 'sid', source_reference: 'ref' })
})

test('`sourceRef` may refer to the source as well, and is not taken for the reference of an upload', () => {
  const parts = { file: new TextEncoder().encode('Comment\nHello\n'), feedback_group_id: '6', sourceRef: '9' }
  const shown = seen('POST /api/input/feedback/upload', { task_id: '8' }, { status: 202, body: parts, isForm: true })
  const names = learnSeen([shown]).verdicts.find(({ id }) => id === 'body:uploadFeedback')?.fact?.names
  expect(names ?? {}).not.toMatchObject({ source_reference: 'sourceRef' })
})

test('columns may be named by a list of pairs', () => {
  const told = (about: string) =>
    factsFrom({
      ...UPLOAD,
      body: object({ file: FILE, source_id: TEXT, field_map: { ...TEXT, description: about } }),
      answer: ANSWER,
    })
  const facts = told('JSON array of {"header","member"}, e.g. [{"header":"Comment","member":"text"}]')
  expect(facts['behaviour:upload-mapping']).toMatchObject({ form: 'pairs', column: 'header' })
  expect(facts['body:uploadFeedback']?.names).toMatchObject({ mapping: 'field_map' })
  expect(told('JSON array, e.g. [{"a":"text","b":"rating"}]')['behaviour:upload-mapping']).toBeUndefined()
  expect(told('JSON array of objects')['behaviour:upload-mapping']).toBeUndefined()
})

test('a list of pairs is told by the names of its two members, in words or in a schema', () => {
  const mapping = (part: JsonObject) => factsFrom(described({ columns: part }))['behaviour:upload-mapping']
  const listOf = (names: readonly string[]) => ({
    type: 'array',
    items: object(Object.fromEntries(names.map((name) => [name, TEXT]))),
  })
  expect(mapping(saying('JSON list of {column, member}'))).toEqual({ form: 'pairs', field: 'none' })
  expect(mapping(listOf(['header', 'attribute']))).toEqual({
    form: 'pairs',
    column: 'header',
    member: 'attribute',
    field: 'none',
  })
  expect(mapping(saying('JSON object of {column, member}'))).toBeUndefined()
  expect(mapping(listOf(['column', 'value']))).toBeUndefined()
  expect(mapping(listOf(['column', 'member', 'format']))).toBeUndefined()
})

test('a part that is JSON is no identifier, whatever it is called', () => {
  const body = { file: new TextEncoder().encode('Comment\nHello\n'), program: { id: '7' } }
  const upload = seen('POST /api/input/feedback/upload', { task_id: '8' }, { status: 202, body, isForm: true })
  const facts = factsSeen([upload])
  expect(JSON.stringify(facts['body:uploadFeedback'] ?? {})).not.toContain('program')
})

const TABLE = 'Comment,Key,Day\nHello there,k-1,2026-02-01T10:00:00Z\nOh well,k-2,2026-02-02T10:00:00Z\n'

test('columns are told by what they hold: when an item occurred, and what it is listed with', () => {
  const mapping = { per_question: { 31: 'Comment' }, foo: 'Key', bar: 'Day' }
  const item = (text: string, external_id: string) => ({
    item_id: `i-${external_id}`,
    question_id: '31',
    text,
    external_id,
  })
  const items = [item('Hello there', 'k-1'), item('Oh well', 'k-2')]
  const facts = factsSeen([
    sent({ mapping }, TABLE),
    seen('GET /api/input/feedback', { items, pagination: { limit: 50, next_cursor: null } }),
  ])
  expect(facts['body:uploadFeedback']?.names).toMatchObject({
    'mapping.fields': 'per_question',
    'mapping.external_id': 'foo',
    'mapping.occurred_at': 'bar',
  })
})

test.each([
  [[{ key: '31', value: 'Comment' }], { key: 'key', value: 'value' }],
  [[{ column: 'Comment', question: 'q_31' }], { key: 'question', value: 'column' }],
])('columns of fields may be pairs in a list, of which the side with figures is the id: %j', (columns, pair) => {
  const facts = factsSeen([sent({ mapping: { columns, external_id: 'Key' } }, TABLE)])
  expect(facts['body:uploadFeedback']).toMatchObject({
    names: { 'mapping.fields': 'columns' },
    lists: { 'mapping.fields': pair },
  })
})

test('pairs that both may be ids say nothing', () => {
  const mapping = { columns: [{ key: '31', value: '7' }], external_id: 'Key' }
  const table = TABLE.replace('Comment', '7')
  expect(factsSeen([sent({ mapping }, table)])['body:uploadFeedback']?.lists).toBeUndefined()
})

test('a column of cells that are listed nowhere may be any', () => {
  const mapping = { per_question: { 31: 'Comment' }, foo: 'Key' }
  expect(JSON.stringify(factsSeen([sent({ mapping }, TABLE)]))).not.toContain('foo')
})

test('a column that one upload named is not required of others', () => {
  const mapping = { type: 'object', properties: { fields: { type: 'object', additionalProperties: TEXT } } }
  const columns = { fields: { 31: 'Comment' }, external_id: 'Key', occurred_at: 'Day' }
  const facts = factsSeen([sent({ mapping: columns }, TABLE)], [described({ mapping } as never)])
  expect(facts['body:uploadFeedback']?.required).toBeUndefined()
})

test('the label of a batch is its reference, where no other part is', () => {
  const mapping = { type: 'object', properties: { fields: { type: 'object', additionalProperties: TEXT } } }
  const about = (parts: Record<string, JsonObject>) =>
    (factsFrom(described({ mapping, ...parts } as never))['body:uploadFeedback']?.names as JsonObject | undefined)
      ?.source_reference
  expect([about({ label: TEXT }), about({ batch_name: TEXT })]).toEqual(['label', 'batch_name'])
  expect(about({ label: TEXT, reference: TEXT })).toBe('reference')
  expect([about({ label: TEXT, tag: TEXT }), about({ name: TEXT })].filter((each) => each)).toEqual([])
})

test('a part that may say which column is which is open, whatever it is called', () => {
  const about = (parts: Record<string, JsonObject>) => factsFrom(described(parts))['behaviour:upload-mapping']
  expect(about({ question_id: TEXT, map: JSON_TEXT })).toEqual({ field: 'question_id' })
  expect(about({ question_id: TEXT, layout: TEXT })).toBeUndefined()
  expect(about({ question_id: TEXT, has_header: { type: 'boolean' } })).toEqual({ form: 'none', field: 'question_id' })
})

test('parts are known by the headers they named, also beside a file that had none of them', () => {
  const parts = { source_id: '3', question_id: '31', map_text: 'Comment', map_external_id: 'Key' }
  const facts = factsSeen([sent(parts, TABLE), sent(parts, 'Comment\n"unfinished\n')])
  expect(facts['behaviour:upload-mapping']).toEqual({ form: 'parts', part: 'map_{member}', field: 'question_id' })
  expect(factsSeen([sent(parts, 'Other\nHello\n')])['behaviour:upload-mapping']).toBeUndefined()
})

test('an upload that is told the field and takes no mapping knows its columns by what they are called', () => {
  const fact = { form: 'none', field: 'question_id' }
  expect(factsFrom(described({ question_id: TEXT }))['behaviour:upload-mapping']).toEqual(fact)
  const own = factsSeen([sent({ question_id: '31' }, 'text,external_id\nHello,a-1\n')])
  expect(own['behaviour:upload-mapping']).toEqual(fact)
  expect(factsSeen([sent({ question_id: '31' })])['behaviour:upload-mapping']).toBeUndefined()
})

test.each([TEXT, { type: 'object' }, { type: 'object', additionalProperties: true }])(
  'the part that tells the field is told beside a mapping whose form is open: %j',
  (mapping) => {
    const { verdicts } = learnFrom(described({ mapping, question_id: TEXT }))
    const verdict = verdicts.find(({ id }) => id === 'behaviour:upload-mapping')
    expect(verdict).toMatchObject({
      fact: { field: 'question_id' },
      candidates: [expect.any(String), expect.any(String)],
    })
    expect(
      factsFrom(described({ mapping, question_id: TEXT, field_id: TEXT }))['behaviour:upload-mapping'],
    ).toBeUndefined()
  },
)

test('a part that tells the field is told beside a mapping that tells it too, where the service demands it', () => {
  const mapping = { type: 'object', properties: { fields: { type: 'object', additionalProperties: TEXT } } }
  const upload = described({ mapping, question_id: TEXT })
  expect(factsFrom(upload)['behaviour:upload-mapping']).toEqual({ field: 'question_id' })
  const optional = { ...upload, body: { ...upload.body, required: ['file', 'source_id'] } }
  expect(factsFrom(optional)['behaviour:upload-mapping']).toBeUndefined()
})

test('a file alone, with a field in the query, takes no mapping and is told that field', () => {
  const facts = factsFrom({
    ...UPLOAD,
    query: { survey_id: TEXT, field_id: TEXT },
    body: FILE,
    answer: ANSWER,
  } as never)
  expect(facts['behaviour:upload-mapping']).toEqual({ form: 'none', field: '?field_id' })
  expect(facts['body:uploadFeedback']?.names).toMatchObject({ survey_id: '?survey_id', file: '$body' })
})

test.each([
  ['rows_inserted', 'rows_skipped', 'rows_failed'],
  ['imported', 'duplicates', 'invalid'],
  ['inserted', 'duplicates', 'rejected'],
])(
  'a task of an upload tells how many rows were stored, were there before and were refused: %s, %s, %s',
  (...names) => {
    const ours = ['result.inserted', 'result.duplicates', 'result.rows_rejected']
    const task = {
      task_id: TEXT,
      status: TEXT,
      progress: COUNT,
      summary: object(Object.fromEntries(names.map((name) => [name, COUNT]))),
    }
    const learnt = factsFrom({ path: '/feedback/upload/{task_id}', answer: object(task) })['result:getUploadTask']
      ?.names
    const placeOf = (our: string) => ((learnt as Record<string, string> | undefined)?.[our] ?? our).split('.').at(-1)
    expect(ours.map(placeOf)).toEqual(names)
  },
)

test('of rows that were skipped alone nothing says whether they were there before or are wrong', () => {
  const task = { task_id: TEXT, status: TEXT, result: object({ rows_inserted: COUNT, rows_skipped: COUNT }) }
  const { verdicts } = learnFrom({ path: '/feedback/upload/{task_id}', answer: object(task) })
  const { fact, candidates } = verdicts.find(({ id }) => id === 'result:getUploadTask')!
  expect(JSON.stringify(fact?.names)).not.toContain('skipped')
  expect(candidates).toEqual(
    expect.arrayContaining(['result.duplicates: result.rows_skipped', 'result.rows_rejected: result.rows_skipped']),
  )
})

test('columns by fields may be described as a list of pairs, by any name', () => {
  const pairs = { type: 'array', items: object({ variable: TEXT, content: TEXT }) }
  const mappings = object({ field_columns: pairs as never, external_id: TEXT, channel: TEXT })
  const { names } = factsFrom(described({ mappings }))['body:uploadFeedback'] ?? {}
  expect(names).toMatchObject({ mapping: 'mappings', 'mapping.fields': 'field_columns' })
})

test.each([
  'JSON object: the header of the column for each member (external_id, rating), and the header of the text column for each question id',
  'JSON object: the column of each field, by field id, and of external_id, rating by their names',
  'JSON object, such as {"7f0c1d52-9a5e-4c39-8a1f-0d7c6b5a4e3f":"Comment","external_id":"Ticket"}',
])('an object may have the ids of fields beside members: %s', (about) => {
  const facts = factsFrom(described({ mapping: { ...TEXT, description: about } }))
  expect(facts['behaviour:upload-mapping']).toMatchObject({ form: 'flat' })
})

const APART = { form: 'flat-pairs', member: 'target', field_member: 'question_id' }
const WORDS_APART =
  'JSON list of {"column": header, "target": member} or, for texts, {"column": header, "question_id": id}'
const MEMBERS_ONLY = { type: 'string', enum: ['external_id', 'customer_id', 'rating'] }

test.each([
  ['words', { ...TEXT, description: WORDS_APART }],
  ['a schema', listOf({ ...object({ column: TEXT, target: MEMBERS_ONLY, question_id: TEXT }), required: ['column'] })],
])('in pairs, the ids of fields may go by a name of their own, as %s say', (_how, columns) => {
  expect(factsFrom(described({ columns }))['behaviour:upload-mapping']).toEqual(APART)
})

test('in pairs that were sent, the ids of fields may go by a name of their own', () => {
  const columns = [
    { column: 'Comment', question_id: '31' },
    { column: 'Key', target: 'external_id' },
  ]
  expect(factsSeen([sent({ columns }, TABLE)])['behaviour:upload-mapping']).toEqual(APART)
})

test('a part that names a column is not the one that tells the field', () => {
  const parts = { text_field: 'Comment', external_id_field: 'Key', question_id: '31' }
  const facts = factsSeen([sent(parts, TABLE)])
  expect(facts['behaviour:upload-mapping']).toEqual({ form: 'parts', part: '{member}_field', field: 'question_id' })
})
