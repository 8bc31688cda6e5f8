import { expect, test } from 'vitest'
import { ServiceError, UnexpectedResponseError } from '../../src/client/errors.js'
import { createClient } from '../../src/client/index.js'
import { checkFacts } from '../../src/contract/facts/check-facts.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import { BASE_URL, KEY, PUSH, PUSHED, type Reply, scriptedTransport } from './scripted-service.js'

const SURVEYS = 'result:listSources.survey_series[].surveys[]'
const FACTS = {
  'result:listSources.survey_series[].survey_series_id': { name: 'id', type: 'integer' },
  'result:listSources.survey_series[].name': { name: 'title' },
  [`${SURVEYS}.survey_id`]: { name: 'attributes.uid' },
  'result:createSource': { at: 'survey', names: { survey_id: 'id' }, types: { survey_id: 'integer' } },
  'body:createSource.questions[].question_text': { name: 'label' },
  'query:listFeedback': {
    names: { survey_id: 'source', occurred_since: 'from' },
    types: { occurred_since: 'epoch-seconds' },
  },
  'result:listFeedback': { names: { items: 'results', 'items[].text': 'content' } },
  'route:GET /api/input/content/push/bulk/{task_id}': { path: '/jobs/{task_id}', prefix: '/api/v2' },
  'error:NOT_FOUND': { code: 'RESOURCE_NOT_FOUND' },
  'error:VALIDATION_ERROR': { code: 'INVALID_REQUEST', status: 422 },
}

function clientWith(facts: object, ...replies: [Reply, ...Reply[]]) {
  const { transport, requests } = scriptedTransport(...replies)
  const settings = { baseUrl: BASE_URL, apiKey: KEY, transport, retries: 0, facts: facts as never }
  return { client: createClient(settings), requests }
}

const bodyOf = (request: { body?: unknown } | undefined) => JSON.parse(String(request?.body))

test('answers are read by the names that facts give: payload and worded are ours, raw is theirs', async () => {
  const body = { survey_series: [{ id: 4, title: 'Support', colour: 'red', surveys: [{ attributes: { uid: '9' } }] }] }
  const { client } = clientWith(FACTS, { body })
  const { payload, raw, worded } = await client.call('listSources')
  expect(payload.survey_series[0]).toMatchObject({ survey_series_id: '4', name: 'Support', colour: 'red' })
  expect(payload.survey_series[0]?.surveys[0]?.survey_id).toBe('9')
  expect(worded).toEqual(payload)
  expect(raw).toEqual(body)
})

test('on recommended routes `worded` has our recommended words, payload the classic ones', async () => {
  const { client, requests } = clientWith(FACTS, { body: { results: [{ source_id: '9', content: 'Fine' }] } })
  const query = { survey_id: '9', occurred_since: '2026-01-01' }
  const { payload, worded } = await client.call('listFeedback', { query })
  expect(worded).toEqual({ items: [{ source_id: '9', text: 'Fine' }] })
  expect(payload.items[0]).toMatchObject({ survey_id: '9', text: 'Fine' })
  expect(new URL(requests[0]!.url).search).toBe(`?source=9&from=${Date.parse('2026-01-01') / 1_000}`)
})

test('records are found where facts say they stand, also in `data`', async () => {
  const { client, requests } = clientWith(FACTS, {
    status: 201,
    body: { data: { survey: { id: 7, survey_title: 'T' } } },
  })
  const questions = [{ type: 'TEXT', question_text: 'Why?' }] as const
  const made = await client.createSource({
    body: { survey_series_id: '1', survey_title: 'T', questions: [...questions] },
  })
  expect(made).toMatchObject({ survey_id: '7', survey_title: 'T' })
  expect(bodyOf(requests[0]).questions).toEqual([{ type: 'TEXT', label: 'Why?' }])
})

test('a member that is still missing is named as the service would have it', async () => {
  const { client } = clientWith(FACTS, { body: { survey_series: [{ name: 'Support', surveys: [] }] } })
  const [group] = (await client.listSources()).survey_series
  expect(() => group!.survey_series_id).toThrow(UnexpectedResponseError)
  expect(() => group!.survey_series_id).toThrow('has no `survey_series[].id`')
})

test('a route is asked where facts say it is', async () => {
  const { client, requests } = clientWith(FACTS, { body: { task_id: 't', status: 'queued' } })
  await client.getTask({ params: { task_id: 't 1' } })
  expect(requests[0]!.url).toBe(`${BASE_URL}/api/v2/jobs/t%201`)
})

test('codes and paths of errors are ours where facts say which they are', async () => {
  const envelope = { code: 'INVALID_REQUEST', message: 'No.', details: { 'questions[0].label': ['is too long'] } }
  const { client } = clientWith(FACTS, { status: 422, body: { error: envelope } })
  const body = { survey_series_id: '1', survey_title: 'T' }
  const error = (await client.createSource({ body }).catch((each: unknown) => each)) as ServiceError
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({
    status: 422,
    code: 'VALIDATION_ERROR',
    details: { 'questions[0].question_text': ['is too long'] },
  })
})

test('a body that comes encoded is encoded again only where a fact is about it', async () => {
  const encodedBody = new TextEncoder().encode(JSON.stringify(PUSH))
  const plain = clientWith(FACTS, { body: PUSHED })
  await plain.client.call('pushContent', { encodedBody })
  expect(plain.requests[0]!.body).toBe(encodedBody)
  const renamed = clientWith({ 'body:pushContent.question.content[].text': { name: 'value' } }, { body: PUSHED })
  const items = { ...PUSH, question: { question_id: '3', content: [{ text: 'hello' }] } }
  await renamed.client.call('pushContent', { encodedBody: new TextEncoder().encode(JSON.stringify(items)) })
  expect(bodyOf(renamed.requests[0]).question.content).toEqual([{ value: 'hello' }])
})

test('a contract that is made already is taken as it is', async () => {
  const { facts } = checkFacts(FACTS)
  const { client } = clientWith(contractWith(facts), { body: { survey_series: [{ id: 4, title: 'S', surveys: [] }] } })
  expect((await client.listSources()).survey_series[0]).toMatchObject({ survey_series_id: '4' })
})

test('facts that cannot hold are refused before anything is sent', async () => {
  const { client, requests } = clientWith({ 'result:createSource': { names: { titel: 'title' } } }, {})
  await expect(client.getMe()).rejects.toMatchObject({ name: 'InputError', code: 'FACTS_INVALID' })
  await expect(client.getMe()).rejects.toThrow(/result:createSource: names\.titel: has no titel/)
  expect(requests).toEqual([])
})

test('a service that answers a write with nothing is understood where facts say so', async () => {
  const members = ['survey_id', 'survey_series_id', 'survey_title', 'survey_description', 'feedback_type', 'mode']
  const others = ['created_at', 'published_at', 'item_count', 'questions', 'already_published']
  const names = Object.fromEntries([...members, ...others].map((name) => [name, null]))
  const body = { survey_id: '4' }
  const silent = clientWith({ 'result:publishSource': { names } }, { status: 204, body: '' })
  expect(await silent.client.publishSource({ body })).toBeDefined()
  const unknown = clientWith({}, { status: 204, body: '' })
  await expect(unknown.client.publishSource({ body })).rejects.toMatchObject({ name: 'UnexpectedResponseError' })
})
