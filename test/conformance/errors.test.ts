import { describe, expect } from 'vitest'
import type { Answer } from './exchange.js'
import type { Organization } from './organization.js'
import { rule } from './rule.js'
import { bulkBody, expectRefusal, items, openScene, payloadOf, push, pushBody, type Scene } from './scene.js'

/** One way to each refusal that any service can be brought to. */
const REFUSALS: [status: number, code: string, provoke: (org: Organization, scene: Scene) => Promise<Answer>][] = [
  [400, 'VALIDATION_ERROR', (org) => org.post('/content/push', {})],
  [400, 'INVALID_JSON', (org) => org.request('POST', '/content/push', { rawBody: '{"a":' })],
  [
    400,
    'SYNC_REQUIRES_EXTERNAL_ID',
    (org, scene) => org.post('/content/push/bulk', bulkBody(scene, [[scene.textId, ['x']]], { sync: true })),
  ],
  [
    400,
    'PUSH_FAILED',
    (org, scene) => org.post('/content/push/bulk', bulkBody(scene, [[scene.choiceId, items(1)]], { sync: true })),
  ],
  [401, 'UNAUTHORIZED', (org) => org.get('/me', { key: null })],
  [403, 'INSUFFICIENT_PERMISSION', (org) => org.get('/feedback', { key: 'send' })],
  [404, 'NOT_FOUND', (org) => org.get('/nowhere')],
  [404, 'NOT_FOUND', (org) => org.get('/sources/987654321/analysis')],
  [405, 'METHOD_NOT_ALLOWED', (org) => org.get('/content/push')],
  [
    409,
    'SOURCE_NOT_PUBLISHED',
    (org, scene) => push(org, { ...scene, sourceId: scene.draftId, textId: scene.draftTextId }, ['x']),
  ],
  [
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    (org) =>
      org.request('POST', '/content/push', {
        rawBody: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  ],
]

describe('errors', () => {
  for (const [status, code, provoke] of REFUSALS) {
    rule(`[ERR-1, ERR-2, ERR-3, ERR-4] a ${status} ${code} is the envelope with code and message`, async (org) => {
      const answer = await provoke(org, await openScene(org))
      expectRefusal(answer, status, code)
      const { message, details } = answer.json.error
      expect(typeof message === 'string' && message.length > 0).toBe(true)
      expect(answer.text).not.toContain(org.keyOf('all'))
      if (code === 'VALIDATION_ERROR') expect(details).toBeTypeOf('object')
    })
  }

  rule('[ERR-4] details of a validation error maps each path to its messages', async (org) => {
    const scene = await openScene(org)
    const answer = await push(org, scene, ['ok', 'ok', 'ok', { text: '' }])
    expectRefusal(answer, 400, 'VALIDATION_ERROR')
    expect(answer.json.error.details).toEqual({ 'question.content[3].text': [expect.any(String)] })
  })

  rule('[ERR-5, RAT-13] the global limiter answers 503 with Retry-After, a whole number of seconds', async (org) => {
    payloadOf(
      await org.control('POST', '/faults', {
        operation: 'getMe',
        kind: 'status',
        status: 503,
        code: 'SERVICE_BUSY',
        retry_after: 7,
        times: 1,
      }),
    )
    const answer = await org.get('/me', { observe: false })
    expectRefusal(answer, 503, 'SERVICE_BUSY')
    expect(answer.headers['retry-after']).toBe('7')
    payloadOf(await org.get('/me'))
  })

  rule('[RAT-13] without a number of its own the 503 still says when to come back', async (org) => {
    payloadOf(await org.control('POST', '/faults', { operation: '*', kind: 'status', status: 503, times: 2 }))
    for (const path of ['/me', '/surveys/list']) {
      const answer = await org.get(path, { observe: false })
      expect(answer.status).toBe(503)
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    }
  })

  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json-seq',
    'json',
    '',
  ]) {
    rule(`a body that is not application/json is refused: "${type}"`, async (org) => {
      const answer = await org.request('POST', '/survey_series/create', {
        rawBody: '{"name":"By type"}',
        headers: { 'content-type': type },
      })
      expectRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
    })
  }
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8']) {
    rule(`a content type may carry a charset and capitals: ${type}`, async (org) => {
      const answer = await org.request('POST', '/survey_series/create', {
        rawBody: '{"name":"By type"}',
        headers: { 'content-type': type },
      })
      expect(payloadOf(answer).created).toBe(true)
    })
  }

  rule('a request id is given to every answer, and no two are alike', async (org) => {
    const ids = new Set<string | undefined>()
    for (let count = 0; count < 20; count += 1)
      ids.add((await org.get(count % 2 ? '/me' : '/nowhere')).headers['x-request-id'])
    expect(ids.size).toBe(20)
  })

  rule('a validation error names every fault of the body at once', async (org) => {
    const answer = await org.post('/content/push', { question: { content: 'x' } })
    expectRefusal(answer, 400, 'VALIDATION_ERROR')
    const paths = Object.keys(answer.json.error.details)
    expect(paths).toEqual(
      expect.arrayContaining(['survey_series_id', 'survey_id', 'question.question_id', 'question.content']),
    )
  })

  rule('a body over 128 MiB is refused before it is read', async (org) => {
    const scene = await openScene(org)
    const rawBody = Buffer.alloc(128 * 1024 * 1024 + 1, ' ')
    expectRefusal(await org.request('POST', '/content/push', { rawBody }), 413, 'PAYLOAD_TOO_LARGE')
    expect(payloadOf(await org.post('/content/push', pushBody(scene, ['small']))).inserted).toBe(1)
  })
})
