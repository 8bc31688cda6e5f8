import { describe, expect, test } from 'vitest'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { COUNT, documentOf, listOf, object, TEXT } from './document.js'

const ME = { path: '/api/v1/me', answer: object({ key_id: TEXT, scopes: { type: 'array', items: TEXT } }) }

function learnDelivered(event: string, data: object) {
  const schema = object({ event: TEXT, data: data as never })
  const post = { requestBody: { content: { 'application/json': { schema } } } }
  const root = { ...documentOf([ME]), webhooks: { [event]: { post } } }
  return learn({ documents: [{ root, from: { from: 'openapi.json', kind: 'description' } }], traffic: [] }).verdicts
}

test('the data of an event is learned from its description as a webhook, and the description is named', () => {
  const data = object({ report_id: TEXT, collectionId: COUNT, survey_series_id: COUNT, periodKey: TEXT })
  const verdicts = learnDelivered('report.ready', data)
  expect(factsOf(verdicts)['event:report.ready']).toMatchObject({
    names: { period_key: 'periodKey' },
    types: { report_id: 'string' },
  })
  const verdict = verdicts.find(({ id }) => id === 'event:report.ready')
  expect(verdict?.from).toEqual([{ from: 'openapi.json', kind: 'description', times: 1 }])
})

test('an identifier is of the record that stands nearest around it', () => {
  const stream = object({ feedbackGroup: object({ uuid: COUNT }), pk: COUNT, streamName: TEXT })
  expect(factsOf(learnDelivered('survey.created', object({ stream })))['event:survey.created']).toMatchObject({
    names: { survey_series_id: 'stream.feedbackGroup.uuid', survey_id: 'stream.pk', survey_name: 'stream.streamName' },
  })
})

test('`monitor_count` beside `pk` is how many items matched, and no identifier', () => {
  const data = object({ survey_id: TEXT, pk: TEXT, monitor_count: COUNT, min_count: COUNT, monitor_name: TEXT })
  const { names } = factsOf(learnDelivered('flag.raised', data))['event:flag.raised'] as { names: object }
  expect(names).not.toMatchObject({ monitor_id: 'monitor_count' })
  expect(names).toMatchObject({ threshold: 'min_count' })
})

test('of two descriptions of an event that disagree neither is taken', () => {
  const rootOf = (name: string) => {
    const schema = object({ event: TEXT, data: object({ report_id: TEXT, [name]: TEXT }) })
    const post = { requestBody: { content: { 'application/json': { schema } } } }
    return { ...documentOf([ME]), webhooks: { 'report.ready': { post } } }
  }
  const documents = ['periodKey', 'PeriodKey'].map((name) => {
    return { root: rootOf(name), from: { from: `${name}.json`, kind: 'description' as const } }
  })
  expect(factsOf(learn({ documents, traffic: [] }).verdicts)).not.toHaveProperty(['event:report.ready'])
})

test('an event that is shown is not learned', () => {
  const verdicts = learnDelivered('analysis.completed', object({ surveyId: COUNT }))
  expect(Object.keys(factsOf(verdicts)).filter((id) => id.startsWith('event:'))).toEqual([])
})

describe('where an event has as many members as ours', () => {
  const learned = (event: string, data: object) => factsOf(learnDelivered(event, data))[`event:${event}`]

  test('the last without a meaning is the last of ours, if it can be', () => {
    const data = { pk: COUNT, group_id: COUNT, reporting_span: TEXT }
    expect(learned('report.ready', object(data))).toEqual({
      names: { report_id: 'pk', survey_series_id: 'group_id', period_key: 'reporting_span' },
    })
    expect(learned('report.ready', object({ ...data, author: TEXT }))?.names).not.toHaveProperty('period_key')
  })

  test('several are told by their types, if in one way alone', () => {
    const data = { survey_id: COUNT, inserted: COUNT, duplicates: COUNT, source_reference: TEXT }
    const lists = { crewNo: COUNT, askedList: listOf(COUNT) }
    const names = { survey_series_id: 'crewNo', question_ids: 'askedList' }
    expect(learned('content.pushed', object({ ...data, ...lists }))).toEqual({ names })
    const numbers = { survey_series_id: COUNT, question_ids: listOf(COUNT), survey_id: COUNT }
    const open = object({ ...numbers, source_reference: TEXT, aaa: COUNT, bbb: COUNT })
    expect(learned('content.pushed', open)).toBeUndefined()
  })

  test('none is what its name says otherwise', () => {
    const data = { report_id: TEXT, survey_series_id: COUNT, title: TEXT }
    expect(learned('report.ready', object(data))).toEqual({ types: { report_id: 'string' } })
  })
})

test('the test delivery is about its subscription', () => {
  const data = object({ uuid: TEXT, message: TEXT })
  expect(factsOf(learnDelivered('test', data))['event:test']).toEqual({
    names: { subscription_id: 'uuid' },
    types: { subscription_id: 'string' },
  })
})
