import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/is-object.js'
import type { SavedDelivery } from '../../../src/truth/learn/evidence/deliveries.js'
import { learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { COUNT, documentOf, object, oneOf, TEXT } from './document.js'

const FROM = { from: 'deliveries', kind: 'deliveries' } as const
const ME = { path: '/api/v1/me', answer: object({ key_id: TEXT, scopes: { type: 'array', items: TEXT } }) }

function delivery(event: string, data: unknown, headers: Record<string, string> = {}): SavedDelivery {
  const body = Buffer.from(JSON.stringify({ event, timestamp: '2026-03-02T09:30:00.000Z', data }))
  return { request: { form: 'raw', headers: { 'x-service-event': event, ...headers }, body }, from: FROM }
}

const learnDelivered = (...deliveries: SavedDelivery[]) => learn({ documents: [], traffic: [], deliveries })
const factsOfEvents = (...deliveries: SavedDelivery[]) => factsOf(learnDelivered(...deliveries).verdicts)

test('names, places and types of the data of events are learned from deliveries alone', () => {
  const facts = factsOfEvents(
    delivery('report.ready', { report: { id: 'r-5' }, seriesId: 12, periodKey: '2026-03' }),
    delivery('series.created', { group_id: '12', group_name: 'Support' }),
  )
  expect(facts['event:report.ready']).toMatchObject({
    names: { report_id: 'report.id', period_key: 'periodKey' },
    types: { report_id: 'string' },
  })
  expect(facts['event:series.created']).toMatchObject({ names: { survey_series_id: 'group_id', name: 'group_name' } })
})

test('what was never delivered is not absent', () => {
  expect(factsOfEvents(delivery('content.pushed', { survey_series_id: 1, survey_id: 2, inserted: 3 }))).toEqual({})
})

test('an identifier that was used in requests tells members of unfamiliar names', () => {
  const exchanges = [
    {
      method: 'GET',
      path: '/api/v1/sources/4711/analysis',
      query: {},
      status: 200,
      responseHeaders: {},
      responseBody: {},
    },
  ]
  const { verdicts } = learn({
    documents: [],
    traffic: [{ exchanges, from: { from: 'session.har', kind: 'traffic' } }],
    deliveries: [
      delivery('invite.bounced', { invite_id: 'inv_1', about: 4711, email: 'a@example.com', kind: 'bounce' }),
    ],
  })
  expect(factsOf(verdicts)['event:invite.bounced']).toMatchObject({ names: { survey_id: 'about' } })
})

test('deliveries that are not as the interface shows them are said to be against its rules', () => {
  const bare = { ...delivery('series.created', {}), from: FROM }
  bare.request = { ...bare.request, body: Buffer.from('{"survey_series_id":1}') }
  const analysis = delivery('analysis.completed', { survey_series_id: 1, survey_id: 2, name: 'x', analysis_id: 3 })
  const { against, verdicts } = learnDelivered(bare, analysis)
  expect(against.map((each) => each.split(':')[0])).toEqual(['DLV-5', 'DLV-6', 'DLV-7', 'EVT-17'])
  expect(factsOf(verdicts)).toEqual({})
})

test('a request that is no delivery of a known event shows nothing', () => {
  expect(factsOfEvents(delivery('order.paid', { id: 1 }))).toEqual({})
})

describe('the header that identifies a delivery', () => {
  const header = (...deliveries: SavedDelivery[]) => factsOfEvents(...deliveries)['behaviour:webhook-delivery-id']
  const created = (id: number, headers: Record<string, string>) =>
    delivery('series.created', { survey_series_id: id, name: `G${id}` }, headers)

  test('is learned by its name where it tells deliveries apart', () => {
    expect(header(created(1, { 'webhook-id': 'a' }), created(2, { 'webhook-id': 'b' }))).toEqual({
      header: 'webhook-id',
    })
  })

  test('is none that different deliveries share, or only some have, or that a request has', () => {
    expect(header(created(1, { 'webhook-id': 'a' }), created(2, { 'webhook-id': 'a' }))).toBeUndefined()
    expect(header(created(1, { 'webhook-id': 'a' }), created(2, {}))).toBeUndefined()
    expect(header(created(1, { 'x-request-id': 'a' }), created(2, { 'x-request-id': 'b' }))).toBeUndefined()
  })

  test('shows a retry that has other bytes', () => {
    const first = created(1, { 'x-service-delivery': 'd1' })
    const body = JSON.parse(Buffer.from(first.request.body).toString()) as JsonObject
    const later = Buffer.from(JSON.stringify({ ...body, timestamp: '2026-03-02T09:31:00.000Z' }))
    const again = { ...first, request: { ...first.request, body: later } }
    const retry = (...deliveries: SavedDelivery[]) => factsOfEvents(...deliveries)['behaviour:webhook-retry-bytes']
    expect(retry(first, again)).toEqual({ rule: 'fresh' })
    expect(retry(first, first)).toBeUndefined()
    expect(retry(first, again, created(2, { 'x-service-delivery': 'd2' }))).toEqual({ rule: 'fresh' })
  })
})

describe('a description has deliveries', () => {
  const data = object({ report_id: COUNT, survey_series_id: COUNT, periodKey: TEXT })
  const post = (schema: JsonObject) => ({ post: { requestBody: { content: { 'application/json': { schema } } } } })
  const ofEvent = (event: string, inner: JsonObject) => object({ event: oneOf(event), timestamp: TEXT, data: inner })
  const learned = (more: JsonObject) => {
    const root = { ...documentOf([ME]), ...more }
    return factsOf(
      learn({ documents: [{ root, from: { from: 'o.json', kind: 'description' } }], traffic: [] }).verdicts,
    )['event:report.ready']
  }
  const FACT = { names: { period_key: 'periodKey' } }

  test.each<[string, JsonObject]>([
    ['under a name like that of the event', { webhooks: { onReportReady: post(object({ event: TEXT, data })) } }],
    [
      'of several events, told apart by a constant',
      {
        webhooks: {
          delivery: post({
            oneOf: [
              ofEvent('report.ready', data),
              ofEvent('series.created', object({ survey_series_id: COUNT, name: TEXT })),
            ],
          }),
        },
      },
    ],
    ['in a 3.0 extension', { 'x-webhooks': { 'report.ready': post(ofEvent('report.ready', data)) } }],
    [
      'as a callback',
      {
        paths: {
          ...(documentOf([ME]).paths as JsonObject),
          '/api/v1/subscriptions': {
            post: { callbacks: { reportReady: { '{$request.body#/url}': post(object({ event: TEXT, data })) } } },
          },
        },
      },
    ],
    ['as a schema with its name', { components: { schemas: { ReportReadyEvent: object({ event: TEXT, data }) } } }],
    ['as a schema of their data', { components: { schemas: { ReportReadyData: data } } }],
  ])('%s', (_how, more) => {
    expect(learned(more)).toMatchObject(FACT)
  })

  test('in two ways that disagree: neither is taken', () => {
    const other = object({ report_id: COUNT, survey_series_id: COUNT, PeriodKey: TEXT })
    const webhooks = { a: post(ofEvent('report.ready', data)), b: post(ofEvent('report.ready', other)) }
    expect(learned({ webhooks })).toBeUndefined()
  })
})

test('a member that says what an enum of ours says is that, whatever it is called', () => {
  const bounced = (reason: string) =>
    delivery('invite.bounced', { invite_id: 'i', survey_id: 1, email: 'a@b.c', reason })
  const fact = { names: { kind: 'reason' }, words: { kind: { bounce: 'BOUNCED', complaint: 'COMPLAINT' } } }
  expect(factsOfEvents(bounced('BOUNCED'), bounced('COMPLAINT'))['event:invite.bounced']).toEqual(fact)
  expect(factsOfEvents(bounced('BOUNCED'))['event:invite.bounced']).toBeUndefined()
  expect(factsOfEvents(bounced('BOUNCED'), bounced('other'))['event:invite.bounced']).toBeUndefined()
})

test('questions that an event is about go by the names of theirs', () => {
  const pushed = (questions: object) => delivery('content.pushed', { survey_series_id: 1, survey_id: 2, ...questions })
  const names = (questions: object) => factsOfEvents(pushed(questions))['event:content.pushed']?.names
  expect(names({ fieldIds: [3] })).toEqual({ question_ids: 'fieldIds' })
  expect(names({ questions: [3, 4] })).toEqual({ question_ids: 'questions' })
})

test('counts in a list that says what is counted are told by its words', () => {
  const stats = ['TOTAL', 'DISPATCHED', 'RECEIVED', 'BOUNCED', 'COMPLAINT'].map((metric, count) => ({ metric, count }))
  const facts = factsOfEvents(delivery('invites.completed', { invite_id: 'inv_1', survey_id: 1, stats }))
  const place = (metric: string) => `/stats[metric=${metric}].count`
  expect(facts['event:invites.completed']).toEqual({
    names: {
      'counts.total': place('TOTAL'),
      'counts.sent': place('DISPATCHED'),
      'counts.delivered': place('RECEIVED'),
      'counts.bounced': place('BOUNCED'),
      'counts.complained': place('COMPLAINT'),
    },
  })
})
