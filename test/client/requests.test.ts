import { describe, expect, test } from 'vitest'
import type { ClientSettings } from '../../src/client/client-types.js'
import { createClient } from '../../src/client/index.js'
import { routeOf } from '../../src/client/route.js'
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import { BASE_URL, KEY, ME, PUSH, PUSHED, refuse, scriptedTransport } from './scripted-service.js'
import { createVirtualClock } from './virtual-clock.js'

function open(body: unknown = ME, settings: Partial<ClientSettings> = {}) {
  const { transport, requests } = scriptedTransport({ body, headers: { 'x-request-id': 'r1' } })
  const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock(), ...settings })
  return { client, requests }
}

describe('requests', () => {
  test('there is a method for every operation of the contract', () => {
    const { client } = open()
    for (const id of OPERATION_IDS) expect(client[id]).toBeTypeOf('function')
  })

  test('the classic route is taken wherever there is one', () => {
    for (const id of OPERATION_IDS) {
      const row = rowOf(id)
      expect(routeOf(row).words === 'classic').toBe(row.routes.some(({ words }) => words === 'classic'))
    }
  })

  test('every call carries the key as a bearer token, every POST but those to /mcp a key of idempotency: the given one, or a new one', async () => {
    const { client, requests } = open(PUSHED)
    await client.pushContent({ body: PUSH, idempotencyKey: 'once' })
    await client.pushContent({ body: PUSH })
    await client.pushContent({ body: PUSH })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: `${BASE_URL}/api/input/content/push`,
      headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': 'once', 'content-type': 'application/json' },
    })
    expect(JSON.parse(String(requests[0]!.body))).toEqual(PUSH)
    await client.request({ method: 'post', path: '/api/input/survey/create' })
    await client.request({ method: 'POST', path: '/api/input/survey/create', headers: { 'Idempotency-Key': 'own' } })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys.at(-1)).toBe('own')
    expect(new Set(keys).size).toBe(5)
    await client.mcp({ body: {} }).catch(() => {})
    await client.request({ method: 'POST', path: '/api/v1/mcp?x' })
    await client.request({ method: 'GET', path: '/api/input/me' })
    await client.listSources().catch(() => {})
    for (const { headers } of requests.slice(5)) expect(headers).not.toHaveProperty('idempotency-key')
    expect(requests).toHaveLength(9)
  })

  test('recommended routes are spoken to in recommended words, in body and query, and free-form variables are left alone', async () => {
    const { client, requests } = open({ items: [], pagination: {}, invite_id: 'x', erased: 0, not_found: [] })
    await client.listFeedback({ query: { survey_id: '7', question_id: '8', limit: '10', cursor: undefined } as never })
    await client.eraseFeedback({ body: { external_ids: ['a'], survey_id: '7' } })
    await client.sendInvites({
      params: { id: '7' },
      body: { recipients: [{ email: 'a@b.test', variables: { survey_id: 'mine' } }] },
    })
    expect(requests[0]!.url).toBe(`${BASE_URL}/api/input/feedback?source_id=7&field_id=8&limit=10`)
    expect(JSON.parse(String(requests[1]!.body))).toEqual({ external_ids: ['a'], source_id: '7' })
    expect(JSON.parse(String(requests[2]!.body)).recipients[0].variables).toEqual({ survey_id: 'mine' })
  })

  test.each(['', 'a b', 'a\r\nx-evil: 1', 'é', 'x'.repeat(256)])(
    'a key of idempotency HTTP cannot carry is refused: %j',
    async (idempotencyKey) => {
      const { client, requests } = open(PUSHED)
      await expect(client.pushContent({ body: PUSH, idempotencyKey })).rejects.toMatchObject({
        code: 'ARGUMENT_INVALID',
      })
      await expect(
        client.request({ method: 'GET', path: '/x', headers: { 'x-a': 'b\r\nc: d' } }),
      ).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' })
      expect(requests).toEqual([])
    },
  )

  test.each([
    ['https://host.test', undefined, 'https://host.test/api/input/me'],
    ['https://host.test/', '/api/v1', 'https://host.test/api/v1/me'],
    ['https://host.test/gateway/', undefined, 'https://host.test/gateway/api/input/me'],
    ['https://host.test/api/input', undefined, 'https://host.test/api/input/me'],
    ['https://host.test', '', 'https://host.test/me'],
  ])('base URL %s with prefix %s', async (baseUrl, prefix, url) => {
    const real = `inpk_live_abcdefghi1_${'B'.repeat(43)}=`
    const { client, requests } = open(ME, { baseUrl, apiKey: real, ...(prefix === undefined ? {} : { prefix }) })
    await client.getMe()
    expect(requests[0]!.url).toBe(url)
  })

  test('an answer tells status, headers and request id', async () => {
    expect(await open().client.call('getMe')).toMatchObject({
      payload: ME,
      raw: ME,
      status: 200,
      requestId: 'r1',
      headers: { 'x-request-id': 'r1' },
    })
  })

  test('a raw request goes through as it is and gives errors back as answers', async () => {
    const { transport, requests } = scriptedTransport(refuse(404, 'NOT_FOUND'))
    const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
    const answer = await client.request({
      method: 'post',
      path: '/api/input/x?y=1',
      headers: { 'X-One': '1' },
      body: 'z',
    })
    expect(answer.status).toBe(404)
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: `${BASE_URL}/api/input/x?y=1`,
      body: 'z',
      headers: { 'x-one': '1', authorization: `Bearer ${KEY}` },
    })
  })
})

describe('errors of the service', () => {
  test('[CLI-5] are told by status and code, whatever the message says', async () => {
    for (const message of ['Not found', 'Rate limit exceeded', '']) {
      const { transport } = scriptedTransport({
        status: 403,
        headers: { 'x-request-id': 'r9' },
        body: { error: { code: 'INSUFFICIENT_PERMISSION', message, details: { a: ['b'] } } },
      })
      const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
      await expect(client.getMe()).rejects.toMatchObject({
        name: 'ServiceError',
        status: 403,
        code: 'INSUFFICIENT_PERMISSION',
        requestId: 'r9',
        retryable: false,
        details: { a: ['b'] },
        hint: expect.stringContaining('scope'),
      })
    }
  })

  test('[CLI-5] unknown codes and bodies of any kind are tolerated', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '{"error":"x"}',
      '{"error":{"code":7}}',
      '<html>',
      '{"error":{"code":"BRAND_NEW","message":"m"}}',
    ]) {
      const { transport } = scriptedTransport({ status: 418, body })
      const client = createClient({ baseUrl: BASE_URL, apiKey: KEY, transport, clock: createVirtualClock() })
      await expect(client.getMe()).rejects.toMatchObject({
        name: 'ServiceError',
        status: 418,
        code: body.includes('BRAND_NEW') ? 'BRAND_NEW' : 'HTTP_418',
      })
    }
  })
})

describe('uploads', () => {
  test('are sent as multipart, in recommended words, with the mapping as JSON', async () => {
    const { client, requests } = open({ task_id: 't' })
    const file = new TextEncoder().encode('text\r\nhello\r\n')
    await client.uploadFeedback({
      body: { file, survey_series_id: '1', survey_id: '2', mapping: { fields: { '3': 'text' } } },
      fileName: 'a"b.csv',
    })
    const { headers, body } = requests[0]!
    const form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': headers['content-type']! },
    }).formData()
    expect([...form.keys()]).toEqual(['file', 'feedback_group_id', 'source_id', 'mapping'])
    expect(await (form.get('file') as File).text()).toBe('text\r\nhello\r\n')
    expect((form.get('file') as File).name).toBe('a"b.csv')
    expect(form.get('source_id')).toBe('2')
    const mapping = form.get('mapping')!
    expect(JSON.parse(typeof mapping === 'string' ? mapping : await mapping.text())).toEqual({
      fields: { '3': 'text' },
    })
  })

  test('without a name the file is called by what it is', async () => {
    const { client, requests } = open({ task_id: 't' })
    await client.uploadFeedback({
      body: { file: Uint8Array.of(0x50, 0x4b, 3, 4), survey_series_id: '1', survey_id: '2' },
    })
    expect(new TextDecoder().decode(requests[0]!.body as Uint8Array)).toContain('filename="upload.xlsx"')
  })
})
