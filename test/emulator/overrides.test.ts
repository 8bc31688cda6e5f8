import { expect, test } from 'vitest'
import type { OutboundRequest } from '../../emulator/index.js'
import { createClient } from '../../src/client/index.js'
import { encodeMultipart } from '../../src/client/request-body.js'
import { runInpk } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'
import { openBench } from '../commands/with-emulator.js'
import { inlined } from '../compatibility/inlined.js'
import { type Json, makePlace, pushBody, requireOk, type Service, startService } from './service.js'

test('overrides replace assumed codes and statuses, and the ledger says which', async () => {
  const overrides = { 'error:NOT_FOUND': { code: 'MISSING', status: 410 } }
  const bench = await openBench({ overrides })
  const { code, stderr } = await bench.run(['api', 'GET', 'surveys/list', '-f', 'survey_id=9', '--json'])
  expect(code).toBe(0)
  expect(stderr).toBe('')
  const missing = await bench.run(['tasks', 'show', 'task_9', '--json'])
  expect(JSON.parse(missing.stderr).error).toMatchObject({ code: 'MISSING', status: 410 })
  const ledger = await bench.json<Json[]>(['emulator', 'assumptions'])
  expect(ledger.filter(({ overridden }) => overridden)).toMatchObject([
    { id: 'error:NOT_FOUND', how: '{code: a word, status: 400 to 599}', override: { code: 'MISSING', status: 410 } },
  ])
  expect(ledger.find(({ id }) => id === 'behaviour:oauth')).toMatchObject({ how: null, override: null })
})

test('what is near no fact is not taken for one', async () => {
  const file = writeFile(scratchFolder(), 'facts.yaml', 'body:nonsense: { name: x }\n')
  const { stderr } = await runInpk(['emulator', 'start', '--ephemeral', '--port', '0', '--facts', file])
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    'body:nonsense is not a known fact Fix the file; `inpk emulator assumptions --json` lists all facts',
  )
})

test('a YAML file of something else is called what it is not, by all that read or write facts', async () => {
  const cwd = scratchFolder()
  const file = writeFile(cwd, 'compose.yaml', 'version: 3\nservices: {}\npaths: 1\nnetworks: 1\nvolumes: 1\n')
  const said = `${file} is not a facts file: it has services, paths, networks, …`
  for (const argv of [
    ['emulator', 'start', '--ephemeral', '--port', '0', '--facts', file],
    ['config', '--facts', file],
  ]) {
    const { code, stderr } = await runInpk(argv, { cwd })
    expect([code, stderr]).toEqual([6, expect.stringContaining(said)])
  }
})

test('a file of overrides is checked, each fault with its line; an unknown name is told the nearest and those there are', async () => {
  const cwd = scratchFolder()
  const lines = [
    'error:NOT_FOUND: { status: 410 }',
    'error:NO_SUCH: { status: 400 }',
    'result:createGroup.nam: { name: x }',
    'behaviour:oauth: { trim: false }',
    'behaviour:analysis-delay: { quite: 1s }',
    'behaviour:webhook-schedule: { after: [0s, 5m, 1m] }',
    'behaviour:paging-clamp: { default: 300 }',
    'body:createSource.questions[].question_text: { name: type }',
    'result:getTask: { names: { "result.nothing": x } }',
    'route:GET /api/input/sources/list: { path: "/sources/{id}" }',
  ]
  const file = writeFile(cwd, 'truth.yaml', `${lines.join('\n')}\n`)
  const { code, stderr } = await runInpk(['emulator', 'start', '--ephemeral', '--port', '0', '--overrides', file], {
    cwd,
  })
  expect(code).toBe(6)
  for (const [place, text] of [
    ['2:1', 'error:NO_SUCH is not a known fact; did you mean error:'],
    ['3:1', 'result:createGroup.nam is not a known fact; did you mean result:createGroup.name?\n'],
    ['4:1', "behaviour:oauth can't be overridden"],
    ['5:29', 'behaviour:analysis-delay has no quite; it has quiet, latest'],
    ['6:31', 'after must be 3 durations'],
    ['7:27', 'default must be at most most'],
    ['8:48', 'type is the name of another member'],
    ['9:28', 'has no result.nothing; it has'],
    ['10:38', 'path must have the same parameters: none'],
  ] as const) {
    expect(stderr).toContain(`${file}:${place}: `)
    expect(stderr).toContain(text)
  }
  expect(stderr).not.toContain(`${file}:1:1`)
})

const NAMES = {
  'body:createSource.questions[].question_text': { name: 'label', max_length: 12 },
  'body:pushContent.question.content[].external_id': { name: 'ref' },
  'result:createGroup.created_at': { name: 'createdAt' },
  'result:createSource': { names: { survey_title: 'name', 'questions[].item_count': 'n' } },
  'query:listFeedback': { names: { cursor: 'after' }, limits: { external_id: { max_length: 5 } } },
  'result:listFeedback': { names: { 'items[].external_id': 'ref', 'pagination.next_cursor': 'next' } },
  'event:content.pushed': { names: { inserted: 'added' } },
  'behaviour:recommended-words': { words: { survey_series_id: 'group_key' } },
  'route:POST /api/input/sources/create': { path: '/sources/new' },
}

async function openNamed(strict = false): Promise<Service & { sent: OutboundRequest[] }> {
  const sent: OutboundRequest[] = []
  const outbound = async (request: OutboundRequest) => {
    sent.push(request)
    return { status: 200 }
  }
  return { ...(await startService({ overrides: NAMES, outbound, strict })), sent }
}

test('names of an overrides file hold in requests, answers, faults, webhooks and the description', async () => {
  const { call, control, emulator, sent } = await openNamed()
  requireOk(
    await control('POST', '/subscriptions', { url: 'http://127.0.0.1:9/', events: ['content.pushed'], local: true }),
  )
  const group = requireOk(await call('POST', '/feedback_groups/create', { name: 'Shops' }))
  expect(Object.keys(group)).toEqual(expect.arrayContaining(['group_key', 'createdAt']))
  const questions = [{ type: 'TEXT', label: 'How?' }]
  const source = requireOk(
    await call('POST', '/sources/new', { group_key: group.group_key, source_title: 'T', fields: questions }),
  )
  expect([source.name, source.fields[0].n]).toEqual(['T', 0])
  expect((await call('POST', '/sources/create', {})).status).toBe(404)
  const long = await call('POST', '/survey/create', {
    survey_series_id: '1',
    survey_title: 'T',
    questions: [{ type: 'TEXT', label: 'x'.repeat(13) }],
  })
  expect(Object.keys(long.json.error.details)).toEqual(['questions[0].label'])
  requireOk(await call('POST', '/survey/publish', { survey_id: '1' }))
  const place = { survey_series_id: '1', survey_id: '1', question_id: '1' }
  requireOk(
    await call(
      'POST',
      '/content/push',
      pushBody(place, [
        { text: 'a', ref: 'r1' },
        { text: 'b', ref: 'r1' },
        { text: 'c', ref: 'r2' },
      ]),
    ),
  )
  const bad = await call('POST', '/content/push', pushBody(place, [{ text: 'a', ref: '' }]))
  expect(Object.keys(bad.json.error.details)).toEqual(['question.content[0].ref'])
  const page = requireOk(await call('GET', '/feedback?limit=1'))
  expect(page.items[0].ref).toBe('r1')
  const next = requireOk(await call('GET', `/feedback?limit=1&after=${page.pagination.next}`))
  expect(next.items[0].ref).toBe('r2')
  expect((await call('GET', '/feedback?external_id=toolong')).status).toBe(400)
  await emulator.idle()
  expect(JSON.parse(Buffer.from(sent[0]!.body).toString()).data).toMatchObject({ added: 2, duplicates: 1 })
  const url = `${emulator.baseUrl}/api/v1/openapi.json`
  const described = await emulator.handle({ method: 'GET', url, headers: {} })
  const { paths } = inlined(JSON.parse(Buffer.from(described.body).toString()))
  const { post } = paths['/api/input/sources/new']
  const asked = post.requestBody.content['application/json'].schema
  expect(Object.keys(asked.properties)).toContain('group_key')
  expect(asked.properties.fields.items.properties.label).toMatchObject({ maxLength: 12, 'x-overridden': true })
  const schema = post.responses['200'].content['application/json'].schema
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['name', 'group_key', 'fields']))
})

test('our own name is unknown where an overrides file has another: a hint, and with --strict 400', async () => {
  const [{ call }, strict] = [await openNamed(), await openNamed(true)]
  const body = { survey_series_id: '1', survey_title: 'T', questions: [{ type: 'TEXT', question_text: 'How?' }] }
  const { status, json, headers } = await call('POST', '/survey/create', body)
  expect([status, Object.keys(json.error.details)]).toEqual([400, ['questions[0].label']])
  expect(headers['x-emulator-hint']).toBeUndefined()
  const refused = await strict.call('POST', '/survey/create', body)
  expect(Object.keys(refused.json.error.details).sort()).toEqual(['questions[0].label', 'questions[0].question_text'])
})

test('values of an overrides file hold: delays, schedules, page sizes, credits, headers, quotas', async () => {
  const sent: OutboundRequest[] = []
  const service = await startService({
    overrides: {
      'behaviour:analysis-delay': { quiet: '10s' },
      'behaviour:webhook-schedule': { after: ['0s', '30s', '1h'] },
      'behaviour:webhook-delivery-id': { header: 'X-Delivery' },
      'behaviour:paging-clamp': { default: 1, most: 2 },
      'behaviour:credit-formula': { bytes_per_token: 1, tokens_per_aps: 10 },
      'behaviour:default-quota': { aps: 7 },
      'behaviour:envelope-sunset': { after: '1d' },
      'behaviour:item-lengths': { external_id: 3 },
      'behaviour:default-feedback-type': { feedback_type: 'review' },
      'behaviour:body-size': { json_bytes: 2_000 },
    },
    outbound: async (request) => {
      sent.push(request)
      return { status: 500 }
    },
  })
  const { call, control, emulator } = service
  requireOk(
    await control('POST', '/subscriptions', { url: 'http://127.0.0.1:9/', events: ['content.pushed'], local: true }),
  )
  const place = await makePlace(service)
  expect(requireOk(await call('GET', '/surveys/list')).survey_series[0].surveys[0].feedback_type).toBe('review')
  expect(requireOk(await call('POST', '/content/push', pushBody(place, ['x'.repeat(40)]))).aps_deducted).toBe(4)
  expect((await call('POST', '/content/push', pushBody(place, ['x'.repeat(40)]))).status).toBe(402)
  expect((await call('POST', '/content/push', pushBody(place, [{ text: 'x', external_id: 'long' }]))).status).toBe(400)
  expect((await call('POST', '/content/push', pushBody(place, ['x'.repeat(3_000)]))).status).toBe(413)
  const listed = await call('GET', '/surveys/list?limit=9')
  expect([listed.json.pagination.limit, requireOk(await call('GET', '/feedback')).pagination.limit]).toEqual([2, 1])
  expect(listed.headers.sunset).toBe('Tue, 03 Mar 2026 09:00:00 GMT')
  await emulator.idle()
  expect(sent.map(({ headers }) => headers['X-Delivery'])).toEqual(['dlv_1'])
  const fired = async (by: string) =>
    requireOk(await control('POST', '/clock/advance', { by })).fired.map(({ kind }: Json) => kind)
  expect(await fired('9s')).toEqual([])
  expect(await fired('1s')).toEqual(['analyse'])
  expect(await fired('20s')).toEqual(['attempt'])
  expect(await fired('50m')).toEqual([])
  expect(await fired('10m')).toEqual(['attempt'])
})

test('the parts of an upload have the names of an overrides file', async () => {
  const service = await startService({
    facts: { 'body:uploadFeedback': { names: { file: 'sheet', mapping: 'columns', survey_id: 'target' } } },
  })
  const place = await makePlace(service)
  const upload = async (members: Record<string, unknown>) => {
    const { headers, body } = encodeMultipart(members, { fileName: 'a.csv', random: Math.random })
    const authorization = `Bearer ${service.emulator.apiKeys.live.all}`
    const url = `${service.emulator.baseUrl}/feedback/upload`
    const answer = await service.emulator.handle({ method: 'POST', url, headers: { ...headers, authorization }, body })
    return { status: answer.status, json: JSON.parse(Buffer.from(answer.body).toString()) }
  }
  const where = { feedback_group_id: place.survey_series_id, target: place.survey_id }
  const sheet = Buffer.from('said,id\nGood,1\nBad,2\n')
  const columns = { fields: { [place.question_id]: 'said' }, external_id: 'id' }
  expect(await upload({ ...where, sheet, columns })).toMatchObject({ status: 202 })
  await service.emulator.idle()
  expect(requireOk(await service.call('GET', '/feedback')).items.map(({ text }: Json) => text)).toEqual(['Good', 'Bad'])
  const wrong = await upload({ ...where, sheet, columns: 'no JSON' })
  expect([wrong.status, Object.keys(wrong.json.error.details)]).toEqual([400, ['columns']])
})

test('a task is asked for by a member of the query where facts say so', async () => {
  const facts = {
    'route:GET /api/input/content/push/bulk/{task_id}': { prefix: '/v1', path: '/push/status?job={task_id}' },
  }
  const service = await startService({ facts })
  const place = await makePlace(service)
  const { emulator } = service
  const client = createClient({
    baseUrl: emulator.baseUrl,
    apiKey: emulator.apiKeys.live.all,
    transport: emulator.handle,
    retries: 0,
    facts,
  })
  const { survey_series_id, survey_id, question_id } = place
  const questions = [{ question_id, content: [{ text: 'Good' }] }]
  const body = { survey_series_id, survey_id, questions }
  const { payload } = await client.call('pushBulk', { body } as never)
  const { task_id } = payload as { task_id: string }
  await emulator.idle()
  const task = await client.call('getTask', { params: { task_id } })
  expect(task.payload).toMatchObject({ task_id, status: 'completed' })
  const url = `${emulator.baseUrl}/v1/push/status`
  const headers = { authorization: `Bearer ${emulator.apiKeys.live.all}` }
  const answer = await emulator.handle({ method: 'GET', url, headers })
  expect({ status: answer.status, json: JSON.parse(Buffer.from(answer.body).toString()) }).toMatchObject({
    status: 400,
    json: { error: { details: { job: ['is missing'] } } },
  })
  const description = await emulator.handle({
    method: 'GET',
    url: `${emulator.baseUrl}/api/v1/openapi.json`,
    headers: {},
  })
  const { paths } = JSON.parse(Buffer.from(description.body).toString())
  expect(paths['/push/status'].get.parameters).toMatchObject([{ name: 'job', in: 'query', required: true }])
})
