import { expect, test } from 'vitest'
import { QUESTION_TYPE_WORDS } from '../../../src/contract/question-types.js'
import { sayingOf } from '../../../src/truth/learn/match/said.js'
import { COUNT, factsFrom, listOf, object, oneOf, TEXT } from './document.js'

const saying = (schema: object, description: string) => ({ ...schema, description })

const LISTING = {
  path: '/api/input/surveys/list',
  query: { limit: { type: 'integer', minimum: 1, maximum: 200 }, starting_after: TEXT },
  answer: object({
    survey_series: listOf(
      object({
        ...{ gid: TEXT, series_name: TEXT, inserted_at: COUNT },
        surveys: listOf(
          object({
            ...{
              sid: saying(TEXT, 'Identifier of the data source'),
              headline: TEXT,
              mode: oneOf('EDITING', 'ACCESSIBLE'),
            },
            went_out: saying(COUNT, 'When it was published, in seconds since the Unix epoch'),
            fill_level: saying(COUNT, 'How many comments match'),
          }),
        ),
      }),
    ),
    has_more: { type: 'boolean' },
  }),
}

test('a description says in words what a member means, and that it means nothing else', () => {
  const facts = factsFrom(LISTING)
  const of = (name: string) => facts[`result:listSources.survey_series[].surveys[].${name}`]
  expect(of('survey_id')).toMatchObject({ name: 'sid' })
  expect(of('published_at')).toMatchObject({ name: 'went_out', type: 'epoch-seconds' })
  expect(JSON.stringify(facts)).not.toContain('fill_level')
})

test('a list that goes on after a row may call its identifier as it calls the record', () => {
  expect(factsFrom(LISTING)['paging:listSources']).toEqual({
    ...{ style: 'last', at: 'starting_after', limit: 'limit', more: 'has_more' },
    next: 'survey_series[-1].gid',
  })
})

test('what an upload takes as "The data source" is the source', () => {
  const facts = factsFrom({
    ...{ method: 'post', path: '/api/input/feedback/upload' },
    body: object({ file: { type: 'string', format: 'binary' }, target: saying(TEXT, 'The data source') }),
    answer: object({ task_id: TEXT }),
  })
  expect(facts['body:uploadFeedback']?.names).toMatchObject({ survey_id: 'target' })
})

test('a record that is called `record` is the record that was made', () => {
  const record = object({ gid: TEXT, series_name: TEXT, inserted_at: COUNT, sources_total: COUNT })
  const facts = factsFrom({
    ...{ method: 'post', path: '/api/input/survey_series/create' },
    body: object({ name: TEXT }),
    answer: object({ record, created: { type: 'boolean' } }),
  })
  expect(facts['result:createGroup.survey_series_id']).toEqual({ name: 'record.gid' })
})

test('a word of an enum may say whose it is, and ours may stand among others', () => {
  const path = '/api/input/content/push/bulk/{task_id}'
  const phase = oneOf('Open', 'InProgress', 'JobComplete', 'JobFailed')
  const facts = factsFrom(
    { path, answer: object({ task_id: TEXT, phase, progress: COUNT }) },
    {
      ...{ method: 'post', path: '/api/input/survey/create' },
      body: object({
        survey_series_id: TEXT,
        survey_title: TEXT,
        questions: listOf(
          object({
            answer_kind: oneOf(...QUESTION_TYPE_WORDS),
            question_text: TEXT,
          }),
        ),
      }),
    },
  )
  expect(facts['result:getTask']).toMatchObject({
    words: { status: { queued: 'Open', processing: 'InProgress', completed: 'JobComplete', failed: 'JobFailed' } },
  })
  expect(facts['body:createSource.questions[].type']).toMatchObject({ name: 'answer_kind' })
})

test.each([
  ['When it was published', { kind: 'time', is: 'published' }],
  ['When it was created; null until it is published', { kind: 'time', is: 'created' }],
  ['When the source was created or last changed', { kind: 'time', is: 'created' }],
  ['When created/updated', { kind: 'time' }],
  ['How many items were inserted, duplicates not counted', { kind: 'count', is: 'inserted' }],
  ['How many were already stored', { kind: 'count', is: 'duplicates' }],
  ['Number of items that were not erased', { kind: 'count' }],
  ['Number of items', { kind: 'count' }],
  ['Identifier of the data source', { kind: 'id', is: 'id', of: 'source' }],
  ['The source to publish', { kind: 'id', is: 'id', of: 'source' }],
  ['Your identifier of the item', undefined],
  ['The text of the source', undefined],
])('"%s" says no more than it says', (about, saying) => {
  expect(sayingOf(about)).toEqual(saying)
})

test('a name stands where the words say another thing of its kind', () => {
  const facts = factsFrom({
    path: '/api/input/sources/{id}/analysis',
    answer: object({
      ...{ analysis_status: oneOf('available', 'none'), item_count: COUNT },
      computed_at: saying({ type: 'string', format: 'date-time' }, 'When the analysis finished'),
    }),
  })
  expect(facts['result:getAnalysis.analysed_at']).toEqual({ name: 'computed_at' })
})

test.each([
  ['date-time', 'UTC, without a zone', 'iso-local-t'],
  ['date-time', 'In UTC; no offset is written', 'iso-local-t'],
  [undefined, 'Y-m-d H:i:s in UTC', 'iso-local'],
  [undefined, "UTC: YYYY-MM-DD'T'HH:mm:ss", 'iso-local-t'],
  // In which zone, or whether one is written, is not said.
  ['date-time', 'Without a zone', undefined],
  [undefined, 'Y-m-d H:i:s', undefined],
  ['date-time', 'In UTC', undefined],
])('a time of format %s, of which it is said %j, is %s', (format, description, type) => {
  const time = saying({ type: 'string', ...(format && { format }) }, description)
  const items = listOf(object({ id: TEXT, text: TEXT, occurred_at: time, created_at: time }))
  const facts = factsFrom({ path: '/api/input/feedback', answer: object({ items }) })
  const types = facts['result:listFeedback']?.types as Record<string, string> | undefined
  expect(types?.['items[].occurred_at']).toBe(type)
})
