import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { factsFrom, object, TEXT } from './document.js'
import { factsSeen, seen } from './seen.js'

const IDS = { survey_series_id: '6', survey_id: '4', question_id: '31' }
const TABLE = 'Comment,Nr\nHello,a-1\n'
const MAPPING = { text: 'Comment', external_id: 'Nr' }

/** An upload that was sent with one part of JSON beside its file. */
function sent(part: string, settings: JsonObject) {
  const body = { file: new TextEncoder().encode(TABLE), [part]: settings }
  return seen('POST /api/input/feedback/upload', { task_id: '8' }, { status: 202, body, isForm: true })
}

/** The facts of an upload that is described so. */
function described(part: string, settings: JsonObject) {
  return factsFrom({
    ...{ method: 'post', path: '/api/input/feedback/upload', isForm: true },
    body: object({ file: { type: 'string', format: 'binary' }, [part]: settings }),
    answer: object({ task_id: TEXT }),
  })
}

/** What is sent under facts of an upload of one field. */
function written(facts: Record<string, unknown>) {
  expect(checkFacts(facts as Facts).faults).toEqual([])
  const codec = contractWith(facts as Facts).codecOf('uploadFeedback', 'body', 'classic')!
  const ours = {
    ...{ survey_series_id: '6', survey_id: '4' },
    mapping: { fields: { 31: 'Comment' }, external_id: 'Nr' },
  }
  const wire = codec.toWire(ours)
  expect(codec.fromWire(wire)).toEqual(ours)
  return wire
}

const IDS_SCHEMA = { survey_series_id: TEXT, survey_id: TEXT, question_id: TEXT }

test.each(['metadata', 'options', 'settings', 'meta', 'payload'])(
  'settings of an upload that stand in one part of JSON are sent in it, as described or recorded: %s',
  (part) => {
    const mapping = object({ text: TEXT, external_id: TEXT })
    for (const facts of [
      described(part, object({ ...IDS_SCHEMA, mapping })),
      factsSeen([sent(part, { ...IDS, mapping: MAPPING })]),
    ]) {
      expect(facts['behaviour:upload-mapping']).toEqual({ form: 'members', field: `${part}.question_id` })
      expect(written(facts)).toEqual({ [part]: { ...IDS, mapping: MAPPING } })
    }
  },
)

test.each<[unknown, object]>([
  [
    { Comment: 'text', Nr: 'external_id' },
    { form: 'columns', field: 'about.question_id' },
  ],
  [
    [
      { column: 'Comment', field: 'text' },
      { column: 'Nr', field: 'external_id' },
    ],
    { form: 'pairs', member: 'field', field: 'about.question_id' },
  ],
])('a part that has a mapping in it holds settings, whatever it is called: %j', (mapping, form) => {
  const facts = factsSeen([sent('about', { ...IDS, mapping })])
  expect(facts['behaviour:upload-mapping']).toEqual(form)
  expect(written(facts)).toEqual({ about: { ...IDS, mapping } })
})

test('a mapping by the ids of fields in a part of settings needs no field beside it', () => {
  const facts = factsSeen([sent('options', { survey_id: '4', mapping: { 31: 'Comment', external_id: 'Nr' } })])
  expect(facts['behaviour:upload-mapping']).toEqual({ form: 'flat' })
  expect(facts['body:uploadFeedback']?.names).toMatchObject({
    survey_id: 'options.survey_id',
    mapping: 'options.mapping',
  })
})

test('a part that names a column of its file holds no settings, nor does one in which nothing tells so', () => {
  for (const [part, settings] of [
    ['options', { survey_id: '4', text: 'Comment' }],
    ['meta', { Nr: 'external_id', survey_id: 'text' }],
    ['program', { survey_id: '4' }],
  ] as const) {
    expect(JSON.stringify(factsSeen([sent(part, settings)]))).not.toContain(`${part}.`)
  }
})
