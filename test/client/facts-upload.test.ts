import { expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { createClient } from '../../src/client/index.js'
import type { WireRequest } from '../../src/contract/wire.js'
import { BASE_URL, KEY, scriptedTransport } from './scripted-service.js'

const FORMS = ['fields', 'flat', 'flat-columns', 'flat-pairs', 'members', 'columns', 'pairs', 'parts']
/** Where the parts of an upload stand: the field, those of columns, and the others. */
const PLACES = {
  'in a form': {
    field: 'question',
    part: '{member}_column',
    mapping: 'columns',
    file: 'document',
    survey_id: 'sourceId',
  },
  'in a form and the query': {
    field: '?q',
    part: '{member}_column',
    mapping: 'columns',
    file: 'f',
    survey_id: '?sourceId',
  },
  'in the query, the file alone': {
    field: '?q',
    part: '?{Member}Column',
    mapping: '?cols',
    file: '$body',
    survey_id: '?s',
    survey_series_id: '?g',
  },
}
const AS_TEXT = {
  file: 'content_base64',
  survey_id: 'source.id',
  mapping: 'columns',
  field: 'question',
  part: '{member}_column',
}
const CASES = Object.entries(PLACES).flatMap(([where, places]) => FORMS.map((form) => [form, where, places] as const))

test.each(CASES)('an upload that names its columns by %s, its parts %s', async (form, _, { field, part, ...names }) => {
  const facts = { 'behaviour:upload-mapping': { form, field, part }, 'body:uploadFeedback': { names } }
  const emulator = await startEmulator({ listen: false, facts })
  try {
    const settings = {
      baseUrl: emulator.baseUrl,
      apiKey: emulator.apiKeys.test.all,
      transport: emulator.handle,
      facts,
    }
    const client = createClient(settings)
    const group = await client.createGroup({ body: { name: 'Support' } })
    const { survey_series_id } = group
    const questions = [{ type: 'TEXT', question_text: 'Why?' } as const]
    const source = await client.createSource({ body: { survey_series_id, survey_title: 'T', questions } })
    const { survey_id } = source
    await client.publishSource({ body: { survey_id } })
    const mapping = { fields: { [source.questions[0]!.question_id]: 'Comment' }, external_id: 'ID' }
    const file = new TextEncoder().encode('ID,Comment\nt1,Fine\nt2,Slow\n')
    await client.uploadFeedback({ body: { file, survey_series_id, survey_id, mapping }, fileName: 'a.csv' })
    await emulator.idle()
    const { items } = await client.listFeedback()
    expect(items.map(({ text, external_id }) => [text, external_id])).toEqual([
      ['Fine', 't1'],
      ['Slow', 't2'],
    ])
  } finally {
    await emulator.close()
  }
})

test.each([
  ...FORMS.map((form) => [form, AS_TEXT, 'file_name'] as const),
  ['members', { ...AS_TEXT, file: 'file.content' }, 'file.name'] as const,
  ['fields', AS_TEXT, 'none'] as const,
])('a file as base64 in a body of JSON, its columns named by %s', async (form, { field, part, ...names }, name) => {
  const facts = {
    'behaviour:upload-file': { as: 'base64', name },
    'behaviour:upload-mapping': { form, field, part },
    'body:uploadFeedback': { names },
  }
  const emulator = await startEmulator({ listen: false, facts })
  try {
    const sent: WireRequest[] = []
    const transport: typeof emulator.handle = (request) => {
      sent.push(request)
      return emulator.handle(request)
    }
    const client = createClient({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKeys.test.all, transport, facts })
    const { survey_series_id } = await client.createGroup({ body: { name: 'Support' } })
    const questions = [{ type: 'TEXT', question_text: 'Why?' } as const]
    const source = await client.createSource({ body: { survey_series_id, survey_title: 'T', questions } })
    const { survey_id } = source
    await client.publishSource({ body: { survey_id } })
    const mapping = { fields: { [source.questions[0]!.question_id]: 'Comment' }, external_id: 'ID' }
    const text = 'ID,Comment\nt1,Größe\nt2,Slow\n'
    const body = { file: new TextEncoder().encode(text), survey_series_id, survey_id, mapping }
    await client.uploadFeedback({ body, fileName: 'a.csv' })
    const upload = sent.at(-1)!
    expect(upload.headers['content-type']).toBe('application/json')
    const wire = JSON.parse(String(upload.body))
    const file = wire.file ?? { content: wire.content_base64, name: wire.file_name }
    expect(Buffer.from(file.content, 'base64').toString()).toBe(text)
    expect(file.name).toBe(name === 'none' ? undefined : 'a.csv')
    await emulator.idle()
    const { items } = await client.listFeedback()
    expect(items.map((each) => [each.text, each.external_id])).toEqual([
      ['Größe', 't1'],
      ['Slow', 't2'],
    ])
    const described = await emulator.handle({
      method: 'GET',
      url: `${emulator.baseUrl}/api/v1/openapi.json`,
      headers: {},
    })
    const { paths } = JSON.parse(Buffer.from(described.body).toString())
    expect(Object.keys(paths['/feedback/upload'].post.requestBody.content)).toEqual(['application/json'])
  } finally {
    await emulator.close()
  }
})

test('text that is no base64 is no file', async () => {
  const facts = { 'behaviour:upload-file': { as: 'base64' } }
  const emulator = await startEmulator({ listen: false, facts })
  try {
    const client = createClient({
      baseUrl: emulator.baseUrl,
      apiKey: emulator.apiKeys.test.all,
      transport: emulator.handle,
    })
    const { status, body } = await client.request({
      method: 'POST',
      path: '/api/input/feedback/upload',
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode('{"file": "a,b;c", "survey_id": "1", "survey_series_id": "1"}'),
    })
    expect([status, JSON.parse(Buffer.from(body).toString()).error.details]).toEqual([
      400,
      { file: ['must be base64'] },
    ])
  } finally {
    await emulator.close()
  }
})

interface Described {
  parameters: { name: string; in: string; required: boolean }[]
  requestBody: { content: object }
}

test('a file that is sent alone is described as one, and what stands in the query as parameters of it', async () => {
  const names = {
    file: '$body',
    survey_id: '?source',
    mapping: '?columns',
    source_reference: null,
    survey_series_id: null,
  }
  const facts = { 'body:uploadFeedback': { names } }
  const emulator = await startEmulator({ listen: false, facts })
  try {
    const { baseUrl, apiKeys, handle: transport } = emulator
    const client = createClient({ baseUrl, apiKey: apiKeys.test.all, transport, facts })
    const document = await client.getOpenapi()
    const paths = document.paths as Record<string, { post: Described }>
    const { post } = Object.entries(paths).find(([path]) => path.endsWith('/feedback/upload'))![1]
    expect(post.parameters.map(({ name, in: place, required }) => `${name} ${place} ${required}`)).toEqual([
      'source query true',
      'columns query false',
      'Idempotency-Key header false',
    ])
    expect(Object.keys(post.requestBody.content)).toEqual(['text/csv'])
    const path = '/api/input/feedback/upload'
    const sent = (to: string, type: string) =>
      client.request({ method: 'POST', path: to, headers: { 'content-type': type }, body: Buffer.from('text\nFine\n') })
    expect((await sent(`${path}?source=1`, 'application/json')).status).toBe(415)
    const { status, body } = await sent(path, 'text/csv')
    expect(status).toBe(400)
    expect(JSON.parse(Buffer.from(body).toString()).error.details).toEqual({ source: ['is missing'] })
  } finally {
    await emulator.close()
  }
})

test('a mapping is never left behind by a file that is sent alone', async () => {
  const facts = { 'body:uploadFeedback': { names: { file: '$body', survey_id: '?source' } } }
  const { transport, requests } = scriptedTransport({ status: 202, body: { task_id: 't' } })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, facts })
  const body = { survey_series_id: '1', survey_id: '2', file: new TextEncoder().encode('text,Ref\nFine,1\n') }
  const mapping = { fields: { 3: 'text' }, external_id: 'Ref' }
  await expect(client.uploadFeedback({ body: { ...body, mapping } })).rejects.toThrow(
    'takes a file alone, and where it takes `mapping` is not known',
  )
  expect(requests).toEqual([])
  await client.uploadFeedback({ body })
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?source=2'])
})

const ACCEPTED = { status: 202, body: { task_id: 't' } }

test('the field of an upload is told in a part beside a mapping as ours, if it is of one field alone', async () => {
  const facts = { 'behaviour:upload-mapping': { field: 'question_id' } }
  const { transport, requests } = scriptedTransport(ACCEPTED, ACCEPTED, ACCEPTED)
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, facts })
  const body = { survey_series_id: '1', survey_id: '2', file: new TextEncoder().encode('text,Ref\nFine,1\n') }
  const tables: Record<string, string>[] = [{ 3: 'Ref' }, { 3: '' }, { 3: 'Ref', 4: 'text' }]
  for (const fields of tables) await client.uploadFeedback({ body: { ...body, mapping: { fields } } })
  const partsOf = (sent: unknown) => {
    const text = Buffer.from(sent as Uint8Array).toString()
    return Object.fromEntries(
      [...text.matchAll(/name="(mapping|question_id)"[\s\S]*?\r\n\r\n(.*)\r\n/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
  }
  expect(requests.map((request) => partsOf(request.body))).toEqual([
    { mapping: '{"fields":{"3":"Ref"}}', question_id: '3' },
    { question_id: '3' },
    { mapping: '{"fields":{"3":"Ref","4":"text"}}' },
  ])
})
